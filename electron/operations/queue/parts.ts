import type { DirectoryCar } from '../../../shared/domain/directory.ts';
import type { Environment, CustomerId } from '../../../shared/ids.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { ResultDeliveries } from '../../../shared/relay/results.ts';
import { type Clock, type Instant, MINUTE, SECOND } from '../../../shared/time.ts';
import type { Database, Sqlite, WriteContext } from '../../db/open.ts';
import type { Bindings } from '../../db/tables/queue/operation-order.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { OperatorClient } from '../../operator/client.ts';
import type { LogComparison } from '../../relay/log-upload.ts';

/* Shared by all parts of the queue: its dependencies, its clock, its policy, the announcement of a change. */

/** The target of this queue's operations. It is compared with each operation at its creation and before its sending. */
export interface QueueTarget {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly customerId: CustomerId;
}

/** Whether this laptop may still send for its jobs, or must first ask the relay (docs/decisions/0050-rescue.md). */
export interface Turns {
  /** True while no other laptop can have continued a job of this one. */
  readonly areHeld: () => boolean;
  /** Asks the relay, and gives up jobs that another laptop continues. */
  readonly confirm: (signal: AbortSignal) => Promise<'confirmed' | 'unreachable'>;
}

/** The queue's dependencies; passed down from the composition root. */
export interface QueueParts {
  readonly database: Database;
  readonly client: OperatorClient;
  readonly target: QueueTarget;
  readonly clock: SteadyClock;
  readonly random: () => number;
  readonly policy: QueuePolicy;
  readonly log: InstallationLog;
  /** Identifies this run in the lease. */
  readonly bootId: string;
  readonly pid: number;
  /** Whether this process is alive; decides if a lease is stale. */
  readonly processAlive: (pid: number) => boolean;
  /** Reports internal errors to the log file. */
  readonly report: (message: string, cause: unknown) => void;
  /** Called after the commit of a success, to refresh the local cache. Must not throw. */
  readonly onDone: (row: OperationRow, bindings: Bindings) => void;
  /** The rule of another part of the app against sending an operation now; left out where there is none. */
  readonly obstacle?: (sqlite: Sqlite, row: OperationRow) => Problem | null;
  /** Cached cars with this name, from before the present request; left out without a cache. */
  readonly carsNamed?: (name: string) => readonly DirectoryCar[];
  /** Asks how often the relay received a result, null if it cannot tell now; left out without a relay. */
  readonly askRelay?: (sequence: number, signal: AbortSignal) => Promise<ResultDeliveries | null>;
  /** Compares this laptop's log with the relay's copy, before the first claim of a run; left out without a relay. */
  readonly compareLog?: (signal: AbortSignal) => Promise<LogComparison | 'unreachable'>;
  /** Guards jobs that another laptop may continue; left out without a relay. */
  readonly turns?: Turns;
  /** Named points at which the fault tests end the process; unused in the app. */
  readonly crashPoint?: (name: string) => void;
}

/**
 * The queue's clock: it advances with real time, whatever happens to the wall clock. Quarantines and delays are stored
 * in its time. When the wall clock is set, this clock is aligned and stored times are shifted in one commit, so that
 * remaining delays stay the same (faults.md 22, 23).
 */
interface SteadyClock extends Clock {
  /** Wall clock minus this clock in milliseconds; negative after the wall clock was set back. */
  readonly drift: () => number;
  /** Adjusts this clock; the caller has shifted the stored times. */
  readonly align: (byMs: number) => void;
}

/** A steady clock that agrees with the wall clock at this moment. */
export function createSteadyClock(clock: Clock): SteadyClock {
  let base = clock.now() - clock.passed();
  const now = (): Instant => Math.round(base + clock.passed());
  return {
    now,
    passed: () => clock.passed(),
    setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
    drift: () => clock.now() - now(),
    align: (byMs) => {
      base += byMs;
    },
  };
}

/** A read, and when it began by the clock's `passed`: its answer may show the state of that moment. */
export interface BegunRead {
  readonly signal: AbortSignal;
  readonly beganAt: number;
}

/** When the read began, by the queue's present clock, which may have been adjusted since. */
export const readFrom = (
  { clock }: Pick<QueueParts, 'clock'>,
  { beganAt }: Pick<BegunRead, 'beganAt'>,
): Instant => clock.now() - (clock.passed() - beganAt);

/** Publishes the topics of a changed operation. */
export function announce(context: WriteContext, row: Pick<OperationRow, 'job_id'>): void {
  context.changed('queue', 'status', 'jobs');
  if (row.job_id !== null) context.changed(`job:${row.job_id}`);
}

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
