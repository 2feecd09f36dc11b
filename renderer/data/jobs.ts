import { useEffect } from 'react';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { ChecklistTemplate } from '../../shared/domain/checklist.ts';
import type { JobView, SentJob } from '../../shared/domain/job.ts';
import type { StepName } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Proof } from '../../shared/domain/proof.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
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

/** The car keys that this laptop's crew holds. */
export const useOpenCarKeys = () => useQuery(window.boxwright.jobs.openCarKeys, nothing, keyTopics);
const nothing = {};
const keyTopics: readonly Topic[] = ['jobs', 'profile'];

/** All jobs of Home, refetched after a commit and when a test access expires, which is not a commit. */
export function useJobs() {
  const read = useReadModel(jobs);
  useRefetchAt(firstExpiry((read.value ?? []).map(({ proof }) => proof)), read.refetch);
  return read;
}

/** Cache sizes in jobs and in templates: a person switches between a few of them. */
const KEPT = 8;
const KEPT_TEMPLATES = 20;

/** The templates of checklists by their digest. A digest identifies the content, so an entry is never stale. */
const templates = new Map<string, ChecklistTemplate>();

/** The job with the template of its checklist; null while this window does not have the template. */
export function wholeJob(sent: SentJob): JobView | null {
  const { digest, template: brought } = sent.checklist;
  const template = brought ?? (digest === undefined ? undefined : templates.get(digest));
  if (template === undefined) return null;
  if (digest !== undefined) keepTemplate(digest, template);
  return { ...sent, checklist: { ...sent.checklist, template } };
}

function keepTemplate(digest: string, template: ChecklistTemplate): void {
  templates.delete(digest);
  templates.set(digest, template);
  for (const oldest of templates.keys()) {
    if (templates.size <= KEPT_TEMPLATES) break;
    templates.delete(oldest);
  }
}

/** Asks for the whole job only where its template is not here. */
async function readJob(jobId: JobId, whole = false): Promise<Result<JobView, Problem>> {
  const answer = await call(window.boxwright.jobs.get, { jobId, whole });
  if (!answer.ok) return answer;
  const job = wholeJob(answer.value);
  if (job !== null) return ok(job);
  return whole ? err(makeProblem('unexpected')) : readJob(jobId, true);
}

const modelOf = recentModels<JobId, JobView>(
  (jobId) =>
    createReadModel({
      read: () => readJob(jobId),
      // A job of the previous profile must not be shown under the next one.
      concerns: (topic) => topic === `job:${jobId}` || topic === 'profile',
      upTo: (view) => view.upTo,
      outlivesWatchers: true,
    }),
  KEPT,
);

/** One job, refetched after a commit and when its test access expires, which is not a commit. */
export function useJob(jobId: JobId) {
  const read = useReadModel(modelOf(jobId));
  useRefetchAt(read.value === null ? null : firstExpiry([read.value.proof]), read.refetch);
  return read;
}

/** Puts the view that a write returned into the cache. The job is refetched only if its template is not cached. */
export function setJob(sent: SentJob): void {
  const job = wholeJob(sent);
  if (job === null) void modelOf(sent.id).refresh();
  else modelOf(sent.id).setData(job);
}

/** Puts a saved draft into the cached view, because saving a draft announces no commit. */
export function keepDraftInView(jobId: JobId, step: StepName, draft: string | null): void {
  const model = modelOf(jobId);
  const view = model.store.getState().value;
  if (view !== null) model.setData(withDraft(view, step, draft));
}

/** The view with the draft of a step replaced; null removes the draft. */
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

/** Reads the jobs and series of Home before the window shows anything. */
export function readHome(): void {
  void jobs.readAhead();
  void openSeries.readAhead();
}

/** The series that are not finished. */
export const useOpenSeries = () => useReadModel(openSeries);

/** Margin after the moment, because a timer may fire a little early. */
const AFTER_MS = 50;
/** Upper bound of a browser timer's delay. */
const LONGEST_MS = 2 ** 31 - 1;

/** Refetches at a moment from which the same data has another meaning. */
function useRefetchAt(at: Instant | null, refetch: () => void): void {
  useEffect(() => {
    if (at === null) return undefined;
    const timer = window.setTimeout(refetch, Math.min(Math.max(at - Date.now(), 0) + AFTER_MS, LONGEST_MS));
    return () => window.clearTimeout(timer);
  }, [at, refetch]);
}

/** The first end of the test accesses that can still be used; null = there is none. */
export function firstExpiry(proofs: readonly Proof[]): Instant | null {
  const ends = proofs.flatMap((proof) =>
    proof.state === 'to-try' && proof.until !== null ? [proof.until] : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}
