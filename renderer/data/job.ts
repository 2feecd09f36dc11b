import type { JobView } from '../../shared/domain/job.ts';
import type { StepName } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import { call } from './call.ts';
import { firstExpiry, useRefetchAt } from './refetch-at.ts';
import { createReadModel, useReadModel } from './read-model.ts';
import { recentModels } from './recent-models.ts';

/** A person goes to and fro between a few jobs. */
const KEPT = 8;

const modelOf = recentModels<JobId, JobView>(
  (jobId) =>
    createReadModel({
      read: () => call(window.boxwright.jobs.get, { jobId }),
      // A job of the profile before is not shown under the next one.
      concerns: (topic) => topic === `job:${jobId}` || topic === 'profile',
      upTo: (view) => view.upTo,
      outlivesWatchers: true,
    }),
  KEPT,
);

/** One job, kept fresh: also when its test access runs out, which is no commit. */
export function useJob(jobId: JobId) {
  const read = useReadModel(modelOf(jobId));
  useRefetchAt(read.value === null ? null : firstExpiry([read.value.proof]), read.refetch);
  return read;
}

/** Takes the view a write answered with, so that the screen shows it without another reading. */
export function setJob(view: JobView): void {
  modelOf(view.id).setData(view);
}

/** Puts a saved draft into the view that is shown; saving one announces no commit. */
export function keepDraftInView(jobId: JobId, step: StepName, draft: string | null): void {
  const model = modelOf(jobId);
  const view = model.store.getState().value;
  if (view !== null) model.setData(withDraft(view, step, draft));
}

/** The view with the draft of a step in place of the one before; null removes it. */
export function withDraft(view: JobView, step: StepName, draft: string | null): JobView {
  const drafts = { ...view.drafts };
  if (draft === null) delete drafts[step];
  else drafts[step] = draft;
  return { ...view, drafts };
}
