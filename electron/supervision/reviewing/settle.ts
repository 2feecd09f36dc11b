import type { Environment, CustomerId } from '../../../shared/ids.ts';
import { type ReviewId, reviewPin } from '../../../shared/relay/reviews.ts';
import { canonicalReview } from '../../../shared/relay/signing.ts';
import { ok } from '../../../shared/result.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { FeedRun } from '../../../shared/relay/access.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { GivenReview } from '../../../shared/domain/reviewing.ts';
import {
  nextOutgoingReview,
  type OutgoingReviewRow,
  followersOf,
  putReviewOff,
  readOutgoingReview,
  settleOutgoingReview,
} from '../../db/tables/queue/outgoing-reviews.ts';
import type { RelayClient } from '../../relay/client.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../relay/exchange.ts';
import type { WriteContext } from '../../db/open.ts';
import { type ReviewRow, reviewsOf } from '../../db/tables/queue/reviews.ts';
import { givenReviewOf } from '../../jobs/finish.ts';
import { type ReceivedReview, takeReview } from '../../log/review-inbox.ts';
import { judgedReview } from '../../trust/signatures.ts';
import type { ReviewAnswer } from '../../relay/queries-and-answers.ts';
import type { ReviewingParts } from './reviewing.ts';

/* The sender of reviews: one at a time, in the order of writing, and the effect of the relay's answer. */

interface ReviewSenderOptions extends Omit<OutboxOptions<OutgoingReviewRow>, 'next' | 'bring'> {
  readonly client: Pick<RelayClient, 'sendReview'>;
  readonly parts: Pick<ReviewingParts, 'database' | 'log' | 'clock'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
}

/** Sends this laptop's reviews to the relay while it runs. */
export type ReviewSender = Outbox;

/** Makes a sender: one review at a time, in the order they were written. */
export function createReviewSender(options: ReviewSenderOptions): ReviewSender {
  const { client, environment, customerId, keys, clock } = options;
  /**
   * Reviews that a restored relay refused, each with the time of its next retry; in monotonic time, because clocks can
   * be set.
   */
  const putOff = new Map<ReviewId, number>();
  const { database } = options.parts;
  return createOutbox({
    ...options,
    next: () => {
      const now = clock.passed();
      for (const [id, until] of putOff) if (now >= until) putOff.delete(id);
      return nextOutgoingReview(database.sqlite, [...putOff.keys()]);
    },
    bring: async (row, signal) => {
      const basis = basisOf(database, row);
      const review = {
        ...writtenIn(row),
        environment,
        customerId,
        basedOn: basis.revision,
        ...(basis.review === null ? {} : { basedOnReview: basis.review }),
      };
      const answer = await client.sendReview(
        { ...review, signed: keys.sign(canonicalReview(review)) },
        signal,
      );
      if (!answer.ok) return answer;
      // While stopping, databases may be closing; the next start sends it again.
      if (!signal.aborted) database.write((context) => settle(options.parts, context, row, answer.value));
      if (row.state === 'arrived' && answer.value.kind !== 'kept')
        putOff.set(row.id, clock.passed() + PUT_OFF_MS);
      return ok(undefined);
    },
  });
}

type Parts = Pick<ReviewingParts, 'log' | 'clock'>;

/** The basis of a review: a revision and its review; null = none, or none from a relay. */
interface Basis {
  readonly revision: number;
  readonly review: ReviewId | null;
}

/** The basis sent with a review: the outcome of the review it follows, or the review that its writer had seen. */
export function basisOf({ sqlite }: Pick<WriteContext, 'sqlite'>, row: OutgoingReviewRow): Basis {
  const before = row.follows === null ? undefined : readOutgoingReview(sqlite, row.follows);
  const basis =
    before?.state === 'arrived' && before.revision !== null
      ? { revision: before.revision, review: before.id }
      : { revision: row.based_on, review: row.based_on_review };
  return row.state === 'arrived' && row.revision !== null ? { ...basis, revision: row.revision - 1 } : basis;
}

/** Stores the relay's answer to a review; an accepted review counts here from now on. */
export function settle(
  parts: Parts,
  context: WriteContext,
  row: OutgoingReviewRow,
  answer: ReviewAnswer,
): void {
  if (row.state === 'arrived' && answer.kind !== 'kept') {
    resettle(parts, context, row, answer);
    context.changed('jobs', 'reviews', `job:${row.job_id}`);
    return;
  }
  switch (answer.kind) {
    case 'kept': {
      const { revision, reviewer, receivedAt } = answer.review;
      arrived(context, row, revision, answer.run);
      // The words written and signed here count: nothing proves that those of the answer are the same.
      takeReview(context, parts.log, asWritten(row, { revision, reviewer, receivedAt }), 'relay');
      break;
    }
    case 'stale': {
      const current = answer.current === null ? null : judgedReview(context.sqlite, answer.current);
      stale(parts, context, row, current === null ? null : { ...current, at: current.receivedAt });
      if (current !== null) takeCurrent(parts, context, current);
      break;
    }
    case 'not-allowed':
      refused(parts, context, row, makeProblem('review-not-allowed', {}, answer.detail));
      break;
    case 'not-taken':
      refused(parts, context, row, makeProblem('review-not-taken', {}, answer.detail));
      break;
    default:
      neverReached(answer);
  }
  context.changed('jobs', 'reviews', `job:${row.job_id}`);
}

/** Settles a review without a relay: this laptop's own order of reviews decides. */
export function settleHere(
  parts: Parts,
  context: WriteContext,
  row: OutgoingReviewRow,
  latest: ReviewRow | undefined,
): void {
  const revision = latest?.revision ?? 0;
  if (basisOf(context, row).revision !== revision) {
    stale(parts, context, row, latest === undefined ? null : givenReviewOf(latest));
    return;
  }
  arrived(context, row, revision + 1, null);
  takeReview(
    context,
    parts.log,
    asWritten(row, { revision: revision + 1, reviewer: '', receivedAt: row.written_at }),
    // A former relay has assigned revisions; the numbering continues.
    latest?.origin ?? 'here',
  );
}

/** A review of this laptop, with the facts of its receipt. */
function asWritten(
  row: OutgoingReviewRow,
  receipt: Pick<ReceivedReview, 'revision' | 'reviewer' | 'receivedAt'>,
): ReceivedReview {
  return { ...writtenIn(row), signature: 'verified', ...receipt };
}

/** The words of a review as they were written here. */
const writtenIn = ({ id, job_id: jobId, verdict, reason, comment, pin, worker }: OutgoingReviewRow) => ({
  id,
  jobId,
  verdict,
  reason,
  comment,
  pin: reviewPin.parse(JSON.parse(pin)),
  worker,
});

/** Retry interval for a review that a restored relay does not accept; it is retried for one day. */
const PUT_OFF_MS = 15 * MINUTE;
const MOST_DOUBTS = 96;

/**
 * A relay that was set back refuses reviews that had arrived. If it assigned the revision, or the previous one, to
 * another review, that review came first. Otherwise it lacks the review of another laptop that this one is based on,
 * which may still arrive.
 */
function resettle(
  parts: Parts,
  context: WriteContext,
  row: OutgoingReviewRow,
  answer: Exclude<ReviewAnswer, { kind: 'kept' }>,
): void {
  if (answer.kind === 'stale' && answer.current !== null) {
    takeCurrent(parts, context, judgedReview(context.sqlite, answer.current));
  }
  const basis = basisOf(context, row);
  const other = reviewsOf(context.sqlite, row.job_id).find(
    ({ id, origin, revision }) =>
      origin === 'relay' &&
      ((id !== row.id && revision === row.revision) ||
        (basis.review !== null && id !== basis.review && revision === basis.revision)),
  );
  if (answer.kind === 'stale' && other !== undefined) stale(parts, context, row, givenReviewOf(other));
  else putReviewOff(context, row.id, row.doubts + 1 >= MOST_DOUBTS);
}

/**
 * Takes the review that the relay names as the present one. A signature is verified once: if the key is missing here, the
 * feed delivers the review after the key.
 */
function takeCurrent({ log }: Parts, context: WriteContext, current: ReceivedReview): void {
  if (current.signature !== 'unknown-key') takeReview(context, log, current, 'relay');
}

function arrived(
  context: WriteContext,
  { id }: OutgoingReviewRow,
  revision: number,
  run: FeedRun | null,
): void {
  settleOutgoingReview(context, {
    id,
    state: 'arrived',
    revision,
    stale_current: null,
    problem: null,
    confirmed_run: run,
  });
}

/**
 * Drops a review because another one was first. Reviews of this laptop that are based on it are dropped too: they
 * were decided without knowledge of the other review.
 */
function stale(
  parts: Parts,
  context: WriteContext,
  row: OutgoingReviewRow,
  current: GivenReview | null,
): void {
  for (const one of [row, ...followersOf(context.sqlite, row)]) {
    settleOutgoingReview(context, {
      id: one.id,
      state: 'stale',
      revision: null,
      stale_current: current === null ? null : JSON.stringify(current),
      problem: null,
      confirmed_run: null,
    });
    const data = { review: one.id, because: 'stale', revision: current?.revision ?? 0 } as const;
    parts.log.append(context, { job: one.job_id, type: 'review-not-taken', data });
  }
}

function refused(parts: Parts, context: WriteContext, row: OutgoingReviewRow, problem: Problem): void {
  settleOutgoingReview(context, {
    id: row.id,
    state: 'refused',
    revision: null,
    stale_current: null,
    problem: JSON.stringify(problem),
    confirmed_run: null,
  });
  const data = { review: row.id, because: 'refused', says: problem.raw } as const;
  parts.log.append(context, { job: row.job_id, type: 'review-not-taken', data });
}
