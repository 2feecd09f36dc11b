import { useEffect } from 'react';
import type { Topic } from '../../shared/ipc/pushed.ts';
import type { JobView } from '../../shared/domain/job.ts';
import type { StepName } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Proof } from '../../shared/domain/proof.ts';
import type { Instant } from '../../shared/time.ts';
import { call } from './call.ts';
import { useQuery } from './lookup.ts';
import { createReadModel, useReadModel, recentModels } from './read-model.ts';

const jobs = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.jobs.list, {});
    return answer.ok ? { ok: true, value: answer.value.jobs } : answer;
  },
  concerns: (topic) => topic === 'jobs' || topic === 'profile' || topic.startsWith('job:'),
  outlivesWatchers: true,
});

/** The keys of cars that this laptop's crew has. */
export const useOpenCarKeys = () => useQuery(window.boxwright.jobs.openCarKeys, nothing, keyTopics);
const nothing = {};
const keyTopics: readonly Topic[] = ['jobs', 'profile'];

/** All jobs of Home, kept fresh: also when a test access runs out, which is no commit. */
export function useJobs() {
  const read = useReadModel(jobs);
  useRefetchAt(firstExpiry((read.value ?? []).map(({ proof }) => proof)), read.refetch);
  return read;
}

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

const openSeries = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.series.list, {});
    return answer.ok ? { ok: true, value: answer.value.series } : answer;
  },
  concerns: (topic) => topic === 'jobs' || topic === 'profile' || topic.startsWith('job:'),
  outlivesWatchers: true,
});

/** The series that go on. */
export const useOpenSeries = () => useReadModel(openSeries);

/** Past the moment itself: a timer may fire a little early. */
const AFTER_MS = 50;
/** The longest delay of a browser's timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Reads again at a moment from which on the same facts mean something else. */
function useRefetchAt(at: Instant | null, refetch: () => void): void {
  useEffect(() => {
    if (at === null) return undefined;
    const timer = window.setTimeout(refetch, Math.min(Math.max(at - Date.now(), 0) + AFTER_MS, LONGEST_MS));
    return () => window.clearTimeout(timer);
  }, [at, refetch]);
}

/** When the first of these test accesses runs out that can still be tried; null = none does. */
export function firstExpiry(proofs: readonly Proof[]): Instant | null {
  const ends = proofs.flatMap((proof) =>
    proof.state === 'to-try' && proof.until !== null ? [proof.until] : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}
