import { type Instant, MINUTE, SECOND } from '../../../shared/time.ts';

/** All delays and limits of the queue, as pure rules. Times are milliseconds; `random` returns [0, 1). */
export interface QueuePolicy {
  /**
   * How long a negative read does not count: longer than the server's own processing limit (faults.md fact 4). It is
   * doubled for operations with a result, which the server continues to process after accepting them.
   */
  readonly quarantineMs: number;
  /** Upper bound of lanes with an operation in flight. */
  readonly concurrency: number;
  /** How long an accepted operation waits for its result before the first read. */
  readonly resultDeadlineMs: number;
  /** Number of reads for an overdue result before a person is asked: about a day. */
  readonly resultQuestions: number;
  /** Consecutive 500 answers to one operation before a person is asked. */
  readonly failuresInARow: number;
  /** Consecutive failed reads for one operation, at least five minutes apart. */
  readonly failedReadsInARow: number;
  /** Upper bound of restarts that find the same operation in flight before it is parked. */
  readonly crashLimit: number;
  /** An idle connection is probed with one small read after this long without an answer; null = never. */
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
 * The retry time: the operator's `Retry-After` (capped, as it may be absurd), else exponential backoff with full
 * jitter. `delays` is the number of earlier delays.
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

/** Upper bound of stored times: times that a clock jump has put far ahead are pulled back to it (faults.md 23). */
export function latestSensible(now: Instant): Instant {
  return now + 60 * MINUTE;
}

/**
 * Until when a negative read proves nothing for an operation that may have been sent at `maybeSentAt`. A requested
 * access is listed only after its result, so the delays of the request and of the result add up.
 */
export function quarantineEnd(
  maybeSentAt: Instant,
  endsBy: 'answer' | 'result',
  { quarantineMs }: Pick<QueuePolicy, 'quarantineMs'>,
): Instant {
  return maybeSentAt + (endsBy === 'result' ? 2 * quarantineMs : quarantineMs);
}

/** The second negative read of a create comes some time after the first, never at once. */
export function secondReadAt(now: Instant, policy: QueuePolicy): Instant {
  return now + Math.max(SECOND, Math.ceil(policy.quarantineMs / 10));
}

/**
 * Reads for an overdue result: the first at the deadline, later ones at growing intervals. `delays` is the number of
 * reads so far.
 */
export function nextResultQuestion(now: Instant, delays: number, policy: QueuePolicy): Instant {
  return now + Math.min(policy.resultDeadlineMs * 2 ** Math.min(delays, 6), 10 * MINUTE);
}

/** Upper bound of the drift between the wall clock and the steady clock before stored times are shifted. */
export const CLOCK_TOLERANCE_MS = 500;
