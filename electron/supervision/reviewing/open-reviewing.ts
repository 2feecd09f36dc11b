import type { Clock } from '../../../shared/time.ts';
import type { ReworkAnswer } from '../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { ReviewId } from '../../../shared/relay/reviews.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { isBoxUnchecked } from '../../../shared/domain/boxes.ts';
import type { Database, Sqlite } from '../../db/open.ts';
import type { Ids } from '../../base/ids.ts';
import type { InstallationLog } from '../../log/append.ts';
import { reworkAnswer } from '../../db/tables/queue/reviews.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { noOutbox } from '../../relay/outbox.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { LaptopKeys } from '../../relay/uploader.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';
import { createReviewSender, type ReviewSender } from './settle.ts';

/** The dependencies of reviewing. */
export interface ReviewingParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'review'>;
  readonly log: InstallationLog;
  /** The person who is working. */
  readonly worker: () => string;
  /** Without a relay, a review written here counts at once. */
  readonly hasRelay: boolean;
  /** Whether any laptop's job is known here. */
  readonly isKnown: (job: JobId) => boolean;
  /** The names of the failed checks of a job; null = the job is unknown here. */
  readonly checksNotGreen: (job: JobId) => readonly string[] | null;
  /** The installer's answer to a rework request, from any laptop. */
  readonly answerTo: (job: JobId, review: ReviewId) => ReworkAnswer;
}

/** Reviewing in an open profile: the dependencies of its calls, and the sender of its reviews. */
export interface Reviewing {
  readonly parts: ReviewingParts;
  readonly sender: ReviewSender;
}

/** Assembles reviewing for a profile. No work runs before `sender.start`. */
export function openReviewing(
  given: Pick<ReviewingParts, 'database' | 'ids' | 'log' | 'worker'> & {
    readonly clock: Clock;
    /** From 0 up to, not including, 1. */
    readonly random: () => number;
    readonly relay: Pick<RelayClient, 'sendReview'> | null;
    readonly target: QueueTarget;
    readonly keys: LaptopKeys;
    /** A job of this laptop. */
    readonly viewOf: (job: JobId) => JobView;
    /** The facts of other laptops' jobs in the logs. */
    readonly elsewhere: Pick<ReviewingParts, 'checksNotGreen' | 'answerTo'>;
    readonly report: (cause: unknown) => void;
  },
): Reviewing {
  const { database, clock, ids, log, worker, relay, target } = given;
  const { sqlite } = database;
  const parts: ReviewingParts = {
    database,
    clock,
    ids,
    log,
    worker,
    hasRelay: relay !== null,
    isKnown: (job) => relay !== null || isOwnJob(sqlite, job),
    checksNotGreen: (job) =>
      isOwnJob(sqlite, job) ? ownChecksNotGreen(given.viewOf(job)) : given.elsewhere.checksNotGreen(job),
    answerTo: (job, review) =>
      isOwnJob(sqlite, job) ? reworkAnswer(sqlite, review) : given.elsewhere.answerTo(job, review),
  };
  const sender =
    relay === null
      ? noOutbox
      : createReviewSender({
          client: relay,
          parts,
          environment: target.environment,
          customerId: target.customerId,
          keys: given.keys,
          clock,
          random: given.random,
          onFault: given.report,
        });
  return { parts, sender };
}

/** Whether it is a job of this laptop. */
export const isOwnJob = (sqlite: Sqlite, job: JobId): boolean => readJob(sqlite, job) !== undefined;

/** The names of the failed checks of a job, which a supervisor reviews before an approval. */
export function ownChecksNotGreen(job: JobView): readonly string[] {
  const { car, finishedAt, unfinished, problem, testAccessOpen, forcedCount, reported } = job;
  const checks: readonly (readonly [string, boolean])[] = [
    ['car', car !== null],
    ['box', (job.kind === 'removal' ? job.removal.box : job.box) !== null],
    ['box-checked', job.kind === 'removal' || !isBoxUnchecked(job.preflight)],
    ['finished', finishedAt !== null],
    ['confirmed', unfinished === 0 && problem === null && reported === null],
    ['access-removed', !testAccessOpen],
    ['nothing-forced', forcedCount === 0],
    ['checklist', job.kind !== 'installation' || job.checklist.complete],
    ['access-proven', isProven(job)],
  ];
  return checks.flatMap(([name, green]) => (green ? [] : [name]));
}

/** The car opened and closed with a test access that is gone again. A removal job needs no test. */
const isProven = ({ proof }: JobView): boolean => proof.state === 'proven' || proof.state === 'not-needed';
