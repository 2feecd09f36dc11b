import { Box } from '@mantine/core';
import { IconCar } from '@tabler/icons-react';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { NavigationRail } from '../../app/NavigationRail.tsx';
import { navigate } from '../../app/route.ts';
import { useCall } from '../../bridge/call.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/RowsSkeleton.tsx';
import { Section } from '../../components/Section.tsx';
import { useNow } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { acceptJob } from '../../stores/job.ts';
import { useJobs } from '../../stores/jobs.ts';
import { usePreferencesOrDefaults } from '../../stores/preferences.ts';
import { HomeKnown } from './HomeKnown.tsx';
import { JobCard } from './JobCard.tsx';
import { MoreWays } from './MoreWays.tsx';
import { NewJob } from './NewJob.tsx';
import { OpenSeries } from './OpenSeries.tsx';
import { OutsideOfJobs } from './OutsideOfJobs.tsx';
import { SyncNotice } from './SyncNotice.tsx';
import { homeGroups, jobsOf } from './today.ts';

/** The day: jobs that need a person, running, waiting and finished ones. */
export function HomeScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const now = useNow();
  const { worker } = usePreferencesOrDefaults();
  const jobs = useJobs();
  const start = useCall(window.boxwright.jobs.start);
  const begin = async (kind: JobKind) => {
    const answer = await start.run({ kind });
    if (!answer.ok) return;
    acceptJob(answer.value);
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  const shortcuts = [
    ['N', () => void begin('installation')],
    ['R', () => void begin('removal')],
    ['S', () => void begin('swap')],
  ] as const;
  // One job at a time: another kind is a call of its own and would begin a second one.
  useShortcuts(start.busy ? [] : shortcuts);

  const groups = homeGroups
    .map((group) => ({ group, members: jobsOf(group, jobs.value ?? [], now) }))
    .filter(({ members }) => members.length > 0);
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={worker === '' ? text('home.title') : text('home.titleOf', { name: worker })}
      known={<HomeKnown jobs={jobs.value} reading={jobs.problem === null} now={now} />}
    >
      <NewJob busy={start.busy} onStart={(kind) => void begin(kind)} />
      {start.problem !== null && (
        <Box mt="md">
          <ProblemNotice problem={start.problem} />
        </Box>
      )}
      <MoreWays />
      <SyncNotice sync={status.sync} />
      {jobs.problem !== null && (
        <Box mt="lg">
          <ProblemNotice problem={jobs.problem} onAgain={jobs.again} />
        </Box>
      )}
      <OpenSeries />
      {jobs.value === null && jobs.problem === null && (
        <Box mt="lg">
          <RowsSkeleton rows={4} height={90} />
        </Box>
      )}
      {jobs.value !== null && groups.length === 0 && status.queue.needPerson === 0 && (
        <EmptyState icon={IconCar} title={text('home.empty')}>
          {text('home.emptySays')}
        </EmptyState>
      )}
      {/* The status bar counts these: Home names them where none of its jobs does. */}
      {jobs.value !== null && status.queue.needPerson > 0 && groups[0]?.group !== 'needs-person' && (
        <Section title={text('home.group.needs-person')} count={status.queue.needPerson}>
          <OutsideOfJobs count={status.queue.needPerson} />
        </Section>
      )}
      {groups.map(({ group, members }) => (
        <Section key={group} title={text(`home.group.${group}`)} count={members.length}>
          {members.map((job) => (
            <JobCard key={job.id} job={job} now={now} />
          ))}
        </Section>
      ))}
    </PageLayout>
  );
}
