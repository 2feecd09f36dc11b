import { type Clock, MINUTE } from '../../shared/time.ts';
import { neverReached } from '../../shared/never.ts';
import type { Result } from '../../shared/result.ts';
import { backoffMs, createLoop } from '../base/loop.ts';
import type { RelayError } from './relay-error.ts';
import type { LaptopKeys } from './uploader.ts';

/** The dependencies of an outbox. */
export interface OutboxOptions<Row> {
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly keys: LaptopKeys;
  /** The next row to send; undefined = none. */
  readonly next: () => Row | undefined;
  /** Sends a row and stores the outcome. After an error it is sent again. */
  readonly bring: (row: Row, signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** The outcome could not be stored; the row is sent again. */
  readonly onFault: (cause: unknown) => void;
}

/** Sends this laptop's rows to the relay while it runs. */
export interface Outbox {
  /** Starts; idempotent. */
  readonly start: () => void;
  /** Aborts the request in flight. Once resolved no timer and no request is left. */
  readonly stop: () => Promise<void>;
  /** A new row may be waiting. */
  readonly wakeIfIdle: () => void;
  /** Retries now: the relay is reachable again, or a person asked. */
  readonly wake: () => void;
}

/** Without a relay nothing is sent. */
export const noOutbox: Outbox = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  wakeIfIdle: () => undefined,
  wake: () => undefined,
};

/** Retry delay after a 401: frequent retries do not fix a token. */
const REFUSED_RETRY_MS = 5 * MINUTE;
/** Poll interval, because the announcement of a commit is not guaranteed. */
const REST_MS = 5 * MINUTE;

/**
 * Creates an outbox: one row at a time, in the order of writing. A row is sent again until the relay has answered and
 * the answer is stored. Rows have ids, so resending is idempotent.
 */
export function createOutbox<Row>(options: OutboxOptions<Row>): Outbox {
  const { clock, keys } = options;
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
      case 'rejected':
      case 'unreadable':
        return backoffMs(failuresInARow, options.random, error.retryAfterMs);
      default:
        return neverReached(error.code);
    }
  };

  /** Returns the delay in milliseconds. */
  const bring = async (row: Row, signal: AbortSignal): Promise<number> => {
    const known = await keys.register(signal);
    if (signal.aborted) return 0;
    if (!known.ok) return failed(known.error);
    const brought = await options.bring(row, signal);
    if (signal.aborted) return 0;
    if (!brought.ok) return failed(brought.error);
    failuresInARow = 0;
    return 0;
  };

  const turn = async (signal: AbortSignal): Promise<void> => {
    woken = false;
    const next = options.next();
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
    await loop.wait(waitMs);
    resting = false;
  };

  const loop = createLoop(clock, async (signal) => {
    while (!signal.aborted) await turn(signal);
  });
  const wake = () => {
    woken = true;
    loop.wake();
  };
  return {
    start: loop.start,
    stop: loop.stop,
    wakeIfIdle: () => {
      if (resting) wake();
      // A running loop picks up the next row by itself; a commit must not cut short a pause after a failure.
    },
    wake: () => {
      if (loop.isRunning()) wake();
    },
  };
}
