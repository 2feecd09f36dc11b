import type { JobView } from '../../../shared/domain/job.ts';
import type { StepName } from '../../../shared/domain/job-steps.ts';
import type { JobId } from '../../../shared/ids.ts';

/*
 * What was sent to be saved last. A step that is left and opened again at once would otherwise show what the job's last
 * reading knew, a keystroke too old. The database keeps the same texts: a restart loses nothing.
 */
const sent = new Map<string, string | null>();

const place = (jobId: JobId, step: StepName) => `${jobId} ${step}`;

/** Notes what is being saved. */
export function rememberDraft(jobId: JobId, step: StepName, draft: string | null): void {
  sent.set(place(jobId, step), draft);
}

/** The draft of a step as it was left. */
export function latestDraft(job: Pick<JobView, 'id' | 'drafts'>, step: StepName): string | null {
  const mine = sent.get(place(job.id, step));
  return mine === undefined ? (job.drafts[step] ?? null) : mine;
}
