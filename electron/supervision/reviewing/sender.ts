import type { Environment } from '../../../shared/environment.ts';
import type { CustomerId } from '../../../shared/ids.ts';
import { type ReviewId, reviewPin } from '../../../shared/relay/reviews.ts';
import { canonicalReview } from '../../../shared/relay/signing.ts';
import { ok } from '../../../shared/result.ts';
import { nextOutgoingReview, type OutgoingReviewRow } from '../../db/tables/queue/outgoing-reviews.ts';
import type { RelayClient } from '../../relay/client.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../relay/outbox.ts';
import type { ReviewingParts } from './parts.ts';
import { basisOf, PUT_OFF_MS, settle } from './settle.ts';

export interface ReviewSenderOptions extends Omit<OutboxOptions<OutgoingReviewRow>, 'next' | 'bring'> {
  readonly client: Pick<RelayClient, 'sendReview'>;
  readonly parts: Pick<ReviewingParts, 'database' | 'log' | 'clock'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
}

/** Brings this laptop's reviews to the relay as long as it runs. */
export type ReviewSender = Outbox;

/** Makes a sender: one review at a time, in the order they were written. */
export function createReviewSender(options: ReviewSenderOptions): ReviewSender {
  const { client, environment, customerId, keys, clock } = options;
  /** Reviews that a relay which was set back did not take again, each until then; in monotonic time, as clocks are set. */
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
        id: row.id,
        environment,
        customerId,
        jobId: row.job_id,
        verdict: row.verdict,
        reason: row.reason,
        comment: row.comment,
        pin: reviewPin.parse(JSON.parse(row.pin)),
        worker: row.worker,
        basedOn: basis.revision,
        ...(basis.review === null ? {} : { basedOnReview: basis.review }),
      };
      const answer = await client.sendReview(
        { ...review, signed: keys.sign(canonicalReview(review)) },
        signal,
      );
      if (!answer.ok) return answer;
      // While stopping, databases may be closing; it is brought again.
      if (!signal.aborted) database.write((context) => settle(options.parts, context, row, answer.value));
      if (row.state === 'arrived' && answer.value.kind !== 'kept')
        putOff.set(row.id, clock.passed() + PUT_OFF_MS);
      return ok(undefined);
    },
  });
}
