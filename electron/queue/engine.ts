import type { ConnectionState } from '../../shared/domain/status.ts';
import { ProblemError } from '../../shared/problem.ts';
import { HOUR, type Instant } from '../../shared/time.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import { dueToRead, dueToSend, nextDue, pullTimesBack } from '../db/tables/queue/operations.ts';
import { acquireLease, type Lease } from './lease.ts';
import { listCustomers } from '../operator/endpoints/customers.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import type { QueueParts } from './parts.ts';
import { reconcileOperation } from './reconcile.ts';
import { parkFaulty, settleAbandoned, settleInterrupted } from './recovery.ts';
import { retryAt } from './policy.ts';
import { sendOperation, type WayReport } from './send.ts';
import { createWay } from './way.ts';

/** The drain: decides what goes when. Knows no operator endpoint and no job. */
export interface Engine {
  /** Takes the lease, settles what a crash left, begins to drain. Throws ProblemError `another-instance`. */
  readonly start: () => void;
  /** Something was enqueued or settled: look again. */
  readonly wake: () => void;
  /** Forget all waiting times and look at the network now. */
  readonly tryNow: () => void;
  readonly connection: () => ConnectionState;
  /** Somebody else (a sync, a look-up) got through: the way is open, whatever was believed. */
  readonly gotThrough: () => void;
  /** Somebody else's call failed so: what it says about the way holds for the drain too. */
  readonly gotStuck: (error: OperatorError) => void;
  /** Lets what is on the wire end for a moment, then aborts it, and gives the lease back. */
  readonly stop: () => Promise<void>;
}

/** How long an orderly end waits for answers that are on their way. */
const PATIENCE_AT_STOP_MS = 2000;
/** How long nothing is tried after a fault of our own, as a number of delays in a row. */
const FAULT_PAUSE_DELAYS = 3;
/** What the probe is called among the operations under way; no operation and no lane is called so. */
const PROBE = 'probe';
/** Timers beyond some 24 days fire at once; nothing is scheduled for later than an hour anyway. */
const LONGEST_TIMER_MS = HOUR;

/** An engine over one queue.db. `onStatus` is called when the connection changes. */
export function createEngine(parts: QueueParts, onStatus: () => void): Engine {
  const { database, clock, policy } = parts;
  const abort = new AbortController();
  const running = new Map<string, { lane: string; task: Promise<void> }>();
  let lease: Lease | null = null;
  let stopping = false;
  let pumping = false;
  let pausedUntil = 0;
  /** An attempt ended without its outcome being stored: its row may still say `sending`. */
  let abandoned = false;
  let lastLook = 0;
  /** A person, or the end of sleep, wants to know now whether there is a connection. */
  let asked = false;
  let cancelTimer: () => void = () => undefined;
  const way = createWay({ now: () => clock.now(), random: parts.random }, onStatus);

  const pause = () => {
    pausedUntil = retryAt(clock.now(), FAULT_PAUSE_DELAYS, null, parts.random);
  };

  /** Where nothing can be written everything pauses; any other fault of ours concerns that one operation. */
  const ourFault = (row: OperationRow, cause: unknown) => {
    try {
      if (!concernsStorage(cause)) return parkFaulty(parts, row.id, cause);
    } catch (second) {
      parts.report(`operation ${row.id} (${row.kind}) could not be parked`, second);
    }
    abandoned = true;
    pause();
  };

  const run = (row: OperationRow, work: () => Promise<WayReport>) => {
    const task = work()
      .then((report) => {
        if (report.way === 'open') way.opened();
        else if (report.way === 'failed') way.failed(report.error);
      })
      .catch((cause: unknown) => {
        parts.report(`operation ${row.id} (${row.kind})`, cause);
        ourFault(row, cause);
      })
      .finally(() => {
        running.delete(row.id);
        pump();
      });
    running.set(row.id, { lane: row.lane, task });
  };

  /**
   * With nothing due nobody else would find out that the connection is back: the smallest protected read asks. At most
   * one, and only alone on the wire.
   */
  const probe = async () => {
    const answer = await parts.client.call(listCustomers({ top: 1 }), { signal: abort.signal });
    if (answer.ok) way.opened();
    else way.failed(answer.error);
  };

  const runProbe = () => {
    const task = probe()
      .catch((cause: unknown) => {
        parts.report('probe', cause);
        pause();
      })
      .finally(() => {
        running.delete(PROBE);
        pump();
      });
    running.set(PROBE, { lane: PROBE, task });
  };

  /** Before anything new starts: what a fault or a clock that was set back has left behind (faults.md 23, 25). */
  const tidyUp = (now: Instant) => {
    if (now < lastLook) {
      pausedUntil = 0;
      database.write((context) => pullTimesBack(context, now, now));
    }
    lastLook = now;
    if (!abandoned || pausedUntil > now) return;
    settleAbandoned(parts, [...running.keys()]);
    abandoned = false;
  };

  const startDue = (now: Instant): void => {
    if (lease === null || pausedUntil > now) return;
    const { fence } = lease;
    let room = way.room(running.size, policy.concurrency);
    if (room <= 0) return;
    const ids = [...running.keys()];
    for (const row of dueToRead(database.sqlite, now, ids, room)) {
      run(row, () => reconcileOperation(parts, row, abort.signal));
      room -= 1;
    }
    if (room <= 0) return;
    const lanes = [...running.values()].map(({ lane }) => lane);
    for (const row of dueToSend(database.sqlite, now, lanes, room)) {
      run(row, () => sendOperation(parts, row, fence, abort.signal));
    }
    if (running.size === 0 && (asked || way.state().state === 'offline')) runProbe();
    asked = false;
  };

  const lookAgainAfter = (delayMs: number) => {
    cancelTimer();
    cancelTimer = clock.setTimer(pump, Math.min(delayMs, LONGEST_TIMER_MS));
  };

  const pump = (): void => {
    if (stopping || pumping || lease === null || !lease.held()) return;
    pumping = true;
    try {
      cancelTimer();
      const now = clock.now();
      tidyUp(now);
      startDue(now);
      const times = [nextDue(database.sqlite, now), way.nextProbe(), pausedUntil].filter(
        (at): at is number => at !== null && at > now,
      );
      if (times.length > 0) lookAgainAfter(Math.min(...times) - now);
    } catch (cause) {
      // From within a timer this would end the app.
      parts.report('queue', cause);
      pause();
      lookAgainAfter(pausedUntil - clock.now());
    } finally {
      pumping = false;
    }
  };

  return {
    start: () => {
      lease = acquireLease(parts);
      try {
        settleInterrupted(parts);
      } catch (cause) {
        lease.release();
        throw cause;
      }
      pump();
    },
    wake: pump,
    tryNow: () => {
      way.retryNow();
      asked = true;
      pausedUntil = 0;
      const now = clock.now();
      database.write((context) => {
        pullTimesBack(context, now, now);
        context.changed('queue', 'status');
      });
      pump();
    },
    connection: () => way.state(),
    gotThrough: () => {
      if (way.state().state === 'online') return;
      way.opened();
      pump();
    },
    gotStuck: (error) => {
      way.failed(error);
      // A connection that broke says nothing for sure: with nothing to send, one small read finds out.
      const inDoubt = error.sent === 'maybe' && error.code !== 'aborted' && !running.has(PROBE);
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
      lease?.release();
    },
  };
}

function concernsStorage(cause: unknown): boolean {
  if (!(cause instanceof ProblemError)) return false;
  const { code } = cause.problem;
  return code === 'not-saved-disk-full' || code === 'database-busy' || code === 'database-damaged';
}
