import type { Clock } from '../../../shared/clock.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import type { Beside } from '../beside.ts';
import type { Database, Sqlite } from '../open.ts';
import { listBackups } from './backup-files.ts';
import { lookThrough } from './look-through.ts';
import { makeBackup } from './make-backup.ts';
import { noteSuspect } from './suspect.ts';

/** Makes backups of one open database while it is worked with. */
export interface BackupKeeper {
  /** Something was committed that a backup should have. */
  readonly look: () => void;
  /**
   * A last one where something changed since, unless it takes so long that closing the app would wait: then the one
   * under way is given up, and the newest finished one stays. The database may be closed after it. Never rejects.
   */
  readonly stop: () => Promise<void>;
  /** No more of them: the database is closed. */
  readonly end: () => void;
}

/** A person's acts come in bursts: one backup for all of it. */
const AFTER_CHANGE_MS = 2 * SECOND;
/** A large file is copied less often: not more than this part of the time goes into it. */
const SHARE_OF_TIME = 1 / 10;
const AFTER_FAILURE_MS = MINUTE;
/** Well within what closing the app may take: a database that is not closed in order is one after a crash at the next start. */
const AT_CLOSING_MS = 2 * SECOND;

/** Begins at once: the file that was just opened is looked through thoroughly, in its copy. */
export function createBackupKeeper(parts: {
  readonly database: Database;
  readonly folder: string;
  readonly clock: Clock;
  /** Where copies are looked through, so that nothing else waits for it. */
  readonly beside: () => Pick<Beside, 'lookThrough' | 'end' | 'giveUp'>;
  /** False: the live file has changed so that this copy must not be kept. */
  readonly mayStay: (copy: Sqlite) => boolean;
  /** The copy is damaged, so the live file is; it is looked at when it is opened next. Until then nothing is copied any more. */
  readonly onDamage: () => void;
  readonly report: (event: string, cause: unknown) => void;
}): BackupKeeper {
  const { database, folder, clock } = parts;
  let changed = true;
  let looksThoroughly = true;
  let damaged = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  const beside = parts.beside();
  let cancelTimer: (() => void) | null = null;
  let tookMs = 0;
  const givenUp = new AbortController();

  const backUp = async (): Promise<number> => {
    const began = clock.passed();
    changed = false;
    const thorough = looksThoroughly;
    try {
      // Order is by name: a clock that was set back must not make the newest the oldest.
      const at = Math.max(clock.now(), (listBackups(folder)[0]?.at ?? 0) + 1);
      const outcome = await makeBackup(database, {
        folder,
        at,
        thorough,
        mayStay: parts.mayStay,
        // Where the thread cannot work, here: an unchecked backup is none.
        lookThrough: (file, asked) =>
          beside.lookThrough(file, asked).catch((cause: unknown) => {
            if (givenUp.signal.aborted) throw cause;
            return lookThrough(file, asked);
          }),
        signal: givenUp.signal,
      });
      looksThoroughly = false;
      if (outcome.made === 'not') changed = true;
      tookMs = clock.passed() - began;
      if (outcome.made !== 'damaged') return tookMs / SHARE_OF_TIME;
      damaged = true;
      noteSuspect(database.file);
      parts.report('backup.damage-found', outcome.damage);
      parts.onDamage();
    } catch (cause) {
      changed = true;
      parts.report('backup.not-made', cause);
    }
    return AFTER_FAILURE_MS;
  };
  const begin = (): Promise<void> => {
    running ??= backUp().then((restMs) => {
      running = null;
      rest(restMs);
    });
    return running;
  };
  const rest = (ms: number) => {
    if (stopped || damaged) return;
    cancelTimer = clock.setTimer(() => {
      cancelTimer = null;
      if (changed) plan();
    }, ms);
  };
  const plan = () => {
    if (stopped || damaged || running !== null || cancelTimer !== null) return;
    cancelTimer = clock.setTimer(() => {
      cancelTimer = null;
      void begin();
    }, AFTER_CHANGE_MS);
  };
  plan();
  return {
    look: () => {
      changed = true;
      plan();
    },
    stop: async () => {
      stopped = true;
      cancelTimer?.();
      const cancelGivingUp = clock.setTimer(() => {
        givenUp.abort();
        beside.giveUp();
      }, AT_CLOSING_MS);
      await running;
      const mayBeDone = !givenUp.signal.aborted && tookMs < AT_CLOSING_MS;
      if (changed && !damaged && mayBeDone && database.sqlite.open) await backUp();
      cancelGivingUp();
      await beside.end();
    },
    end: () => {
      stopped = true;
      cancelTimer?.();
      void beside.end();
    },
  };
}
