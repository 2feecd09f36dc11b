import type { JobView } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { PageLayout } from '../components/PageLayout.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../components/EmptyState.tsx';
import { useText } from '../i18n/use-text.ts';
import { useJob } from '../data/job.ts';
import { HandedOver } from './hand-over/HandedOver.tsx';
import { InstallationFlow } from './installation/InstallationFlow.tsx';
import { RemovalFlow } from './removal/RemovalFlow.tsx';
import { SwapFlow } from './swap/SwapFlow.tsx';

/** A job of any kind. Picks up where it stands, also days later. */
export function JobFlow({ jobId }: { readonly jobId: JobId }) {
  const text = useText();
  const { value: job, problem, refetch } = useJob(jobId);
  if (job !== null) return <FlowOfKind key={job.id} job={job} />;
  return (
    <PageLayout rail={null} title={text('flow.frame.loading')} known={null}>
      {problem === null ? <RowsSkeleton rows={4} /> : <ProblemNotice problem={problem} onAgain={refetch} />}
    </PageLayout>
  );
}

function FlowOfKind({ job }: { readonly job: JobView }) {
  if (job.handedOver) return <HandedOver job={job} />;
  switch (job.kind) {
    case 'installation':
      return <InstallationFlow job={job} />;
    case 'removal':
      return <RemovalFlow job={job} />;
    case 'swap':
      return <SwapFlow job={job} />;
    default:
      return neverReached(job);
  }
}
