import { randomUUID } from 'node:crypto';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem } from '../../../electron/jobs/steps/fitting.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { type ReceivedReview, takeReview } from '../../../electron/log/review-inbox.ts';
import {
  type ReviewingParts,
  isOwnJob,
  ownChecksNotGreen,
} from '../../../electron/supervision/reviewing/reviewing.ts';
import { reworkAnswer } from '../../../electron/db/tables/queue/reviews.ts';
import type { JobId } from '../../../shared/ids.ts';
import { reviewId, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { type JobBench, known } from '../jobs/bench.ts';

/** A job as its installer left it: the car chosen, one answer given, finished. */
export function finishedJob(bench: JobBench): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  const [item] = bench.view(job).checklist.template.items.filter(({ type }) => type === 'text');
  if (item === undefined) throw new Error('no text to answer');
  answerItem(bench.parts, job, item.id, 'first');
  finishJob(bench.parts, job);
  return job;
}

/** A review that the relay hands on. */
export function reviewFor(jobId: JobId, more: Partial<ReceivedReview> = {}): ReceivedReview {
  return {
    id: reviewId.parse(randomUUID()),
    jobId,
    revision: 1,
    verdict: 'rework',
    reason: 'photo-unreadable',
    comment: 'The label is blurred.',
    pin: WHOLE_JOB,
    reviewer: 'Office',
    worker: 'Kim',
    receivedAt: 1000,
    signature: 'verified',
    ...more,
  };
}

/** The review arrives. */
export function arrives({ database, parts }: JobBench, review: ReceivedReview): void {
  database.write((context) => takeReview(context, parts.log, review, 'relay'));
}

/** Reviewing over the jobs of a bench. */
export function reviewingOf({ parts, viewAny }: JobBench, hasRelay: boolean): ReviewingParts {
  const { database, clock, ids, log, worker } = parts;
  const own = (job: JobId) => isOwnJob(database.sqlite, job);
  return {
    database,
    clock,
    ids,
    log,
    worker,
    hasRelay,
    isKnown: (job) => hasRelay || own(job),
    checksNotGreen: (job) => (own(job) ? ownChecksNotGreen(viewAny(job)) : null),
    answerTo: (_job, review) => reworkAnswer(database.sqlite, review),
  };
}
