import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListDetails, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { May } from '../../components/May.tsx';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { setJob } from '../../data/job.ts';
import { useQuery } from '../../data/lookup.ts';
import classes from './Batch.module.css';
import { PlanFromList } from './PlanFromList.tsx';
import { PlannedRow } from './PlannedRow.tsx';

const PAGE = 100;
const REST_MS = 150;
const topics = ['jobs', 'profile'] as const;

/** The planned cars that are not begun. A tap begins; a scanned car leaves the list by itself. */
export function PlannedList({ onImport }: { readonly onImport: () => void }) {
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
      {planned.problem !== null && <ProblemNotice problem={planned.problem} onAgain={planned.refetch} />}
      {savedAs !== null && (
        <p className={classes['saved']} role="status">
          {text('batch.templateSaved', { path: savedAs })}
        </p>
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
            <ul className={classes['rows']}>
              {value.rows.map((car) => (
                <PlannedRow
                  key={car.id}
                  car={car}
                  busy={beginning.busy || dropping.busy}
                  onBegin={() => void begin(car.id)}
                  onDrop={() => void dropping.run({ ids: [car.id] })}
                />
              ))}
            </ul>
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
