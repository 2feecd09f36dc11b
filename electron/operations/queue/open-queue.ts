import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock, Instant } from '../../../shared/time.ts';
import { jobId } from '../../../shared/ids.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { leaveCheckpoints, createFileWorker } from '../../db/file-worker.ts';
import { type Database, openDatabase, type OpenOptions, elseClosing } from '../../db/open.ts';
import { readIdentity, writeIdentity, readLease } from '../../db/tables/queue/ownership.ts';
import { ProblemError, makeProblem } from '../../../shared/problem.ts';
import { asFileProblem } from '../../db/file-problem.ts';
import { attachArchive } from '../../db/log-archive.ts';
import {
  listBackups,
  type BackupKeeper,
  createBackupKeeper,
  createBackupPace,
} from '../../db/recovery/backups.ts';
import { clearSuspicion, isSuspect, isFileOrNothing, readWalState } from '../../db/recovery/file-state.ts';
import { endOfJob } from '../../db/tables/queue/jobs.ts';
import { countRedactions } from '../../db/tables/queue/log-entries.ts';
import { addRelayNote } from '../../db/tables/queue/relay-exchange.ts';
import type { Log } from '../../base/ports.ts';
import { queueMigrations } from '../../db/migrations/queue.ts';
import { doubtSetBack, doubtUnfinished } from './settle.ts';
import {
  isCopy,
  noteFileMark,
  isHeldByLiveProcess,
  isOlderThanBackup,
  finishRepair,
  repairQueue,
  type RepairParts,
  type RepairReason,
} from './repair/repair-queue.ts';
import type { QueueTarget } from './parts.ts';

/** Topics of commits after which a backup is due soon. */
const WORK = ['queue', 'jobs', 'log', 'reviews'] as const satisfies readonly Topic[];

/**
 * Opens queue.db in any state. One that is damaged, missing or older than its own backup is set aside and rebuilt. If
 * its last commits may be missing, or it is a copy, every unfinished operation is read before it is sent.
 * ProblemErrors: `database-newer`, `target-changed`, `another-instance`, `database-busy`, `not-saved-disk-full`,
 * `folder-read-only`.
 */
export function openKeptQueue(
  parts: Omit<RepairParts, 'backupFolder' | 'clock'> & {
    readonly clock: Clock;
    readonly onCommitted: (topics: ReadonlySet<Topic>) => void;
    readonly report: Log;
  },
) {
  const { file, target, clock, report } = parts;
  const backupFolder = join(dirname(file), 'backups');
  const openMark = `${file}.open`;
  const onCommitted = (topics: ReadonlySet<Topic>) => {
    parts.onCommitted(topics);
    if (backups !== null && WORK.some((topic) => topics.has(topic)))
      backups.keeper.schedule(lastEndOf(backups.database, topics));
  };
  let backups: { readonly keeper: BackupKeeper; readonly database: Database } | null = null;
  const open = () => openQueueDatabase(file, target, onCommitted, 'unless-closed-in-order');

  const withArchive = (database: Database): Database => {
    const found = elseClosing(database, () => attachArchive(database, clock.now()));
    if (found === 'from-copy') report('warn', 'log.archive-restored', 'the copy of the archive is in use');
    if (found === 'lost') report('error', 'log.archive-lost', 'entries of the log are in no file');
    return database;
  };

  const opened = asFileProblem(file, () => {
    finishRepair(file, clock.now());
    const wasOpen = existsSync(openMark);
    const wal = readWalState(file);
    const isUncertain = wal === 'broken' || (wasOpen && wal === 'none');
    const repair = (reason: RepairReason) => {
      const repaired = repairQueue({ ...parts, backupFolder }, reason, isUncertain);
      const { setAside, backupAt, rows, doubted } = repaired;
      const from = backupAt === null ? 'no backup' : new Date(backupAt).toISOString();
      report('warn', 'queue.mended', `${reason}: ${setAside}; ${from}, ${rows} rows, ${doubted} looked up`);
      return withArchive(open());
    };
    const hasTraces = wasOpen || wal !== 'none' || listBackups(backupFolder).length > 0;
    if (isGone(file, hasTraces)) return repair('missing');
    const database = orNullIfDamaged(open);
    if (database === null) return repair('damaged');
    const reason = reasonAgainst(database, { file, newestBackup: listBackups(backupFolder)[0]?.file });
    if (reason !== null) {
      database.close();
      return repair(reason);
    }
    // Attached first: log entries written below continue after the newest entry of both files.
    withArchive(database);
    const lease = readLease(database.sqlite);
    const isHeldByOther = lease !== undefined && isHeldByLiveProcess({ ...lease }, parts);
    if (isHeldByOther) return database;
    if (isUncertain) {
      report('warn', 'queue.uncertain', `the -wal file is ${wal}`);
      noteUncertain(database, parts);
    } else if (isCopy(database, file)) {
      report('warn', 'queue.set-back', 'the file is a copy');
      database.writeSynced((context) =>
        doubtSetBack(context, { ...parts, certain: new Set(), reason: 'copied' }),
      );
    }
    return database;
  });
  noteFileMark(opened, file);
  asFileProblem(file, () => {
    clearSuspicion(file);
    writeFileSync(openMark, '');
  });
  const database: Database = {
    ...opened,
    close: () => {
      backups?.keeper.end();
      opened.close();
      // The last connection to close checkpoints and deletes the -wal file: only then the main file is complete.
      if (!existsSync(`${file}-wal`)) rmSync(openMark, { force: true });
    },
  };
  const keeper = createBackupKeeper({
    database,
    folder: backupFolder,
    clock,
    pace: createBackupPace(clock),
    worker: createFileWorker,
    // A copy made before words were removed must not outlive the removal.
    mayStay: (copy) => countRedactions(copy) === countRedactions(database.sqlite),
    onDamage: () => parts.onCommitted(new Set(['status', 'health'])),
    report: (event, cause) => report('error', event, String(cause)),
  });
  backups = { keeper, database };
  return { database, backups: keeper };
}

/** The latest end of these jobs; null when none has ended. */
function lastEndOf({ sqlite }: Database, topics: ReadonlySet<Topic>): Instant | null {
  let last: Instant | null = null;
  for (const topic of topics) {
    const job = jobId.safeParse(topic.replace(/^job:/, ''));
    const at = job.success ? endOfJob(sqlite, job.data) : null;
    if (at !== null) last = Math.max(last ?? at, at);
  }
  return last;
}

/** Missing, empty, or not a file: SQLite would create a new one and discard the -wal file. */
function isGone(file: string, hasTraces: boolean): boolean {
  if (!existsSync(file)) return hasTraces;
  if (!['', '-wal', '-shm'].every((suffix) => isFileOrNothing(file + suffix))) return true;
  return statSync(file).size === 0 && hasTraces;
}

function orNullIfDamaged(open: () => Database): Database | null {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof ProblemError && cause.problem.code === 'database-damaged') return null;
    throw cause;
  }
}

function reasonAgainst(
  { sqlite }: Database,
  { file, newestBackup }: { readonly file: string; readonly newestBackup: string | undefined },
): RepairReason | null {
  if (isSuspect(file) && sqlite.pragma('integrity_check(1)', { simple: true }) !== 'ok') return 'damaged';
  return newestBackup !== undefined && isOlderThanBackup(sqlite, newestBackup) ? 'behind' : null;
}

/** The file is undamaged, but its last commits may be missing: which operations they sent is unknown. */
function noteUncertain(database: Database, { clock, log }: Pick<RepairParts, 'clock' | 'log'>): void {
  database.writeSynced((context) => {
    const at = clock.now();
    const doubted = doubtUnfinished(context, new Set(), at);
    log.append(context, {
      job: null,
      type: 'data-restored',
      data: { reason: 'last-commits', backup: null, rows: 0, lookedUp: doubted },
    });
    addRelayNote(context, { matter: 'data-restored', count: doubted, at });
    context.changed('status');
  });
}

/**
 * Upper bound of pages in the -wal file, twice the length at which the engine has the worker thread run a checkpoint:
 * reached only by words that are saved while the queue has nothing to do, or where the thread cannot work.
 */
const CARRIED_OVER_AT_ONCE = 2000;

/**
 * Opens a profile's queue.db with full durability. A file of another environment, address or customer is refused
 * (ProblemError `target-changed`): identifiers of one are never sent to another.
 */
export function openQueueDatabase(
  file: string,
  target: QueueTarget,
  onCommitted: (topics: ReadonlySet<Topic>) => void,
  integrityCheck: OpenOptions['integrityCheck'] = 'always',
): Database {
  const database = openDatabase({
    file,
    migrations: queueMigrations,
    table: 'operation',
    durability: 'full',
    onCommitted,
    integrityCheck,
  });
  leaveCheckpoints(database, CARRIED_OVER_AT_ONCE);
  try {
    database.writeSynced((context) => {
      const owner = readIdentity(context.sqlite);
      if (owner === undefined) {
        writeIdentity(context, {
          environment: target.environment,
          base_url: target.baseUrl,
          customer_id: target.customerId,
        });
        return;
      }
      const same =
        owner.environment === target.environment &&
        owner.base_url === target.baseUrl &&
        owner.customer_id === target.customerId;
      if (!same) {
        throw new ProblemError(
          makeProblem('target-changed', { environment: owner.environment, customer: owner.customer_id }),
        );
      }
    });
  } catch (cause) {
    database.close();
    throw cause;
  }
  return database;
}
