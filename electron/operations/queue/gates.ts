import { type Instant, SECOND } from '../../../shared/time.ts';
import { REPORT_HOLDS_MS } from '../../../shared/relay/rescue.ts';
import type { ConnectionState } from '../../../shared/domain/status.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { listOperations } from '../../db/tables/queue/operations.ts';
import {
  type LeaseRow,
  readLease,
  releaseLease,
  renewLease,
  takeLease,
} from '../../db/tables/queue/ownership.ts';
import { listCustomers } from '../../operator/endpoints/groups-and-users.ts';
import { resolveAllUnmatched } from '../assignments/take-results.ts';
import { doubtSetBack } from './settle.ts';
import { type QueueParts, retryAt } from './parts.ts';
import type { ConnectivityReport } from './connectivity.ts';

/* Conditions of sending in this run: the lease of the queue, and the relay's answers about the file and its jobs. */

const RENEW_EVERY_MS = 15 * SECOND;
const EXPIRES_AFTER_MS = 4 * RENEW_EVERY_MS;

/**
 * The exclusive right to drain this queue. The window's single-instance lock has failed before, so this one is in the
 * database.
 */
export interface Lease {
  readonly fence: number;
  /** The previous holder's last heartbeat, by its clock; null = there was none. */
  readonly lastBeat: Instant | null;
  /** False once another instance has taken over. */
  readonly held: () => boolean;
  /** The state of sending for a person once another instance has taken over; null = the lease is held. */
  readonly takenOver: () => TakenOver | null;
  /** Takes the lease again now if its holder has ended. */
  readonly retry: () => void;
  readonly release: () => void;
}

type TakenOver = Extract<ConnectionState, { readonly state: 'paused' }>;

type LeaseParts = Pick<QueueParts, 'database' | 'clock' | 'bootId' | 'pid' | 'processAlive' | 'report'>;

/**
 * Takes the lease, or throws ProblemError `another-instance` while a living process holds it. A dead holder is replaced
 * at once: its process is gone, or its lease was not renewed. A holder that lost the lease (it was suspended for too
 * long) stays idle while the other one lives. It takes the lease again afterwards; otherwise its window would stay open
 * with a queue that never moves. `onRegained` settles what the other one left; while it throws, the lease is not held.
 * `onChange` is called when the lease is lost, and when it is held again.
 */
export function acquireLease(
  parts: LeaseParts,
  {
    onRegained,
    onChange,
  }: { readonly onRegained: (lastBeat: Instant | null) => void; readonly onChange: () => void },
): Lease {
  const { database, clock, processAlive } = parts;
  let { fence, lastBeat } = take(
    parts,
    (current, now) =>
      current.boot_id !== parts.bootId &&
      processAlive(current.pid) &&
      Math.abs(now - current.renewed_at) < EXPIRES_AFTER_MS,
  );
  let held = true;
  let takenOver: TakenOver | null = null;
  let cancelTimer: () => void = () => undefined;
  const isOurs = () => readLease(database.sqlite)?.fence === fence;
  const lose = () => {
    if (!held) return;
    held = false;
    parts.report('lease', new Error('another instance has taken this queue over'));
    const raw = `process ${readLease(database.sqlite)?.pid ?? 'unknown'}`;
    takenOver = {
      state: 'paused',
      since: clock.now(),
      problem: makeProblem('queue-taken-over', {}, raw),
    };
    onChange();
  };

  /**
   * Both its process and its heartbeat must be gone: waiting costs little, and two holders would be worse than none.
   */
  const isDead = ({ released, pid, renewed_at: beat }: LeaseRow) =>
    released === 1 || (!processAlive(pid) && Math.abs(clock.now() - beat) >= EXPIRES_AFTER_MS);

  const regain = () => {
    if (!isOurs()) {
      const current = readLease(database.sqlite);
      if (current !== undefined && !isDead(current)) return;
      ({ fence, lastBeat } = take(parts, (other) => !isDead(other)));
    }
    held = true;
    try {
      onRegained(lastBeat);
    } catch (cause) {
      held = false;
      throw cause;
    }
    takenOver = null;
    onChange();
  };
  const renew = () => {
    try {
      // If a power cut loses a heartbeat, delayed operations wait a little longer (`settleInterrupted`).
      const kept = database.writeUnsynced((context) => renewLease(context, fence, clock.now()));
      if (!kept) lose();
      if (!held) regain();
    } catch (cause) {
      // A full disk must not throw from within a timer and end the app. Every claim compares the fence anyway.
      parts.report('lease not renewed', cause);
    }
    cancelTimer = clock.setTimer(renew, RENEW_EVERY_MS);
  };
  cancelTimer = clock.setTimer(renew, RENEW_EVERY_MS);
  return {
    get fence() {
      return fence;
    },
    get lastBeat() {
      return lastBeat;
    },
    // Read again: an instance that was suspended learns of its successor before it does anything else.
    held: () => {
      if (held && !isOurs()) lose();
      return held;
    },
    takenOver: () => takenOver,
    retry: () => {
      cancelTimer();
      renew();
    },
    release: () => {
      cancelTimer();
      held = false;
      try {
        database.write((context) => releaseLease(context, fence, clock.now()));
      } catch (cause) {
        // The next start detects that this process is gone.
        parts.report('lease not released', cause);
      }
    },
  };
}

/** Takes the next fence, unless the current holder `isHolderAlive`. */
function take(
  { database, clock, bootId, pid }: LeaseParts,
  isHolderAlive: (current: LeaseRow, now: Instant) => boolean,
): Pick<Lease, 'fence' | 'lastBeat'> {
  return database.write((context) => {
    const current = readLease(context.sqlite);
    const now = clock.now();
    if (current !== undefined && current.released === 0 && isHolderAlive(current, now)) {
      throw new ProblemError(makeProblem('another-instance', { pid: current.pid }));
    }
    return {
      fence: takeLease(context, { bootId, pid, at: now }),
      lastBeat: current?.renewed_at ?? null,
    };
  });
}

/* The questions to the relay. */

/** A question to the relay that is answered before an operation is claimed. */
export interface Gate {
  /** Whether operations may be claimed. */
  readonly isProven: () => boolean;
  /** When to ask next, never before `now`: one pass over due work compares all times with one reading of the clock. */
  readonly nextCheck: (now: Instant) => Instant;
  /** Asks the relay; if it cannot be reached, checks whether the operator can. */
  readonly prove: (signal: AbortSignal) => Promise<ConnectivityReport>;
}

/**
 * Checks that this file is as new as the operations that were sent from it. A disk that was set back to an image, or a
 * cloned laptop, would send again what was sent since. The relay keeps this laptop's log and can tell.
 */
export interface Continuity extends Gate {
  /**
   * The relay reported later that it has newer entries: operations from the start that were not claimed since are read
   * first.
   */
  readonly onRelayAhead: () => void;
}

/**
 * Number of failed checks at the relay, while the operator is reachable, after which work starts anyway: a relay outage
 * must not stop work.
 */
const MOST_FAILED_CHECKS = 2;

/** For a run that starts now. `fence`: of this run's lease. */
export function createContinuity(parts: QueueParts, fence: () => number): Continuity {
  const { database, clock, compareLog } = parts;
  const [newest] = listOperations(database.sqlite, 'all', 1);
  const lastBefore = newest?.seq ?? 0;
  let proven = compareLog === undefined || listOperations(database.sqlite, 'unfinished', 1).length === 0;
  let doubted = false;
  let failedChecks = 0;
  let delays = 0;
  /** Monotonic time in milliseconds. */
  let askAfter = 0;

  const onRelayAhead = (): void => {
    if (doubted) return;
    database.write((context) => {
      // Operations created or claimed by this run are certainly current.
      const certain = listOperations(context.sqlite, 'unfinished', -1)
        .filter((row) => row.seq > lastBefore || (row.fence !== null && row.fence >= fence()))
        .map(({ id }) => id);
      doubtSetBack(context, { ...parts, certain: new Set(certain), reason: 'relay-ahead' });
      // The result of an operation sent since may have arrived before this finding.
      resolveAllUnmatched(context, parts);
    });
    doubted = true;
    proven = true;
  };

  return {
    isProven: () => proven,
    nextCheck: (now) => now + Math.max(0, askAfter - clock.passed()),
    prove: async (signal) => {
      const reported = (await compareLog?.(signal)) ?? 'unreported';
      if (reported === 'behind') onRelayAhead();
      if (reported !== 'unreachable') {
        proven = true;
        return { connectivity: 'untried' };
      }
      const report = await probeConnection(parts, signal);
      if (report.connectivity === 'open') failedChecks += 1;
      if (failedChecks >= MOST_FAILED_CHECKS) proven = true;
      askAfter = retryAt(clock.passed(), delays, null, parts.random);
      delays += 1;
      return report;
    },
    onRelayAhead,
  };
}

/** Probes the connection with the smallest read: it changes nothing and belongs to no car. */
export async function probeConnection(
  { client }: QueueParts,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const answer = await client.call(listCustomers({ top: 1 }), { signal });
  return answer.ok ? { connectivity: 'open' } : { connectivity: 'failed', error: answer.error };
}

/**
 * Keeps operations back while another laptop may have continued their jobs (docs/decisions/0050-rescue.md). An
 * unreachable relay must not stop work while the operator is reachable: after `MOST_FAILED_CHECKS` failed checks operations
 * are sent, and the relay is asked again later.
 */
export function createTurnGate(parts: QueueParts): Gate {
  const { clock, turns } = parts;
  let failedChecks = 0;
  let delays = 0;
  /**
   * Monotonic and wall-clock time of the last failed question that let operations be sent. The wall clock is compared
   * too, because the monotonic clock may stop during sleep.
   */
  let excused: { readonly passed: number; readonly wall: number } | null = null;
  let askAfter = 0;

  const isExcused = (): boolean =>
    excused !== null &&
    isWithin(clock.passed() - excused.passed) &&
    isWithin(clock.now() + clock.drift() - excused.wall);

  return {
    isProven: () => turns === undefined || turns.areHeld() || isExcused(),
    nextCheck: (now) => now + Math.max(0, askAfter - clock.passed()),
    prove: async (signal) => {
      const answer = (await turns?.confirm(signal)) ?? 'confirmed';
      if (answer === 'confirmed') {
        failedChecks = 0;
        delays = 0;
        askAfter = 0;
        excused = null;
        return { connectivity: 'untried' };
      }
      const report = await probeConnection(parts, signal);
      if (report.connectivity === 'open') failedChecks += 1;
      if (failedChecks >= MOST_FAILED_CHECKS)
        excused = { passed: clock.passed(), wall: clock.now() + clock.drift() };
      askAfter = retryAt(clock.passed(), delays, null, parts.random);
      delays += 1;
      return report;
    },
  };
}

const isWithin = (elapsed: number): boolean => elapsed >= 0 && elapsed < REPORT_HOLDS_MS;
