import type { Clock } from '../../../shared/clock.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { CustomerId } from '../../../shared/ids.ts';
import { neverReached } from '../../../shared/never.ts';
import { reviewPin } from '../../../shared/relay/reviews.ts';
import { canonicalReview } from '../../../shared/relay/signing.ts';
import { MINUTE } from '../../../shared/time.ts';
import { nextOutgoingReview, type OutgoingReviewRow } from '../../db/tables/queue/outgoing-reviews.ts';
import { backoffMs } from '../../relay/backoff.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { LaptopKeys } from '../../relay/uploader.ts';
import { createPause } from '../../relay/pause.ts';
import type { RelayError } from '../../relay/relay-error.ts';
import type { ReviewingParts } from './parts.ts';
import { basisOf, settle } from './settle.ts';

export interface ReviewSenderOptions {
  readonly client: Pick<RelayClient, 'sendReview'>;
  readonly parts: Pick<ReviewingParts, 'database' | 'log' | 'clock'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly keys: LaptopKeys;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** The outcome of one could not be noted; it is sent again. */
  readonly onFault: (cause: unknown) => void;
}

/** Brings this laptop's reviews to the relay as long as it runs. */
export interface ReviewSender {
  /** Starts; does nothing while it runs. */
  readonly start: () => void;
  /** Gives up what is under way. Once resolved no timer and no request is left. */
  readonly stop: () => Promise<void>;
  /** There may be something new to bring. */
  readonly look: () => void;
  /** Tries now: the relay is back, or a person asked. */
  readonly wake: () => void;
}

/** A token does not get better by asking often. */
const REFUSED_RETRY_MS = 5 * MINUTE;
/** Looked at again even without an announcement: a commit's topics are a courtesy. */
const REST_MS = 5 * MINUTE;

/**
 * Makes a sender: one review at a time, in the order they were written. The same one is brought again until the relay has answered
 * and the answer is on disk; it knows each by its id, so nothing is said twice.
 */
export function createReviewSender(options: ReviewSenderOptions): ReviewSender {
  const { client, clock, keys } = options;
  const { database } = options.parts;
  const pause = createPause(clock);
  let running: { readonly ended: Promise<void>; readonly stop: AbortController } | null = null;
  let resting = false;
  let woken = false;
  let failuresInARow = 0;

  const failed = (error: RelayError): number => {
    failuresInARow += 1;
    switch (error.code) {
      case 'aborted':
        return 0;
      case 'refused':
      case 'wrong-customer':
        return REFUSED_RETRY_MS;
      case 'unreachable':
      case 'failing':
        keys.doubt();
        return backoffMs(failuresInARow, options.random, error.retryAfterMs);
      case 'unreadable':
        return backoffMs(failuresInARow, options.random, error.retryAfterMs);
      default:
        return neverReached(error.code);
    }
  };

  /** Answers how long to wait, in milliseconds. */
  const bring = async (row: OutgoingReviewRow, signal: AbortSignal): Promise<number> => {
    const { environment, customerId } = options;
    const known = await keys.register(signal);
    if (signal.aborted) return 0;
    if (!known.ok) return failed(known.error);
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
      basedOn: basisOf(database, row),
    };
    const answer = await client.sendReview({ ...review, signed: keys.sign(canonicalReview(review)) }, signal);
    // While stopping, databases may be closing; it is brought again.
    if (signal.aborted) return 0;
    if (!answer.ok) return failed(answer.error);
    failuresInARow = 0;
    database.write((context) => settle(options.parts, context, row, answer.value));
    return 0;
  };

  const turn = async (signal: AbortSignal): Promise<void> => {
    woken = false;
    const next = nextOutgoingReview(database.sqlite);
    let waitMs = REST_MS;
    if (next !== undefined) {
      try {
        waitMs = await bring(next, signal);
      } catch (cause) {
        failuresInARow += 1;
        waitMs = backoffMs(failuresInARow, options.random);
        options.onFault(cause);
      }
    }
    if (waitMs === 0 || woken || signal.aborted) return;
    resting = next === undefined;
    await pause.wait(waitMs);
    resting = false;
  };

  const wake = () => {
    woken = true;
    pause.end();
  };
  return {
    start: () => {
      if (running !== null) return;
      const stop = new AbortController();
      const run = async () => {
        while (!stop.signal.aborted) await turn(stop.signal);
      };
      running = { ended: run(), stop };
    },
    stop: async () => {
      if (running === null) return;
      running.stop.abort();
      pause.end();
      await running.ended;
      running = null;
    },
    look: () => {
      if (resting) wake();
      // The running one takes the next one by itself; a pause after a failure is not cut short by every commit.
    },
    wake: () => {
      if (running !== null) wake();
    },
  };
}
