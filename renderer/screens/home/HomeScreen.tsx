import { Box, Button } from '@mantine/core';
import { IconCar, IconRepeat } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { PlannedJobView, SeriesView } from '../../../shared/domain/planned-work.ts';
import type { AppStatus, SyncState } from '../../../shared/domain/status.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate, hashOf } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { OfficeNotice } from '../../components/OfficeNotice.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useMinute } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { setJob, useJobs, useOpenSeries } from '../../data/jobs.ts';
import { useToday, nextPlanned } from '../../data/planned.ts';
import { usePreferencesOrDefaults } from '../../data/laptop.ts';
import { HomeKnown } from './HomeKnown.tsx';
import { HomeNotice } from './HomeNotice.tsx';
import { JobCard } from './JobCard.tsx';
import { MoreWays, NewJob } from './NewJob.tsx';
import { PlannedJobs } from './PlannedJobs.tsx';
import { besidesJobs, homeGroups, jobsOf } from './today.ts';
import { Block, Row, Stack, Text } from '../../components/layout.tsx';
import { Distance } from '../../components/figures.tsx';
import { seriesCount, seriesName, sharedKey, useSeries } from '../../components/series/series.ts';
import strip from '../../components/series/Series.module.css';
import classes from './HomeScreen.module.css';

// Only laptops with several customers need it.
const NeedsElsewhere = lazy(async () => ({
  default: (await import('./NeedsElsewhere.tsx')).NeedsElsewhere,
}));

const none: readonly PlannedJobView[] = [];

/** The day: the jobs by group, planned jobs, open series, and the acts that begin a job. */
export function HomeScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const now = useMinute();
  const { worker } = usePreferencesOrDefaults();
  const jobs = useJobs();
  const planned = useToday();
  const plannedJobs = planned.value?.plannedJobs ?? none;
  const next = nextPlanned(plannedJobs, now);
  // A series whose next car can begin takes the primary act of Home.
  const goesOn = useOpenSeries().value?.some(({ open }) => open === null) ?? false;
  const start = useMutation(window.boxwright.jobs.start);
  const begin = async (kind: JobKind) => {
    const answer = await start.run({ kind });
    if (!answer.ok) return;
    setJob(answer.value);
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  const shortcuts = [
    [text('letter.installation'), () => void begin('installation')],
    [text('letter.removal'), () => void begin('removal')],
    [text('letter.swap'), () => void begin('swap')],
  ] as const;
  // While a start is under way the shortcuts are off, because another kind is a separate call and would start a second
  // job.
  useShortcuts(start.busy ? [] : shortcuts);

  const groups = homeGroups
    .map((group) => ({ group, members: jobsOf(group, jobs.value ?? [], now) }))
    .map(({ group, members }) => ({
      group,
      members,
      besides: group === 'needs-person' ? besidesJobs(status.queue, members) : 0,
    }))
    .filter(({ members, besides }) => members.length + besides > 0);
  const customer = status.customers.length > 1 ? (status.profile?.customerName ?? '') : '';
  const sections = groups.map(({ group, members, besides }) => ({
    group,
    count: members.length + besides,
    content: (
      <Section
        key={group}
        title={
          customer !== '' && group === 'needs-person'
            ? text('customers.needsYouAt', { customer })
            : text(`home.group.${group}`)
        }
        count={members.length + besides}
      >
        {members.map((job) => (
          <JobCard key={job.id} job={job} now={now} customer={customer} />
        ))}
        {besides > 0 && <BesidesJobs count={besides} />}
      </Section>
    ),
  }));
  const needs = sections.find(({ group }) => group === 'needs-person');
  const own = { name: customer, count: needs?.count ?? 0, content: needs?.content };
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={worker === '' ? text('home.title') : text('home.titleOf', { name: worker })}
      known={<HomeKnown jobs={jobs.value} reading={jobs.problem === null} now={now} />}
    >
      {planned.problem !== null && <ProblemNotice problem={planned.problem} onRetry={planned.refetch} />}
      <OfficeNotice place="home" />
      <PlannedJobs plannedJobs={plannedJobs} now={now} isFirst={!goesOn} />
      <OpenSeries />
      <NewJob first={!goesOn && next === null} busy={start.busy} onStart={(kind) => void begin(kind)} />
      {start.problem !== null && (
        <Box mt="md">
          <ProblemNotice problem={start.problem} />
        </Box>
      )}
      <MoreWays />
      <SyncNotice sync={status.sync} />
      {jobs.problem !== null && (
        <Box mt="lg">
          <ProblemNotice problem={jobs.problem} onRetry={jobs.refetch} />
        </Box>
      )}
      {jobs.value === null && jobs.problem === null && (
        <Box mt="lg">
          <RowsSkeleton rows={4} height={90} />
        </Box>
      )}
      {jobs.value !== null && groups.length === 0 && (
        <EmptyState icon={IconCar} title={text('home.empty')}>
          {text('home.emptySays')}
        </EmptyState>
      )}
      {jobs.value !== null && customer !== '' && (
        <div className={classes['needs']}>
          <Suspense fallback={own.content}>
            <NeedsElsewhere own={own} now={now} />
          </Suspense>
        </div>
      )}
      {jobs.value !== null &&
        sections.filter((one) => customer === '' || one !== needs).map(({ content }) => content)}
    </PageLayout>
  );
}

/** Links to operations that need a person and belong to no job of Home, such as a write of the Directory. */
function BesidesJobs({ count }: { readonly count: number }) {
  const text = useText();
  return (
    <HomeNotice says={text('home.besidesJobs', { count })}>
      <Button component="a" href={hashOf({ screen: 'queue', show: 'needs-you', operation: null })}>
        {text('home.openQueue')}
      </Button>
    </HomeNotice>
  );
}

/** Shown when the fleet cannot be searched, with the button that syncs it. Renders nothing while all is well. */
function SyncNotice({ sync }: { readonly sync: SyncState }) {
  const text = useText();
  const read = useMutation(window.boxwright.directory.sync);
  const button = (
    <Button variant="default" loading={read.busy} onClick={() => void read.run({})}>
      {text(sync.state === 'never' ? 'home.syncNow' : 'home.syncAgain')}
    </Button>
  );
  if (sync.state === 'never') {
    return (
      <HomeNotice says={text('home.syncNever')} role="status">
        {button}
      </HomeNotice>
    );
  }
  // A stopped sync with an older copy blocks no work, so only Settings shows it.
  if (sync.state !== 'stopped' || sync.asOf !== null) return null;
  return (
    <Block above="2">
      <ProblemNotice problem={sync.problem} tone="attention">
        {button}
      </ProblemNotice>
    </Block>
  );
}

/** The unfinished series: the progress of each, and the buttons that begin the next car or end the series. */
function OpenSeries() {
  const text = useText();
  const { value } = useOpenSeries();
  if (value === null || value.length === 0) return null;
  return (
    <Box mb="lg">
      <Section title={text('series.title')} count={value.length}>
        <Stack gap="1">
          {value.map((series) => (
            <OneSeries key={series.id} series={series} />
          ))}
        </Stack>
      </Section>
    </Box>
  );
}

function OneSeries({ series }: { readonly series: SeriesView }) {
  const text = useText();
  const end = useMutation(window.boxwright.series.end);
  const going = useSeries();
  const problem = going.problem ?? end.problem;
  const { shares, open, done } = series;
  return (
    <Stack gap="1" className={strip['strip']}>
      <Row gap="2" align="center">
        <IconRepeat data-tone="accent" size={24} stroke={1.8} aria-hidden />
        <Block grow narrow>
          <Text as="p" weight="bold">
            {seriesName(shares, text)}
          </Text>
          <Text as="p" size="small" quiet>
            {[seriesCount(series, text), ...sharedKey(shares, text)].join(' · ')}
          </Text>
        </Block>
        {series.planned !== null && <Distance done={done} total={series.planned} />}
        <Button
          variant="subtle"
          loading={end.busy}
          title={text('series.endSays')}
          onClick={() => void end.run({ seriesId: series.id })}
        >
          {text('series.end')}
        </Button>
        {open === null ? (
          <Button loading={going.busy} onClick={() => void going.nextCar(series.id)}>
            {text('series.next')}
          </Button>
        ) : (
          <Button component="a" variant="default" href={hashOf({ screen: 'job', jobId: open })}>
            {text('series.continue')}
          </Button>
        )}
      </Row>
      {problem !== null && <ProblemNotice problem={problem} />}
    </Stack>
  );
}
