import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { type Instant, SECOND } from '../../../shared/time.ts';
import {
  type LeaseRow,
  readLease,
  releaseLease,
  renewLease,
  takeLease,
} from '../../db/tables/queue/ownership.ts';
import type { QueueParts } from './parts.ts';

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
  readonly release: () => void;
}

type Parts = Pick<QueueParts, 'database' | 'clock' | 'bootId' | 'pid' | 'processAlive' | 'report'>;

/**
 * Takes the lease, or throws ProblemError `another-instance` while a living process holds it. A dead holder is replaced
 * at once: its process is gone, or its lease was not renewed. A holder that lost the lease (it was suspended for too
 * long) stays idle while the other one lives. It takes the lease again afterwards; otherwise its window would stay open
 * with a queue that never moves. `onRegained` settles what the other one left; while it throws, the lease is not held.
 */
export function acquireLease(parts: Parts, onRegained: (lastBeat: Instant | null) => void): Lease {
  const { database, clock, processAlive } = parts;
  let { fence, lastBeat } = take(
    parts,
    (current, now) =>
      current.boot_id !== parts.bootId &&
      processAlive(current.pid) &&
      Math.abs(now - current.renewed_at) < EXPIRES_AFTER_MS,
  );
  let held = true;
  let cancelTimer: () => void = () => undefined;
  const isOurs = () => readLease(database.sqlite)?.fence === fence;

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
  };
  const renew = () => {
    try {
      // If a power cut loses a heartbeat, delayed operations wait a little longer (`settleInterrupted`).
      const kept = database.writeUnsynced((context) => renewLease(context, fence, clock.now()));
      if (!kept && held) parts.report('lease', new Error('another instance has taken this queue over'));
      held &&= kept;
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
    held: () => held && isOurs(),
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
  { database, clock, bootId, pid }: Parts,
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
