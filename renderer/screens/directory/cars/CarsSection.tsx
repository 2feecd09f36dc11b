import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { carId, type CarId } from '../../../../shared/ids.ts';
import type {
  DirectoryCarDetails,
  DirectoryEvent,
  DirectoryProductView,
} from '../../../../shared/domain/directory.ts';
import { hashOf, navigate } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CarLine } from '../../../components/CarLine.tsx';
import { Section } from '../../../components/Section.tsx';
import { useMutation } from '../../../data/call.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { Serial } from '../../../components/figures.tsx';
import { useQuery } from '../../../data/lookup.ts';
import { useOffered } from '../../../data/status.ts';
import { May } from '../../../components/May.tsx';
import { Row, Text } from '../../../components/layout.tsx';
import { ChooseFirst, DetailPane, NotHere, useOpened } from '../frame/DetailPane.tsx';
import { DirectoryFrame, type SectionProps } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { useSearch, useDirectoryList } from '../list/use-directory-list.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import { CarListRow } from '../list/RowList.tsx';
import { AccessSection } from '../access/AccessSection.tsx';
import { Facts, Line, LineList } from '../frame/Facts.tsx';
import { useLive } from '../frame/live.ts';
import { LiveSection, NotOffered } from '../frame/LiveSection.tsx';
import { AddToGroupDialog } from '../groups/GroupMemberDialogs.tsx';
import { carLabel, eventWord, type Chosen, productLabel, serviceInLine } from '../labels.ts';
import { useConfirmedAbout } from '../writes/writes.ts';
import { useMoment } from '../access/PeriodLines.tsx';
import { NewCarDialog, EditCarDialog } from './CarDialogs.tsx';
import { UninstallQuestion, InstallBoxDialog } from './BoxDialogs.tsx';
import { RecordEventDialog, EventDialog } from './CarEventDialogs.tsx';

/** All cars of the customer. */
export function CarsSection({ status, id }: SectionProps) {
  const text = useText();
  const [typed, setTyped] = useSearch('cars');
  const [creating, setCreating] = useState(false);
  const list = useDirectoryList(window.boxwright.directory.listCars, typed);
  const open = carId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="cars"
      open={open !== null}
      actions={
        <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden />} onClick={() => setCreating(true)}>
          {text('directory.car.new')}
        </Button>
      }
      detail={open === null ? <ChooseFirst section="cars" /> : <CarDetails key={open} id={open} />}
    >
      <ListPane
        section="cars"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        above={<WritesNotice about="cars" />}
        keyOf={(car) => car.id}
        hrefOf={(car) => hashOf({ screen: 'directory', section: 'cars', id: String(car.id) })}
        open={(car) => car.id === open}
      >
        {(car) => <CarListRow car={car} />}
      </ListPane>
      {creating && <NewCarDialog onClose={() => setCreating(false)} />}
    </DirectoryFrame>
  );
}

/** A car: its data at the operator, its products, its accesses, its events, and the acts on it. */
function CarDetails({ id }: { readonly id: CarId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.car, { carId: id });
  return value === null ? (
    <NotHere section="cars" problem={problem} onRetry={refetch} about={`car:${id}`} />
  ) : (
    <Known car={value} />
  );
}

function Known({ car }: { readonly car: DirectoryCarDetails }) {
  const text = useText();
  const [asking, setAsking] = useState<'edit' | 'group' | 'event' | null>(null);
  const confirmed = useConfirmedAbout(`car:${car.id}`);
  const accesses = useLive(window.boxwright.directory.carAssignments, { carId: car.id }, confirmed);
  const events = useLive(window.boxwright.directory.carEvents, { carId: car.id }, confirmed);
  const chosen = { id: car.id, label: carLabel(car) };
  const close = () => setAsking(null);
  const otherFields = Object.entries(car.otherFields);
  return (
    <DetailPane
      section="cars"
      label={chosen.label}
      title={<CarLine car={car} size="lg" />}
      about={`car:${car.id}`}
      actions={
        <>
          <Button variant="default" onClick={() => setAsking('edit')}>
            {text('directory.car.edit')}
          </Button>
          <Button variant="default" onClick={() => setAsking('group')}>
            {text('directory.group.join')}
          </Button>
          <BoxJobs car={car.id} />
        </>
      }
    >
      <Section
        title={text('directory.car.facts')}
        aside={
          <Text size="caption" quiet>
            {text('directory.detail.asOf', { at: car.asOf })}
          </Text>
        }
      >
        <Facts
          facts={[
            { label: text('directory.car.field.licensePlate'), value: car.licensePlate },
            { label: text('directory.car.field.vin'), value: car.vin, mono: true },
            { label: text('directory.car.field.brand'), value: car.brand },
            { label: text('directory.car.field.model'), value: car.model },
            { label: text('directory.car.field.name'), value: car.name },
            { label: text('directory.detail.id'), value: String(car.id), mono: true },
            { label: text('directory.car.field.description'), value: car.description },
          ]}
        />
      </Section>
      <CarProducts car={chosen} />
      <AccessSection owner={{ of: 'car', car: chosen }} live={accesses} />
      <LiveSection
        title={text('directory.car.events')}
        live={events}
        empty={text('directory.car.noEvents')}
        action={
          <Button variant="default" onClick={() => setAsking('event')}>
            {text('directory.car.recordEvent')}
          </Button>
        }
      >
        {(rows) => <EventLines car={car.id} events={rows} />}
      </LiveSection>
      {otherFields.length > 0 && (
        <Section title={text('directory.detail.otherFields')}>
          <Facts facts={otherFields.map(([label, value]) => ({ label, value }))} />
        </Section>
      )}
      {asking === 'edit' && <EditCarDialog car={car} onClose={close} />}
      {asking === 'group' && <AddToGroupDialog member={{ of: 'car', ...chosen }} onClose={close} />}
      {asking === 'event' && <RecordEventDialog car={chosen} onClose={close} />}
    </DetailPane>
  );
}

/** Begins the guided jobs that remove this car's Box or swap it for another one. */
function BoxJobs({ car }: { readonly car: CarId }) {
  const text = useText();
  const start = useMutation(window.boxwright.jobs.start);
  const begin = async (kind: 'removal' | 'swap') => {
    const answer = await start.run({ kind, carId: car });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return (
    <>
      <Button variant="default" onClick={() => void begin('swap')}>
        {text('home.new.swap.title')}
      </Button>
      <Button variant="default" onClick={() => void begin('removal')}>
        {text('home.new.removal.title')}
      </Button>
      {start.problem !== null && <ProblemNotice problem={start.problem} />}
    </>
  );
}

/** The recorded events of a car, newest first; each can be opened in a dialog. */
function EventLines({ car, events }: { readonly car: CarId; readonly events: readonly DirectoryEvent[] }) {
  const text = useText();
  const moment = useMoment();
  const [open, setOpen] = useState<DirectoryEvent | null>(null);
  const sorted = [...events].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const when = ({ at }: DirectoryEvent) => (at === null ? text('directory.event.unknownTime') : moment(at));
  return (
    <>
      <LineList label={text('directory.car.events')}>
        {sorted.map((event) => (
          <Line
            key={event.id}
            main={eventWord(text, event.type)}
            small={[when(event), event.userName ?? text('directory.access.nobody')].join(' · ')}
            buttons={
              <Button
                variant="default"
                aria-label={text('directory.event.openOf', {
                  event: eventWord(text, event.type),
                  when: when(event),
                })}
                onClick={() => setOpen(event)}
              >
                {text('directory.event.open')}
              </Button>
            }
          />
        ))}
      </LineList>
      {open !== null && <EventDialog car={car} event={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The Box and other products in a car, and the acts that install and remove them. */
function CarProducts({ car }: { readonly car: Chosen<CarId> }) {
  const text = useText();
  const { value, problem, refetch } = useQuery(window.boxwright.directory.productsInCar, { carId: car.id });
  const offered = useOffered('products');
  const [installing, setInstalling] = useState(false);
  const [removing, setRemoving] = useState<DirectoryProductView | null>(null);
  return (
    <Section
      title={text('directory.car.products')}
      aside={
        <May ask="edits.install">
          <Button variant="default" onClick={() => setInstalling(true)}>
            {text('directory.car.install')}
          </Button>
        </May>
      }
    >
      {value === null && problem === null && <RowsSkeleton rows={1} height={64} />}
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onRetry={refetch} />}
      {value?.rows.length === 0 &&
        (offered ? (
          <Row as="p" align="center" quiet tall>
            {text('directory.car.noProducts')}
          </Row>
        ) : (
          <NotOffered />
        ))}
      {value !== null && value.rows.length > 0 && (
        <LineList label={text('directory.car.products')}>
          {value.rows.map((product) => (
            <Line
              key={product.id}
              main={<Serial serial={productLabel(product)} />}
              href={hashOf({ screen: 'directory', section: 'products', id: String(product.id) })}
              small={`${product.type} · ${serviceInLine(text, product)}`}
              buttons={
                <May ask="edits.uninstall">
                  <Button
                    variant="default"
                    aria-label={text('directory.product.removeOf', { serial: productLabel(product) })}
                    onClick={() => setRemoving(product)}
                  >
                    {text('directory.product.remove')}
                  </Button>
                </May>
              }
            />
          ))}
        </LineList>
      )}
      {installing && <InstallBoxDialog car={car} onClose={() => setInstalling(false)} />}
      {removing !== null && (
        <UninstallQuestion
          product={{ id: removing.id, label: productLabel(removing) }}
          car={car}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  );
}
