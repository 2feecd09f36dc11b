import { useState, useMemo } from 'react';
import { Autocomplete, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListDetails, IconSearch } from '@tabler/icons-react';
import type { PlannedCar } from '../../../shared/domain/batch.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import type { PlannedCarId } from '../../../shared/ids.ts';
import { planDay } from '../../../shared/relay/jobs.ts';
import { setDroppedList, useDroppedList } from '../../navigation/dropped-files.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { setJob } from '../../data/jobs.ts';
import { usePublication } from '../../data/laptop.ts';
import { useQuery } from '../../data/lookup.ts';
import { May } from '../../components/May.tsx';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { Plate } from '../../components/CarLine.tsx';
import { DayInput } from '../../components/day/DayInput.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Block, Row, Stack, Text } from '../../components/layout.tsx';
import { useText } from '../../i18n/use-text.ts';
import { ImportList } from './ImportList.tsx';
import classes from './Batch.module.css';

/** Cars from imported lists: the planned ones, and the button to import more. */
export function BatchScreen() {
  const [importing, setImporting] = useState(false);
  const dropped = useDroppedList();
  return importing || dropped !== null ? (
    <ImportList
      given={dropped}
      onDone={() => {
        setImporting(false);
        setDroppedList(null);
      }}
    />
  ) : (
    <PlannedList onImport={() => setImporting(true)} />
  );
}

const PAGE = 100;
const REST_MS = 150;
const topics = ['jobs', 'profile'] as const;

/** The planned cars that are not begun. A tap begins a job; a scanned car leaves the list by itself. */
function PlannedList({ onImport }: { readonly onImport: () => void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [rested] = useDebouncedValue(typed.trim(), REST_MS);
  const [limit, setLimit] = useState(PAGE);
  const planned = useQuery(
    window.boxwright.batch.planned,
    useMemo(() => ({ text: rested.slice(0, 200), limit, offset: 0 }), [rested, limit]),
    topics,
  );
  const beginning = useMutation(window.boxwright.batch.begin);
  const dropping = useMutation(window.boxwright.batch.drop);
  const template = useMutation(window.boxwright.batch.template);
  const [planning, setPlanning] = useState(false);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const problem = beginning.problem ?? dropping.problem ?? template.problem;
  const value = planned.value;
  const begin = async (id: Parameters<typeof beginning.run>[0]['id']) => {
    const answer = await beginning.run({ id });
    if (!answer.ok) return;
    setJob(answer.value);
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  const saveTemplate = async () => {
    const answer = await template.run({});
    if (answer.ok) setSavedAs(answer.value.path);
  };
  return (
    <PageLayout
      ofCustomer
      rail={<NavigationRail />}
      title={text('batch.title')}
      lead={text('batch.lead')}
      titleAside={
        <Button variant="default" loading={template.busy} onClick={() => void saveTemplate()}>
          {text('batch.template')}
        </Button>
      }
      action={
        <PrimaryAction
          label={text('batch.import')}
          onAct={onImport}
          back={
            <Button variant="default" size="lg" onClick={() => navigate({ screen: 'home' })}>
              {text('common.back')}
            </Button>
          }
        />
      }
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      {planned.problem !== null && <ProblemNotice problem={planned.problem} onRetry={planned.refetch} />}
      {savedAs !== null && (
        <Text as="p" tone="done" role="status">
          {text('batch.templateSaved', { path: savedAs })}
        </Text>
      )}
      {value === null ? (
        planned.problem === null && <RowsSkeleton rows={5} height={72} />
      ) : value.total === 0 ? (
        <EmptyState icon={IconListDetails} title={text('batch.empty')}>
          {text('batch.emptySays')}
        </EmptyState>
      ) : (
        <>
          <TextInput
            type="search"
            label={text('batch.search')}
            leftSection={<IconSearch size={20} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Section
            title={text('batch.planned')}
            count={value.found}
            aside={
              <May ask="planning.fromList">
                <Button variant="default" onClick={() => setPlanning(true)}>
                  {text('plan.fromList')}
                </Button>
              </May>
            }
          >
            <Stack as="ul" gap="1" plain>
              {value.rows.map((car) => (
                <PlannedRow
                  key={car.id}
                  car={car}
                  busy={beginning.busy || dropping.busy}
                  onBegin={() => void begin(car.id)}
                  onDrop={() => void dropping.run({ ids: [car.id] })}
                />
              ))}
            </Stack>
            {value.found > value.rows.length && (
              <Button variant="default" mt="sm" onClick={() => setLimit((shown) => shown + PAGE)}>
                {text('batch.more', { count: value.found - value.rows.length })}
              </Button>
            )}
          </Section>
          {planning && (
            <PlanFromList ids={value.rows.map(({ id }) => id)} onClose={() => setPlanning(false)} />
          )}
        </>
      )}
    </PageLayout>
  );
}

/** One planned car: its data from the list, and the button that begins its job. */
function PlannedRow({
  car,
  busy,
  onBegin,
  onDrop,
}: {
  readonly car: PlannedCar;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly onDrop: () => void;
}) {
  const text = useText();
  const { licensePlate, vin, name, brand, model, serial, group, key, file, line } = car;
  const label = licensePlate === '' ? (name === '' ? vin : name) : licensePlate;
  const make = [brand, model].filter((part) => part !== '').join(' ');
  // The label already shows the plate, so the title shows another fact of the car.
  const title = [make, name, vin].find((part) => part !== '' && part !== label) ?? null;
  const more = [
    title === vin ? '' : vin,
    serial === '' ? '' : text('batch.saysBox', { serial }),
    key === '' ? '' : text('series.takenKey', { key }),
    group === '' ? '' : text('series.takenGroup', { group }),
  ].filter((part) => part !== '');
  return (
    <Row as="li" gap="2" align="center" className={classes['row']}>
      <span className={classes['plate']}>
        <Plate plate={licensePlate === '' ? null : licensePlate} name={label} />
      </span>
      <Block grow narrow>
        {title !== null && (
          <Text as="p" weight="bold" breaks>
            {title}
          </Text>
        )}
        {more.length > 0 && (
          <Text as="p" size="small" quiet breaks>
            {more.join(' · ')}
          </Text>
        )}
        <Text as="p" size="small" quiet breaks>
          {text('batch.from', { file, line })}
        </Text>
      </Block>
      <Button
        variant="subtle"
        disabled={busy}
        aria-label={text('batch.dropCar', { car: label })}
        onClick={onDrop}
      >
        {text('batch.drop')}
      </Button>
      <Button
        variant="default"
        disabled={busy}
        aria-label={text('batch.beginCar', { car: label })}
        onClick={onBegin}
      >
        {text('batch.begin')}
      </Button>
    </Row>
  );
}

/** Assigns the cars of the list to the laptops of a site, as planned jobs of a day. */
function PlanFromList({
  ids,
  onClose,
}: {
  readonly ids: readonly PlannedCarId[];
  readonly onClose: () => void;
}) {
  const text = useText();
  const [day, setDay] = useState(() => localDay(Date.now()));
  const [site, setSite] = useState('');
  const [crew, setCrew] = useState('');
  const sites = usePublication().value?.inForce?.sites ?? [];
  const planning = useMutation(window.boxwright.planning.fromList);
  const plan = async () => {
    const answer = await planning.run({ ids: [...ids], day, site: site.trim(), crew: crew.trim() });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      title={text('plan.fromListTitle', { count: ids.length })}
      says={text('plan.fromListSays')}
      act={text('plan.fromListAct')}
      ready={planDay.safeParse(day).success}
      calling={planning}
      onSubmit={plan}
      onClose={onClose}
    >
      <DayInput label={text('plan.form.day')} description={null} value={day} error={null} onChange={setDay} />
      <Autocomplete
        label={text('plan.form.site')}
        data={[...sites]}
        maxLength={100}
        value={site}
        autoComplete="off"
        onChange={setSite}
      />
      <TextInput
        label={text('plan.form.crew')}
        maxLength={200}
        value={crew}
        onChange={({ currentTarget }) => setCrew(currentTarget.value)}
      />
    </FormDialog>
  );
}
