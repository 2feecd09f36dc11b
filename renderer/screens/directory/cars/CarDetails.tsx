import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryCarDetails } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { CarLine } from '../../../components/CarLine.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { AccessSection } from '../access/AccessSection.tsx';
import { DetailPane } from '../frame/DetailPane.tsx';
import { Facts } from '../frame/Facts.tsx';
import { useLive } from '../frame/live.ts';
import { LiveSection } from '../frame/LiveSection.tsx';
import { NotHere } from '../frame/NotHere.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { AddToGroupDialog } from '../groups/AddToGroupDialog.tsx';
import { carLabel } from '../picking/chosen.ts';
import { useConfirmedAbout } from '../writes/use-writes.ts';
import { BoxJobs } from './BoxJobs.tsx';
import classes from './CarDetails.module.css';
import { CarProducts } from './CarProducts.tsx';
import { EditCarDialog } from './EditCarDialog.tsx';
import { EventLines } from './EventLines.tsx';
import { RecordEventDialog } from './RecordEventDialog.tsx';

/** A car: everything the operator tells of it, what is in it, who may open it, what happened; and all that can be done. */
export function CarDetails({ id }: { readonly id: CarId }) {
  const { value, problem, refetch } = useOpened(window.boxwright.directory.car, { carId: id });
  return value === null ? (
    <NotHere section="cars" problem={problem} onAgain={refetch} about={`car:${id}`} />
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
        aside={<span className={classes['asOf']}>{text('directory.detail.asOf', { at: car.asOf })}</span>}
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
