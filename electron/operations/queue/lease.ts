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

/** The right to drain this queue. The window's single-instance lock has failed before; this one is in the data. */
export interface Lease {
  readonly fence: number;
  /** The last moment at which the holder before was seen at work, by its clock; null = there was none. */
  readonly lastBeat: Instant | null;
  /** False once another instance has taken over. */
  readonly held: () => boolean;
  readonly release: () => void;
}

type Parts = Pick<QueueParts, 'database' | 'clock' | 'bootId' | 'pid' | 'processAlive' | 'report'>;

/**
 * Takes the lease, or throws ProblemError `another-instance` while a living process holds it. A holder that died is
 * replaced at once: its process is gone, or its lease was not renewed.
 *
 * One that lost it (it stood still for too long) stays at rest while the other lives, and takes it again when that one has
 * gone: else a window would stay open whose queue never moves. `onRegained` settles what the other has left; while it
 * throws, the lease is not held.
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

  /** Both, its process and its beats: nothing hurries, and two at once would be worse than none. */
  const hasGone = ({ released, pid, renewed_at: beat }: LeaseRow) =>
    released === 1 || (!processAlive(pid) && Math.abs(clock.now() - beat) >= EXPIRES_AFTER_MS);

  const regain = () => {
    if (!isOurs()) {
      const current = readLease(database.sqlite);
      if (current !== undefined && !hasGone(current)) return;
      ({ fence, lastBeat } = take(parts, (other) => !hasGone(other)));
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
      // A beat that a power cut takes lets what waited then wait a little longer (`settleInterrupted`).
      const kept = database.writeUnsynced((context) => renewLease(context, fence, clock.now()));
      if (!kept && held) parts.report('lease', new Error('another instance has taken this queue over'));
      held &&= kept;
      if (!held) regain();
    } catch (cause) {
      // A full disk must not end the app from within a timer. Every claim compares the fence all the same.
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
    // Read again: an instance that stood still learns of its successor before it does anything else.
    held: () => held && isOurs(),
    release: () => {
      cancelTimer();
      held = false;
      try {
        database.write((context) => releaseLease(context, fence, clock.now()));
      } catch (cause) {
        // The next start sees that this process is gone.
        parts.report('lease not released', cause);
      }
    },
  };
}

/** The next fence, unless the current holder `isAtWork`. */
function take(
  { database, clock, bootId, pid }: Parts,
  isAtWork: (current: LeaseRow, now: Instant) => boolean,
): Pick<Lease, 'fence' | 'lastBeat'> {
  return database.write((context) => {
    const current = readLease(context.sqlite);
    const now = clock.now();
    if (current !== undefined && current.released === 0 && isAtWork(current, now)) {
      throw new ProblemError(makeProblem('another-instance', { pid: current.pid }));
    }
    return {
      fence: takeLease(context, { bootId, pid, at: now }),
      lastBeat: current?.renewed_at ?? null,
    };
  });
}
