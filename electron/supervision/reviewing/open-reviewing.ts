import type { Clock } from '../../../shared/clock.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { reworkAnswer } from '../../db/tables/queue/reviews.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { noOutbox } from '../../relay/outbox.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { LaptopKeys } from '../../relay/uploader.ts';
import { isOwnJob, ownChecksNotGreen } from './own-jobs.ts';
import type { ReviewingParts } from './parts.ts';
import { createReviewSender, type ReviewSender } from './sender.ts';

/** Reviewing in an open profile: what its calls need, and what brings the reviews away. */
export interface Reviewing {
  readonly parts: ReviewingParts;
  readonly sender: ReviewSender;
}

/** Puts reviewing together for a profile. Nothing runs before `sender.start`. */
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
