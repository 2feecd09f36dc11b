import type { JobView } from '../../../shared/domain/job.ts';
import type { StepName } from '../../../shared/domain/job-steps.ts';
import type { JobId } from '../../../shared/ids.ts';
import { call } from '../../data/call.ts';
import { keepDraftInView } from '../../data/jobs.ts';

/*
 * Drafts whose save is not confirmed yet: a step that is left and reopened at once must not lose a keystroke. A saved
 * draft is part of the job's view. A later read of the job replaces it, also when the job came back from another
 * laptop.
 */
const unsaved = new Map<string, string | null>();

const place = (jobId: JobId, step: StepName) => `${jobId} ${step}`;

/** Saves the draft of a step; null removes it. A draft whose save failed stays here. */
export async function saveDraft(jobId: JobId, step: StepName, draft: string | null): Promise<void> {
  const key = place(jobId, step);
  unsaved.set(key, draft);
  const answer = await call(window.boxwright.jobs.saveDraft, { jobId, step, draft });
  // A failed save keeps the draft here; a newer draft has its own save.
  if (!answer.ok || unsaved.get(key) !== draft) return;
  keepDraftInView(jobId, step, draft);
  unsaved.delete(key);
}

/** The last draft of a step, including one that is not saved yet. */
export function latestDraft(job: Pick<JobView, 'id' | 'drafts'>, step: StepName): string | null {
  const mine = unsaved.get(place(job.id, step));
  return mine === undefined ? (job.drafts[step] ?? null) : mine;
}
