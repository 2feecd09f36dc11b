import { type Clock, MINUTE } from '../../shared/time.ts';
import { neverReached } from '../../shared/never.ts';
import type { Result } from '../../shared/result.ts';
import { backoffMs, createPause } from './pause.ts';
import type { RelayError } from './relay-error.ts';
import type { LaptopKeys } from './uploader.ts';

export interface OutboxOptions<Row> {
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly keys: LaptopKeys;
  /** The next row to bring; undefined = nothing waits. */
  readonly next: () => Row | undefined;
  /** Brings a row and keeps the outcome. An error brings it again. */
  readonly bring: (row: Row, signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** The outcome of one could not be noted; it is brought again. */
  readonly onFault: (cause: unknown) => void;
}

/** Brings what this laptop says to the relay as long as it runs. */
export interface Outbox {
  /** Starts; does nothing while it runs. */
  readonly start: () => void;
  /** Gives up what is under way. Once resolved no timer and no request is left. */
  readonly stop: () => Promise<void>;
  /** There may be something new to bring. */
  readonly look: () => void;
  /** Tries now: the relay is back, or a person asked. */
  readonly wake: () => void;
}

/** Where there is no relay, nothing waits. */
export const noOutbox: Outbox = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  look: () => undefined,
  wake: () => undefined,
};

/** A token does not get better by asking often. */
const REFUSED_RETRY_MS = 5 * MINUTE;
/** Looked at again even without an announcement: a commit's topics are a courtesy. */
const REST_MS = 5 * MINUTE;

/**
 * Makes an outbox: one row at a time, in the order they were written. The same one is brought again until the relay has answered and the
 * answer is on disk; the relay knows each by its id, so nothing is said twice.
 */
export function createOutbox<Row>(options: OutboxOptions<Row>): Outbox {
  const { clock, keys } = options;
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
