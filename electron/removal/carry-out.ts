import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { neverReached } from '../../shared/never.ts';
import { plannedJobId } from '../../shared/ids.ts';
import { reviewId } from '../../shared/relay/reviews.ts';
import type { RemovalRequest } from '../../shared/domain/removal.ts';
import { deleteAttachment } from '../db/tables/queue/attachments.ts';
import { readJob, writeJobSearch } from '../db/tables/queue/jobs.ts';
import { noteRemoval } from '../db/tables/queue/removal-orders.ts';
import { removeJob, removeOperation } from '../db/tables/queue/retention.ts';
import {
  blankReview,
  blankWorker,
  removeOfJob,
  removeWords,
  writeJobWords,
  writeSeriesWords,
  removePlannedJob,
} from '../db/tables/queue/word-rows.ts';
import type { WriteContext } from '../db/open.ts';
import { parseJobData, searchTextOf } from '../jobs/job-data.ts';
import type { InstallationLog } from '../log/append.ts';
import { redactEntries, type Ordering, tellRemoval } from '../log/redact.ts';
import { isEmpty, planRemoval, readThrough, type RemovalPlan } from './plan.ts';
import { tableSaying } from './words-left.ts';

/**
 * Takes away what was planned, within one transaction. What the files still hold is overwritten afterwards: that this is to be done is
 * noted in the same transaction. Removals elsewhere are ordered by the log.
 */
export function carryOut(
  context: WriteContext,
  log: InstallationLog,
  plan: RemovalPlan,
  why: {
    readonly reason: string;
    readonly request: RemovalRequest;
    readonly at: number;
    /** Tells the others; null where they informed this laptop. */
    readonly ordering: Ordering | null;
  },
): void {
  const { reason, request, at, ordering } = why;
  redactEntries(context, log, plan.entries, { reason, request });
  if (ordering !== null) tellRemoval(context, log, thingsOf(plan), { reason, request, at }, ordering);
  for (const job of plan.wholeJobs) {
    removeOfJob(context, 'outgoing_review', job);
    if (readJob(context.sqlite, job) !== undefined) removeJob(context, job);
  }
  for (const [job, data] of plan.jobWords) {
    writeJobWords(context, job, data);
    const row = readJob(context.sqlite, job);
    if (row !== undefined) writeJobSearch(context, job, searchTextOf(parseJobData(row)));
  }
  for (const job of plan.workerOf) blankWorker(context, job);
  for (const job of plan.draftsOf) removeOfJob(context, 'draft', job);
  for (const operation of plan.operations) removeOperation(context, operation);
  for (const review of plan.reviews) blankReview(context, review);
  for (const [id, shares] of plan.series) writeSeriesWords(context, id, shares);
  for (const part of ['plannedCars', 'forms', 'results', 'assignments'] as const) {
    for (const key of plan[part]) removeWords(context, tableOf(part), key);
  }
  for (const id of plan.plannedJobs) removePlannedJob(context, id);
  for (const digest of plan.photos) deleteAttachment(context, digest);
  noteRemoval(context, why.at);
  const left = readThrough(planRemoval(context.sqlite, plan.sought, why.at));
  // Nothing is removed rather than half of it. The tables are searched apart from the plan: what it does not know it leaves.
  const table = tableSaying(context.sqlite, plan.says);
  if (table !== null) throw new ProblemError(makeProblem('removal-words-left', { table }));
  if (!isEmpty(context.sqlite, left)) throw new Error('words would be left');
  context.changed('jobs', 'queue', 'reviews', 'status', 'log');
}

function thingsOf({ wholeJobs, reviews, photos, plannedJobs }: RemovalPlan) {
  return {
    jobs: [...wholeJobs],
    reviews: [...reviews].map((id) => reviewId.parse(id)),
    photos: [...photos],
    plans: [...plannedJobs].map((id) => plannedJobId.parse(id)),
  };
}

function tableOf(part: 'plannedCars' | 'forms' | 'results' | 'assignments') {
  switch (part) {
    case 'plannedCars':
      return 'planned_car';
    case 'forms':
      return 'form_draft';
    case 'results':
      return 'result';
    case 'assignments':
      return 'assignment';
    default:
      return neverReached(part);
  }
}
