import { type Clock, type Instant, MINUTE, SECOND, HOUR } from '../../../shared/time.ts';
import type { FileWorker } from '../file-worker.ts';
import type { Database, Sqlite } from '../open.ts';
import { listBackups, makeBackup } from './make-backup.ts';
import { findDamage } from './find-damage.ts';
import { noteSuspect } from './orderly-close.ts';

/** Makes backups of one open database while it is worked with. */
export interface BackupKeeper {
  /** Something was committed that a backup should have. `jobEndedAt`: when the job of this commit ended; null = it goes on. */
  readonly look: (jobEndedAt: Instant | null) => void;
  /** The backups were removed: another one is made as soon as it may be. */
  readonly removed: () => void;
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
const AFTER_FAILURE_MS = MINUTE;
/** Well within what closing the app may take: a database that is not closed in order is one after a crash at the next start. */
const AT_CLOSING_MS = 2 * SECOND;

/** Begins at once: the file that was just opened is looked through thoroughly, in its copy. */
export function createBackupKeeper(parts: {
  readonly database: Database;
  readonly folder: string;
  readonly clock: Clock;
  readonly pace: BackupPace;
  /** Where copies are looked through, so that nothing else waits for it. */
  readonly worker: () => Pick<FileWorker, 'findDamage' | 'end' | 'giveUp'>;
  /** False: the live file has changed so that this copy must not be kept. */
  readonly mayStay: (copy: Sqlite) => boolean;
  /** The copy is damaged, so the live file is; it is looked at when it is opened next. Until then nothing is copied any more. */
  readonly onDamage: () => void;
  readonly report: (event: string, cause: unknown) => void;
}): BackupKeeper {
  const { database, folder, clock, pace } = parts;
  let changed = true;
  /** The first one of a run looks through the file, so it waits for nothing. */
  let need: BackupNeed = 'now';
  let looksThoroughly = true;
  let damaged = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  const worker = parts.worker();
  let cancelTimer: (() => void) | null = null;
  let begunAt = 0;
  let bytes = 0;
  let tookMs = 0;
  const givenUp = new AbortController();

  const backUp = async (): Promise<number> => {
    const began = clock.passed();
    changed = false;
    need = 'work';
    const again = () => {
      changed = true;
      need = 'now';
    };
    const thorough = looksThoroughly;
    try {
      bytes = sizeOf(database.sqlite);
      pace.begin(bytes);
      // Order is by name: a clock that was set back must not make the newest the oldest.
      begunAt = Math.max(clock.now(), (listBackups(folder)[0]?.at ?? 0) + 1);
      const outcome = await makeBackup(database, {
        folder,
        at: begunAt,
        thorough,
        mayStay: parts.mayStay,
        // Where the thread cannot work, here: an unchecked backup is none.
        findDamage: (file, asked) =>
          worker.findDamage(file, asked).catch((cause: unknown) => {
            if (givenUp.signal.aborted) throw cause;
            return findDamage(file, asked);
          }),
        signal: givenUp.signal,
      });
      looksThoroughly = false;
      tookMs = clock.passed() - began;
      if (outcome.made === 'not') again();
      if (outcome.made !== 'damaged') return AFTER_CHANGE_MS;
      damaged = true;
      noteSuspect(database.file);
      parts.report('backup.damage-found', outcome.damage);
      parts.onDamage();
    } catch (cause) {
      again();
      parts.report('backup.not-made', cause);
    }
    return AFTER_FAILURE_MS;
  };
  const begin = (): Promise<void> => {
    running ??= backUp().then((restMs) => {
      running = null;
      plan(restMs);
    });
    return running;
  };
  const plan = (restMs: number) => {
    if (stopped || damaged || running !== null || !changed) return;
    cancelTimer?.();
    const waitMs = Math.max(restMs, pace.waitMs(need, bytes));
    cancelTimer = clock.setTimer(() => {
      cancelTimer = null;
      void begin();
    }, waitMs);
  };
  const want = (wanted: BackupNeed) => {
    const isMore = wanted === 'now' && need === 'work';
    changed = true;
    if (isMore) need = 'now';
    if (isMore || cancelTimer === null) plan(AFTER_CHANGE_MS);
  };
  plan(AFTER_CHANGE_MS);
  return {
    look: (jobEndedAt) => want(jobEndedAt !== null && jobEndedAt >= begunAt ? 'now' : 'work'),
    removed: () => want('now'),
    stop: async () => {
      stopped = true;
      cancelTimer?.();
      const cancelGivingUp = clock.setTimer(() => {
        givenUp.abort();
        worker.giveUp();
      }, AT_CLOSING_MS);
      await running;
      const mayBeDone = !givenUp.signal.aborted && tookMs < AT_CLOSING_MS;
      if (changed && !damaged && mayBeDone && database.sqlite.open) await backUp();
      cancelGivingUp();
      await worker.end();
    },
    end: () => {
      stopped = true;
      cancelTimer?.();
      void worker.end();
    },
  };
}

/** The bytes of a copy; the file itself may still lack what its -wal file has. */
function sizeOf(sqlite: Sqlite): number {
  const pages = Number(sqlite.pragma('page_count', { simple: true }));
  return pages * Number(sqlite.pragma('page_size', { simple: true }));
}

/** While people work, one copy in this time has all their steps. */
const EVERY_MS = 10 * MINUTE;
/** Copies write so many bytes in an hour: a larger file is copied less often. */
const BYTES_AN_HOUR = 256 * 1024 * 1024;

/** The reason for a copy. `work`: steps were saved. `now`: a job ended, or there is no copy. */
type BackupNeed = 'work' | 'now';

/** The rule of how often a file is copied. */
interface BackupPace {
  /** A copy of so many bytes begins. */
  readonly begin: (bytes: number) => void;
  /** How long a copy of so many bytes has to wait from now on. */
  readonly waitMs: (need: BackupNeed, bytes: number) => number;
}

/**
 * The bytes of each copy are a debt, which an hour reduces by `bytesAnHour`. A copy begins when the debt with its own bytes is
 * within one hour's; the copy of a larger file, when there is no debt. A copy for `work` also keeps `EVERY_MS` after the copy
 * before. docs/decisions/0038-few-backups.md
 */
export function createBackupPace(
  clock: Pick<Clock, 'passed'>,
  bytesAnHour: number = BYTES_AN_HOUR,
): BackupPace {
  let begunAt: number | null = null;
  let debt = 0;
  const debtNow = (): number =>
    begunAt === null ? 0 : Math.max(0, debt - ((clock.passed() - begunAt) / HOUR) * bytesAnHour);
  return {
    begin: (bytes) => {
      debt = debtNow() + bytes;
      begunAt = clock.passed();
    },
    waitMs: (need, bytes) => {
      const excess = debtNow() - Math.max(0, bytesAnHour - bytes);
      const budgetMs = Math.max(0, Math.ceil((excess / bytesAnHour) * HOUR));
      if (need === 'now' || begunAt === null) return budgetMs;
      return Math.max(budgetMs, begunAt + EVERY_MS - clock.passed());
    },
  };
}

/** The longest time in which a copy of so many bytes begins after work was saved. */
export function longestWaitMs(bytes: number): number {
  return Math.max(EVERY_MS, (bytes / BYTES_AN_HOUR) * HOUR);
}
