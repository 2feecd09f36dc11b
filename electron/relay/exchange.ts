import type { Environment, CustomerId, LogEntryId, PlannedJobId } from '../../shared/ids.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type { Review, ReviewId } from '../../shared/relay/reviews.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Removal } from '../../shared/relay/removals.ts';
import { type Clock, MINUTE } from '../../shared/time.ts';
import { neverReached } from '../../shared/never.ts';
import { createLoop, backoffMs } from '../base/loop.ts';
import type { RelayClient } from './client.ts';
import type { RelayError } from './relay-error.ts';
import type { LaptopKeys } from './uploader.ts';

/* The exchange of rows with the relay: the reads of changes, the loop of regular reads, and the outbox. */

/** The newest review read, and the run of the relay's store that had it there; null = not reported. */
export interface ReviewPlace {
  readonly sequence: number;
  readonly id: ReviewId;
  readonly run: FeedRun | null;
}

/** Reads the keys of the other laptops, which verify the signatures of reviews and removals. */
export type RefreshKeys = (signal: AbortSignal) => Promise<Result<void, RelayError>>;

/** The storage of reviews on this laptop. */
export interface ReviewInbox {
  readonly place: () => ReviewPlace | null;
  /**
   * Returns a test whether the position was reset since this call, also where there was none: a page that was on its way
   * may lack the reviews of a job that was taken over.
   */
  readonly watchResets: () => () => boolean;
  /** Stores the reviews and the position in ONE transaction. */
  readonly take: (reviews: readonly Review[], place: ReviewPlace | null) => void;
  /** Total number of reviews that the relay dropped before they were read here. */
  readonly missed: (reviews: number) => void;
}

/**
 * Reads the reviews after the newest local one. If the relay does not have that one at its position (deleted by
 * retention), it answers from the beginning, so nothing is missed; known reviews change nothing. Another run of the store
 * is read from the beginning: a relay that was set back may have the newest one again, with unread ones before it. Keys are
 * read after each page: a reviewer's laptop registers its key before its first review, and a signature is verified
 * once.
 */
export async function pullReviews(
  parts: {
    readonly client: Pick<RelayClient, 'reviews'>;
    readonly inbox: ReviewInbox;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly refreshKeys: RefreshKeys;
    readonly run: FeedRun | null;
  },
  signal: AbortSignal,
): Promise<Result<void, RelayError>> {
  const { client, inbox, environment, customerId, refreshKeys, run } = parts;
  let upToDate = false;
  while (!upToDate) {
    const known = inbox.place();
    const wasReset = inbox.watchResets();
    const before = known?.run === run ? known : null;
    const answer = await client.reviews({ environment, customerId, after: before, signal });
    if (!answer.ok) return answer;
    // While stopping, the databases may be closing.
    if (signal.aborted) return ok(undefined);
    const { reviews, missed, cursor, last } = answer.value;
    if (reviews.length > 0) {
      const read = await refreshKeys(signal);
      if (!read.ok) return read;
      if (signal.aborted) return ok(undefined);
    }
    if (wasReset()) continue;
    inbox.missed(missed);
    // An installer's page omits reviews of colleagues' jobs: the position advances past them.
    const id = last ?? reviews.at(-1)?.id ?? null;
    const moves = reviews.length > 0 || (id !== null && id !== before?.id);
    if (id !== null && moves) inbox.take(reviews, { sequence: cursor, id, run });
    else if (cursor === 0) inbox.take([], null);
    upToDate = answer.value.upToDate || (!moves && cursor <= (before?.sequence ?? 0));
  }
  return ok(undefined);
}

/** Carries out the removals reported by the relay. */
export interface RemovalInbox {
  /** The newest removal received since the start; null = none. */
  readonly newest: () => LogEntryId | null;
  /** All removals, oldest first. Idempotent. */
  readonly take: (removals: readonly Removal[]) => void;
}

/** Reads all removals: they are few, and an obstacle to an earlier one may be gone. Keys are read after them. */
export async function pullRemovals(
  parts: {
    readonly client: Pick<RelayClient, 'removals'>;
    readonly inbox: RemovalInbox;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly refreshKeys: RefreshKeys;
  },
  signal: AbortSignal,
): Promise<Result<void, RelayError>> {
  const { client, inbox, environment, customerId, refreshKeys } = parts;
  const all: Removal[] = [];
  for (let after = 0; ;) {
    const answer = await client.removals({ environment, customerId, after, signal });
    if (!answer.ok) return answer;
    const { removals, upToDate, cursor } = answer.value;
    all.push(...removals);
    if (upToDate || cursor <= after) break;
    after = cursor;
  }
  const known = await refreshKeys(signal);
  if (!known.ok) return known;
  if (!signal.aborted) inbox.take(all);
  return ok(undefined);
}

/** The storage of planned jobs on this laptop. */
export interface PlanInbox {
  /** The position in the changes read since the start; 0 = none. */
  readonly place: () => number;
  /** The first day that this laptop requests. */
  readonly from: () => string;
  /** Stores changed jobs as the relay sent them, and deletes those that are not for this laptop. */
  readonly take: (changed: readonly unknown[], elsewhere: readonly PlannedJobId[], place: number) => void;
  /** All changes are read again: the relay may have been set back, or one was passed over. */
  readonly reread: () => void;
  /** Returns a test whether `reread` was called since this call: the page on its way continues the reading before. */
  readonly watchRereads: () => () => boolean;
}

/** Reads the changes after the local position. Keys are read after each page: a signature is verified once. */
export async function pullPlans(
  parts: {
    readonly client: Pick<RelayClient, 'plannedJobs'>;
    readonly inbox: PlanInbox;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly refreshKeys: RefreshKeys;
  },
  signal: AbortSignal,
): Promise<Result<void, RelayError>> {
  const { client, inbox, environment, customerId, refreshKeys } = parts;
  for (;;) {
    const after = inbox.place();
    const wasReread = inbox.watchRereads();
    const answer = await client.plannedJobs({ environment, customerId, after, from: inbox.from(), signal });
    if (!answer.ok) return answer;
    // While stopping, the databases may be closing.
    if (signal.aborted || answer.value === null) return ok(undefined);
    const { plannedJobs, elsewhere, cursor, upToDate } = answer.value;
    if (plannedJobs.length > 0) {
      const known = await refreshKeys(signal);
      if (!known.ok) return known;
      if (signal.aborted) return ok(undefined);
    }
    if (wasReread()) continue;
    inbox.take(plannedJobs, elsewhere, cursor);
    if (upToDate || cursor <= after) return ok(undefined);
  }
}

/** A read of the relay that is repeated for as long as a profile is open. */
export interface RegularReading {
  /** Reads until stopped; idempotent. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** Reads now. */
  readonly wake: () => void;
}

/** Interval of reading: the words of the office are not urgent. */
const READ_EVERY_MS = 10 * MINUTE;
const RETRY_MS = MINUTE;

/** @param read false = the relay did not answer, and is asked again sooner. */
export function createPeriodicReader(parts: {
  readonly clock: Clock;
  readonly read: (signal: AbortSignal) => Promise<boolean>;
  readonly onFault: (cause: unknown) => void;
}): RegularReading {
  let woken = false;
  const loop = createLoop(parts.clock, async (signal) => {
    while (!signal.aborted) {
      woken = false;
      let isRead = false;
      try {
        isRead = await parts.read(signal);
      } catch (cause) {
        parts.onFault(cause);
      }
      if (!signal.aborted && !woken) await loop.wait(isRead ? READ_EVERY_MS : RETRY_MS);
    }
  });
  return {
    start: loop.start,
    stop: loop.stop,
    wake: () => {
      woken = true;
      if (loop.isRunning()) loop.wake();
    },
  };
}

/* The outbox. */

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
