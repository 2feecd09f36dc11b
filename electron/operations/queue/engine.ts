import type { ConnectionState } from '../../../shared/domain/status.ts';
import { type ProblemCode, ProblemError } from '../../../shared/problem.ts';
import { HOUR, type Instant } from '../../../shared/time.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import {
  moveTimes,
  capDueTimes,
  dueToRead,
  dueToSend,
  isScheduledAfter,
  nextDue,
} from '../../db/tables/queue/operation-order.ts';
import { renewLease } from '../../db/tables/queue/ownership.ts';
import { nextRevokedAssignment, revokedAssignmentToAsk } from '../../db/tables/queue/assignments.ts';
import { createFileWorker, createCarryOver } from '../../db/file-worker.ts';
import { createSharedCommit } from '../../db/shared-commit.ts';
import type { OperatorError } from '../../operator/operator-error.ts';
import {
  type Continuity,
  createContinuity,
  type Gate,
  probeConnection,
  createTurnGate,
  acquireLease,
  type Lease,
} from './gates.ts';
import { type QueueParts, CLOCK_TOLERANCE_MS, latestSensible, retryAt } from './parts.ts';
import { reconcileOperation } from './reconcile.ts';
import { parkFaulty, settleAbandoned, settleInterrupted } from './settle.ts';
import { sendOperation } from './send.ts';
import { readRevoked } from '../assignments/kept-failure.ts';
import { createConnectivity, type ConnectivityReport } from './connectivity.ts';

/** The drain loop: decides which operation is sent when. It knows no operator endpoint and no job. */
export interface Engine {
  /**
   * Takes the lease, settles operations interrupted by a crash, and starts to drain. Throws ProblemError
   * `another-instance`.
   */
  readonly start: () => void;
  /** An operation was added or settled: check for due work. */
  readonly wake: () => void;
  /** Clears all delays and probes the connection now. Takes the lease again if its holder has ended. */
  readonly tryNow: () => void;
  /** Also `paused` while another instance holds the lease. */
  readonly connection: () => ConnectionState;
  /** Another part (a sync, a search) reached the operator: the connection is open. */
  readonly connectionSucceeded: () => void;
  /** Another part's call failed: the failure counts for the drain too. */
  readonly connectionFailed: (error: OperatorError) => void;
  /**
   * The relay has entries of this laptop's log that are missing here: the disk was set back, or the log is in use
   * twice.
   */
  readonly onRelayAhead: () => void;
  /** Waits briefly for requests in flight, then aborts them, and releases the lease. */
  readonly stop: () => Promise<void>;
}

/** How long an orderly stop waits for answers in flight. */
const PATIENCE_AT_STOP_MS = 2000;
/** The task name of reads that concern no operation. */
const ASKING = 'is there a way';
const REVOKED_ACCESSES = 'accesses that ended with a Box';
const CONTINUITY = 'has the relay more of this log';
const TURNS = 'does another laptop continue a job';
/** Pause after an internal error, as a number of consecutive delays of the backoff. */
const FAULT_PAUSE_DELAYS = 3;
/** Timers beyond some 24 days fire at once. Nothing is scheduled later than an hour ahead anyway. */
const LONGEST_TIMER_MS = HOUR;

interface PendingGate {
  readonly name: string;
  readonly gate: Gate;
  readonly at: Instant;
}

/** An engine over one queue.db. `onStatus` is called when the state that `connection` returns changes. */
export function createEngine(parts: QueueParts, onStatus: () => void): Engine {
  const { database, clock, policy } = parts;
  const turns = createTurnGate(parts);
  const worker = createFileWorker();
  const reportCheckpoint = (cause: unknown) => parts.report('checkpoint', cause);
  const carryOver = createCarryOver(worker, reportCheckpoint);
  const checkpoint = () => carryOver(database).catch(reportCheckpoint);
  const shared = createSharedCommit(database, checkpoint);
  const sending = { ...parts, shared, turnsHeld: turns.isProven };
  const abort = new AbortController();
  const running = new Map<string, { lane: string; task: Promise<void> }>();
  let lease: Lease | null = null;
  let continuity: Continuity | null = null;
  let stopping = false;
  let pumping = false;
  let pumpingSoon = false;
  let pausedUntil = 0;
  /** An attempt ended and its outcome could not be stored: its row may still be `sending`. */
  let abandoned = false;
  /** A person, or the end of sleep, requests an immediate probe. */
  let asked = false;
  let cancelTimer: () => void = () => undefined;
  /** When the operator last answered. */
  let answeredAt: Instant = clock.now();
  const connectivity = createConnectivity({ now: () => clock.now(), random: parts.random }, onStatus);

  const pause = () => {
    pausedUntil = retryAt(clock.now(), FAULT_PAUSE_DELAYS, null, parts.random);
  };

  const opened = () => {
    answeredAt = clock.now();
    connectivity.opened();
  };

  /** When an idle connection is checked next; null = not now. */
  const nextIdleCheck = (): Instant | null =>
    policy.idleCheckMs === null || !connectivity.isOpen() || running.size > 0
      ? null
      : answeredAt + policy.idleCheckMs;

  /** If the database cannot be written, everything pauses; any other internal error concerns that one operation. */
  const ourFault = (row: OperationRow, cause: unknown) => {
    try {
      if (!concernsStorage(cause)) return parkFaulty(parts, row.id, cause);
    } catch (second) {
      parts.report(`operation ${row.id} (${row.kind}) could not be parked`, second);
    }
    abandoned = true;
    pause();
  };

  const begin = (
    { id, lane }: Pick<OperationRow, 'id' | 'lane'> | { readonly id: string; readonly lane: string },
    work: () => Promise<ConnectivityReport>,
    failed: (cause: unknown) => void,
  ) => {
    const task = work()
      .then((report) => {
        if (report.connectivity === 'open') opened();
        else if (report.connectivity === 'failed') connectivity.failed(report.error);
      })
      .catch(failed)
      .finally(() => {
        running.delete(id);
        pumpSoon();
      });
    running.set(id, { lane, task });
  };

  const run = (row: OperationRow, work: () => Promise<ConnectivityReport>) => {
    begin(row, work, (cause) => {
      parts.report(`operation ${row.id} (${row.kind})`, cause);
      ourFault(row, cause);
    });
  };

  /** Runs a read that concerns no operation. */
  const runTask = (name: string, work: () => Promise<ConnectivityReport>) => {
    begin({ id: name, lane: name }, work, (cause) => {
      parts.report(name, cause);
      pause();
    });
  };

  /** Runs at most one probe: without due operations no other request would detect that the connection is back. */
  const startProbe = () => {
    if (!running.has(ASKING)) runTask(ASKING, () => probeConnection(parts, abort.signal));
  };

  /** The unproven gates with the time of their next check. Read once per pass. */
  const pendingGates = (now: Instant): readonly PendingGate[] =>
    [
      { name: CONTINUITY, gate: continuity },
      { name: TURNS, gate: turns },
    ].flatMap(({ name, gate }) =>
      gate === null || gate.isProven() ? [] : [{ name, gate, at: gate.nextCheck(now) }],
    );

  /** The checks before a claim. */
  const mayClaim = (now: Instant, pending: readonly PendingGate[]): boolean => {
    for (const { name, gate, at } of pending) {
      if (!running.has(name) && at <= now) runTask(name, () => gate.prove(abort.signal));
    }
    return pending.length === 0;
  };

  /** After the wall clock was set, remaining delays stay the same (faults.md 22, 23). */
  const followClock = () => {
    const byMs = clock.drift();
    if (Math.abs(byMs) <= CLOCK_TOLERANCE_MS) return;
    database.write((context) => {
      moveTimes(context, byMs);
      if (lease !== null) renewLease(context, lease.fence, clock.now() + byMs);
      context.changed('queue', 'status');
    });
    clock.align(byMs);
    connectivity.clockMoved(byMs);
    answeredAt += byMs;
    if (pausedUntil > 0) pausedUntil += byMs;
  };

  /**
   * An instance that was suspended finishes its reads when it wakes, and writes times by its old clock; ours may have
   * been adjusted since (faults.md 22, 23).
   */
  const clampFutureTimes = (now: Instant) => {
    const latest = latestSensible(now);
    if (isScheduledAfter(database.sqlite, latest)) {
      database.write((context) => capDueTimes(context, now, latest));
    }
  };

  /** Cleans up after internal errors before new work starts (faults.md 25). */
  const tidyUp = (now: Instant) => {
    if (!abandoned || pausedUntil > now) return;
    settleAbandoned(parts, [...running.keys()]);
    abandoned = false;
  };

  const startDue = (now: Instant, pending: readonly PendingGate[]): void => {
    if (lease === null || pausedUntil > now) return;
    const { fence } = lease;
    if (connectivity.mustAsk()) startProbe();
    let room = connectivity.room(running.size, policy.concurrency);
    if (room <= 0) return;
    const ids = [...running.keys()];
    for (const row of dueToRead(database.sqlite, now, ids, room)) {
      run(row, () => reconcileOperation(parts, row, abort.signal));
      room -= 1;
    }
    if (room > 0) {
      const taken = revokedAssignmentToAsk(database.sqlite, now);
      if (taken !== undefined && !running.has(REVOKED_ACCESSES)) {
        runTask(REVOKED_ACCESSES, () => readRevoked(parts, taken, abort.signal));
        room -= 1;
      }
    }
    if (room <= 0 || !mayClaim(now, pending)) return;
    const lanes = [...running.values()].map(({ lane }) => lane);
    for (const row of dueToSend(database.sqlite, now, lanes, room)) {
      run(row, () => sendOperation(sending, row, fence, abort.signal));
    }
    const idleCheck = nextIdleCheck();
    const idle = idleCheck !== null && idleCheck <= now;
    if (running.size === 0 && (asked || idle || connectivity.state().state === 'offline')) startProbe();
    asked = false;
  };

  const reprobeAfter = (delayMs: number) => {
    cancelTimer();
    cancelTimer = clock.setTimer(pump, Math.min(delayMs, LONGEST_TIMER_MS));
  };

  const pump = (): void => {
    if (stopping || pumping || lease === null || !lease.held()) return;
    pumping = true;
    try {
      cancelTimer();
      followClock();
      const now = clock.now();
      tidyUp(now);
      clampFutureTimes(now);
      // Read once per pass: a check that became due between two readings would neither run nor get a timer.
      const pending = pendingGates(now);
      startDue(now, pending);
      const due = [nextDue(database.sqlite, now), nextRevokedAssignment(database.sqlite)];
      const asking = pending.map(({ at }) => at);
      const times = [...due, connectivity.nextProbe(), nextIdleCheck(), pausedUntil, ...asking].filter(
        (at): at is number => at !== null && at > now,
      );
      if (times.length > 0) reprobeAfter(Math.min(...times) - now);
    } catch (cause) {
      // An exception thrown in a timer would end the app.
      parts.report('queue', cause);
      pause();
      reprobeAfter(pausedUntil - clock.now());
    } finally {
      pumping = false;
    }
    // While something is sent, a checkpoint runs between two shared commits.
    if (running.size === 0) void checkpoint();
  };

  /** Operations that end in the same moment share one pass over due work. */
  const pumpSoon = () => {
    if (pumpingSoon) return;
    pumpingSoon = true;
    queueMicrotask(() => {
      pumpingSoon = false;
      pump();
    });
  };

  return {
    start: () => {
      lease = acquireLease(parts, {
        onRegained: (lastBeat) => {
          settleInterrupted(parts, lastBeat);
          pump();
        },
        onChange: onStatus,
      });
      try {
        settleInterrupted(parts, lease.lastBeat);
      } catch (cause) {
        lease.release();
        throw cause;
      }
      continuity = createContinuity(parts, () => lease?.fence ?? 0);
      pump();
    },
    onRelayAhead: () => {
      continuity?.onRelayAhead();
      pump();
    },
    wake: pump,
    tryNow: () => {
      if (!stopping && lease?.held() === false) lease.retry();
      const now = clock.now();
      // The write comes first because it may fail: if the connection opened without a pass over due work, the queue
      // would stop silently.
      database.write((context) => {
        capDueTimes(context, now, now);
        context.changed('queue', 'status');
      });
      connectivity.retryNow();
      asked = true;
      pausedUntil = 0;
      pump();
    },
    connection: () => lease?.takenOver() ?? connectivity.state(),
    connectionSucceeded: () => {
      const before = connectivity.isOpen();
      opened();
      if (!before) pump();
    },
    connectionFailed: (error) => {
      connectivity.failed(error);
      // A broken connection proves nothing: with nothing to send, one small read decides.
      const inDoubt = error.sent === 'maybe' && error.code !== 'aborted' && !running.has(ASKING);
      if (inDoubt) asked = true;
      pump();
    },
    stop: async () => {
      stopping = true;
      cancelTimer();
      const inFlight = Promise.all([...running.values()].map(({ task }) => task));
      let cancelPatience: () => void = () => undefined;
      const patience = new Promise<void>((resolve) => {
        cancelPatience = clock.setTimer(resolve, PATIENCE_AT_STOP_MS);
      });
      await Promise.race([inFlight, patience]);
      cancelPatience();
      abort.abort();
      await inFlight;
      await worker.end();
      lease?.release();
    },
  };
}

const storageFaults: ReadonlySet<ProblemCode> = new Set([
  'not-saved-disk-full',
  'last-steps-unsaved',
  'database-busy',
  'database-damaged',
]);

function concernsStorage(cause: unknown): boolean {
  if (!(cause instanceof ProblemError)) return false;
  const { code } = cause.problem;
  return storageFaults.has(code);
}
