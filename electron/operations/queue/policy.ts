import { type Instant, MINUTE, SECOND } from '../../../shared/time.ts';

/**
 * Every waiting time of the queue, in one pure place. Times are milliseconds; `random` answers [0, 1).
 */
export interface QueuePolicy {
  /**
   * How long a negative read does not count: longer than the server's own processing limit (faults.md fact 4). Twice as long
   * for what ends by a result, which the server works on again after it has taken the request.
   */
  readonly quarantineMs: number;
  /** How many different lanes may be on the wire at once. */
  readonly concurrency: number;
  /** How long an accepted operation waits for its result before the operator is asked. */
  readonly resultDeadlineMs: number;
  /** How often the operator is asked about an accepted operation before a person is: about a day. */
  readonly resultQuestions: number;
  /** Answers in a row that a fault of the operator's own (500) may give to one operation before a person is called. */
  readonly failuresInARow: number;
  /** The same of reads for one operation, which come at most every five minutes. */
  readonly failedReadsInARow: number;
  /** Restarts that may find the same operation under way before it is parked. */
  readonly crashLimit: number;
  /** After this long without an answer of the operator, one small read checks that it is still there; null = never. */
  readonly idleCheckMs: number | null;
}

export const defaultPolicy: QueuePolicy = {
  quarantineMs: 30 * SECOND,
  concurrency: 4,
  resultDeadlineMs: 30 * SECOND,
  resultQuestions: 150,
  failuresInARow: 6,
  failedReadsInARow: 12,
  crashLimit: 3,
  idleCheckMs: null,
};

const BACKOFF_BASE_MS = 2 * SECOND;
const BACKOFF_CAP_MS = 5 * MINUTE;

/**
 * When to try again: `Retry-After` when the operator said so (capped, it may be nonsense), else exponential backoff
 * with full jitter. `delays` counts the delays before this one.
 */
export function retryAt(
  now: Instant,
  delays: number,
  retryAfterMs: number | null,
  random: () => number,
): Instant {
  if (retryAfterMs !== null) return now + Math.min(Math.max(retryAfterMs, SECOND), 60 * MINUTE);
  const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(delays, 20));
  return now + Math.ceil(SECOND / 2 + random() * ceiling);
}

/** A stored time that a clock jump has put absurdly far ahead is pulled back (faults.md 23). */
export function latestSensible(now: Instant): Instant {
  return now + 60 * MINUTE;
}

/**
 * Until when a negative read of an operation that may have been sent at `maybeSentAt` proves nothing. An access that was
 * asked for shows only once its result is there: a request that is late and a result that is late add up.
 */
export function quarantineEnd(
  maybeSentAt: Instant,
  endsBy: 'answer' | 'result',
  { quarantineMs }: Pick<QueuePolicy, 'quarantineMs'>,
): Instant {
  return maybeSentAt + (endsBy === 'result' ? 2 * quarantineMs : quarantineMs);
}

/** The second negative read that creates need comes a little after the first, never at once. */
export function secondReadAt(now: Instant, policy: QueuePolicy): Instant {
  return now + Math.max(SECOND, Math.ceil(policy.quarantineMs / 10));
}

/** Overdue results: ask at the deadline, then ever more rarely. `delays` counts the questions so far. */
export function nextResultQuestion(now: Instant, delays: number, policy: QueuePolicy): Instant {
  return now + Math.min(policy.resultDeadlineMs * 2 ** Math.min(delays, 6), 10 * MINUTE);
}

/** How far the wall clock may run apart from the steady one before what is stored is moved along. */
export const CLOCK_TOLERANCE_MS = 500;
