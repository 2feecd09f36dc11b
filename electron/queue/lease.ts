import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type Instant, SECOND } from '../../shared/time.ts';
import { readLease, releaseLease, renewLease, takeLease } from '../db/tables/queue/lease.ts';
import type { QueueParts } from './parts.ts';

const RENEW_EVERY_MS = 5 * SECOND;
const EXPIRES_AFTER_MS = 20 * SECOND;

/** The right to drain this queue. The window's single-instance lock has failed before; this one is in the data. */
export interface Lease {
  readonly fence: number;
  /** The last moment at which the holder before was seen at work, by its clock; null = there was none. */
  readonly lastBeat: Instant | null;
  /** False once another instance has taken over. */
  readonly held: () => boolean;
  readonly release: () => void;
}

/**
 * Takes the lease, or throws ProblemError `another-instance` while a living process holds it. A holder that died is
 * replaced at once: its process is gone, or its lease was not renewed.
 */
export function acquireLease(
  parts: Pick<QueueParts, 'database' | 'clock' | 'bootId' | 'pid' | 'processAlive' | 'report'>,
): Lease {
  const { database, clock } = parts;
  const { fence, lastBeat } = database.write((context) => {
    const current = readLease(context.sqlite);
    const now = clock.now();
    if (
      current !== undefined &&
      current.released === 0 &&
      current.boot_id !== parts.bootId &&
      parts.processAlive(current.pid) &&
      Math.abs(now - current.renewed_at) < EXPIRES_AFTER_MS
    ) {
      throw new ProblemError(makeProblem('another-instance', { pid: current.pid }));
    }
    return {
      fence: takeLease(context, { bootId: parts.bootId, pid: parts.pid, at: now }),
      lastBeat: current?.renewed_at ?? null,
    };
  });
  let held = true;
  let cancelTimer: () => void = () => undefined;
  const renew = () => {
    try {
      held = database.write((context) => renewLease(context, fence, clock.now()));
      if (!held) parts.report('lease', new Error('another instance has taken this queue over'));
    } catch (cause) {
      // A full disk must not end the app from within a timer. Every claim compares the fence all the same.
      parts.report('lease not renewed', cause);
    }
    if (held) cancelTimer = clock.setTimer(renew, RENEW_EVERY_MS);
  };
  cancelTimer = clock.setTimer(renew, RENEW_EVERY_MS);
  const isTaken = () => {
    try {
      return readLease(database.sqlite)?.fence !== fence;
    } catch (cause) {
      // What cannot be read now says nothing; the claim compares the fence itself.
      parts.report('lease not read', cause);
      return false;
    }
  };
  return {
    fence,
    lastBeat,
    // Asked of the data: until the next renewal a claim that the fence refuses would be tried again and again.
    held: () => held && !isTaken(),
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
