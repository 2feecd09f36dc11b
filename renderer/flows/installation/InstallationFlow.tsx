import type { JobId } from '../../../shared/ids.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/RowsSkeleton.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useJob } from '../../stores/job.ts';
import { FlowOfJob } from './FlowOfJob.tsx';

/** One installation from the car to the report. Picks up where the job stands, also days later. */
export function InstallationFlow({ jobId }: { readonly jobId: JobId }) {
  const text = useText();
  const { value: job, problem } = useJob(jobId);
  if (job !== null) return <FlowOfJob key={job.id} job={job} />;
  return (
    <PageLayout rail={null} title={text('flow.frame.loading')} known={null}>
      {problem === null ? <RowsSkeleton rows={4} /> : <ProblemNotice problem={problem} />}
    </PageLayout>
  );
}
