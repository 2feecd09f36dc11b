import { existsSync, mkdirSync, renameSync, rmSync, truncateSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Clock, type Instant, MINUTE, SECOND, HOUR, DAY } from '../../../shared/time.ts';
import { syncFolder } from '../../base/folder-sync.ts';
import { copyDatabase, removeDatabase, type FileWorker } from '../file-worker.ts';
import type { Database, Sqlite } from '../open.ts';
import { findDamage } from './damage.ts';
import { noteSuspect } from './file-state.ts';

/* The backups of an open database: when they are made, how a copy is checked, and which copies are kept. */

/** Makes backups of one open database while it is worked with. */
export interface BackupKeeper {
  /**
   * A commit happened that a backup should contain. `jobEndedAt`: when the job of this commit ended; null = it is still
   * open.
   */
  readonly schedule: (jobEndedAt: Instant | null) => void;
  /**
   * The backups were deleted with the words in them: a copy under way is dropped, because it was begun before, and
   * another one is made as soon as the pace allows.
   */
  readonly removed: () => void;
  /**
   * Makes a final backup if data changed since the last one, unless that would delay closing the app: then it is
   * aborted, and the newest finished one stays. The database may be closed afterwards. Never rejects.
   */
  readonly stop: () => Promise<void>;
  /** Stops making backups: the database is closed. */
  readonly end: () => void;
}

/** Debounce: a person's steps come in bursts, and one backup covers them all. */
const AFTER_CHANGE_MS = 2 * SECOND;
/** The first backup reads the whole file. An old laptop needs its processors and its disk for the first screen until then. */
const AFTER_START_MS = 20 * SECOND;
const AFTER_FAILURE_MS = MINUTE;
/**
 * Well within the time limit for closing the app: a database without an orderly close is treated as after a crash at
 * the next start.
 */
const AT_CLOSING_MS = 2 * SECOND;

/** Its first copy is checked thoroughly, in place of a check of the file at its opening. */
export function createBackupKeeper(parts: {
  readonly database: Database;
  readonly folder: string;
  readonly clock: Clock;
  readonly pace: BackupPace;
  /** Copies and checks on a worker thread, so that the main thread is not blocked. */
  readonly worker: () => CopyWorker;
  /** False: the live file has changed so that this copy must be dropped. */
  readonly mayStay: (copy: Sqlite) => boolean;
  /** The copy is damaged, so the live file is too. No more copies are made; the file is checked at its next opening. */
  readonly onDamage: () => void;
  readonly report: (event: string, cause: unknown) => void;
  readonly syncFolder?: typeof syncFolder;
}): BackupKeeper {
  const { database, folder, clock, pace } = parts;
  let changed = true;
  let need: BackupNeed = 'work';
  let isThorough = true;
  let damaged = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  const worker = parts.worker();
  let cancelTimer: (() => void) | null = null;
  let begunAt = 0;
  let bytes = 0;
  let tookMs = 0;
  /** How often the backups were deleted. */
  let removals = 0;
  const givenUp = new AbortController();

  const backUp = async (): Promise<number> => {
    const began = clock.passed();
    changed = false;
    need = 'work';
    const again = () => {
      changed = true;
      need = 'now';
    };
    const thorough = isThorough;
    const removalsBefore = removals;
    try {
      bytes = sizeOf(database.sqlite);
      pace.begin(bytes);
      // Backups are ordered by name: a clock that was set back must not make the newest one sort as the oldest.
      begunAt = Math.max(clock.now(), (listBackups(folder)[0]?.at ?? 0) + 1);
      const outcome = await makeBackup(database, {
        folder,
        at: begunAt,
        thorough,
        mayStay: (copy) => removals === removalsBefore && parts.mayStay(copy),
        worker: orHere(worker, givenUp.signal),
        signal: givenUp.signal,
        ...(parts.syncFolder === undefined ? {} : { syncFolder: parts.syncFolder }),
      });
      isThorough = false;
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
  plan(AFTER_START_MS);
  return {
    schedule: (jobEndedAt) => want(jobEndedAt !== null && jobEndedAt >= begunAt ? 'now' : 'work'),
    removed: () => {
      removals += 1;
      want('now');
    },
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

/** The size of a copy in bytes. The file itself may still lack pages that are in its -wal file. */
function sizeOf(sqlite: Sqlite): number {
  const pages = Number(sqlite.pragma('page_count', { simple: true }));
  return pages * Number(sqlite.pragma('page_size', { simple: true }));
}

/** The shortest interval between two backups for `work`. */
const EVERY_MS = 10 * MINUTE;
/** Byte budget per hour: a larger file is copied less often. */
const BYTES_AN_HOUR = 256 * 1024 * 1024;

/** The reason for a backup. `work`: steps were saved. `now`: a job ended, or there is no backup. */
type BackupNeed = 'work' | 'now';

/** Limits how often a file is copied. */
interface BackupPace {
  /** Charges a copy of this size to the budget. */
  readonly begin: (bytes: number) => void;
  /** The delay in milliseconds before a copy of this size may start. */
  readonly waitMs: (need: BackupNeed, bytes: number) => number;
}

/**
 * A token bucket: each copy adds its bytes to a debt, which falls by `bytesAnHour` per hour. A copy starts when the
 * debt plus its own bytes fits one hour's budget. A file above the hourly budget is copied when there is no debt. A
 * copy for `work` also keeps `EVERY_MS` to the previous copy. docs/decisions/0038-few-backups.md
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

/** Upper bound of the delay between saved work and its backup, for a file of this size. */
export function longestWaitMs(bytes: number): number {
  return Math.max(EVERY_MS, (bytes / BYTES_AN_HOUR) * HOUR);
}

/**
 * The outcome. `damaged`: the copy, and so the live file, is damaged. `not`: outdated when it was finished, or aborted.
 */
type BackupOutcome =
  | { readonly made: 'yes'; readonly file: string }
  | { readonly made: 'not' }
  | { readonly made: 'damaged'; readonly damage: string };

const OWNER_ONLY = 0o700;

type CopyWorker = Pick<FileWorker, 'copy' | 'findDamage' | 'end' | 'giveUp'>;

/** Works on this thread where the worker cannot: there must be a backup, and an unchecked one does not count. */
function orHere(worker: CopyWorker, signal: AbortSignal): CopyOrder['worker'] {
  const unlessAborted = (cause: unknown) => {
    if (signal.aborted) throw cause;
  };
  return {
    copy: (file, to) =>
      worker.copy(file, to).catch((cause: unknown) => {
        unlessAborted(cause);
        removePartial(to);
        return copyDatabase(file, to, signal);
      }),
    findDamage: (file, thorough) =>
      worker.findDamage(file, thorough).catch((cause: unknown) => {
        unlessAborted(cause);
        return findDamage(file, thorough);
      }),
  };
}

/** Deletes what an earlier copy left behind, its rollback journal included. */
function removePartial(file: string): void {
  removeDatabase(file);
  rmSync(`${file}-journal`, { force: true });
}

/** A request for a checked copy. */
interface CopyOrder {
  readonly thorough: boolean;
  readonly worker: Pick<FileWorker, 'copy' | 'findDamage'>;
  readonly signal: AbortSignal;
}

/** Copies a database that is in use to a new file, and checks the copy. */
export async function copySound(
  file: string,
  to: string,
  { thorough, worker, signal }: CopyOrder,
): Promise<BackupOutcome> {
  removePartial(to);
  try {
    await worker.copy(file, to);
    signal.throwIfAborted();
    const damage = await worker.findDamage(to, thorough);
    signal.throwIfAborted();
    return damage === null ? { made: 'yes', file: to } : { made: 'damaged', damage };
  } catch (cause) {
    if (!signal.aborted) throw cause;
    // The process waits for its threads at exit: truncating the file ends a running check at once.
    if (existsSync(to)) truncateSync(to);
    return { made: 'not' };
  }
}

/**
 * Copies a live database, and checks the copy table by table. Only an undamaged copy counts, and only then older ones
 * are deleted. `thorough` also compares the indexes; `signal` aborts.
 */
export async function makeBackup(
  { file: live }: Pick<Database, 'file'>,
  {
    folder,
    at,
    mayStay,
    syncFolder: sync = syncFolder,
    ...order
  }: CopyOrder & {
    readonly folder: string;
    readonly at: Instant;
    readonly mayStay: (copy: Sqlite) => boolean;
    readonly syncFolder?: typeof syncFolder;
  },
): Promise<BackupOutcome> {
  const created = mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  const partial = join(folder, 'queue.partial');
  const copied = await copySound(live, partial, order);
  if (copied.made !== 'yes') return copied;
  const copy = new BetterSqlite3(partial, { readonly: true });
  try {
    if (!mayStay(copy)) return { made: 'not' };
  } finally {
    copy.close();
  }
  const file = backupFileAt(folder, at);
  renameSync(partial, file);
  // A power cut must not take the new copy after older ones were deleted for it.
  await sync(folder);
  if (created !== undefined) await sync(dirname(created));
  dropOldBackups(folder);
  return { made: 'yes', file };
}

/** One finished, checked copy. */
export interface BackupFile {
  readonly file: string;
  /** When the backup was started, by the laptop's clock. */
  readonly at: Instant;
}

const NAME = /^queue-(\d{13,15})\.db$/;
/** Number of newest backups kept. Beyond them, the newest of each recent day is kept. */
const NEWEST_KEPT = 3;
const DAYS_KEPT = 7;

/** The path of a backup that is started at this time. */
export function backupFileAt(folder: string, at: Instant): string {
  return join(folder, `queue-${String(at).padStart(13, '0')}.db`);
}

/** Finished backups, newest first. */
export function listBackups(folder: string): readonly BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, at] = NAME.exec(name) ?? [];
      return at === undefined ? [] : [{ file: join(folder, name), at: Number(at) }];
    })
    .sort((one, other) => other.at - one.at);
}

/** Deletes backups beyond the retention rule; called only after a newer one was checked. */
function dropOldBackups(folder: string): void {
  const backups = listBackups(folder);
  const newest = backups[0]?.at ?? 0;
  const days = new Set<number>();
  for (const [place, { file, at }] of backups.entries()) {
    const day = Math.floor(at / DAY);
    const isOfDay = !days.has(day) && newest - at <= DAYS_KEPT * DAY;
    days.add(day);
    if (place >= NEWEST_KEPT && !isOfDay) rmSync(file, { force: true });
  }
}
