import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { markOrderlyClose, takeOrderlyClose } from './recovery/file-state.ts';
import { asProblem } from './file-problem.ts';
import { createWalSync, type Datasync } from './wal-sync.ts';

/* Opening of the SQLite files: connection settings, schema version, migrations, and the only write transaction. */

/** A raw SQLite connection. Outside electron/db and the table files only `prepare` is used. */
export type Sqlite = BetterSqlite3.Database;

/** The context of a write transaction. */
export interface WriteContext {
  readonly sqlite: Sqlite;
  /** Records a changed topic; topics are published once, after the commit. */
  readonly changed: (...topics: readonly Topic[]) => void;
}

/** One open database. Reads go to `sqlite`; writes only through `write`. */
export interface Database {
  readonly file: string;
  readonly sqlite: Sqlite;
  /**
   * Runs `work` in one immediate transaction: a deferred one that reads and then writes fails with
   * SQLITE_BUSY_SNAPSHOT whatever the timeout (faults.md fact 7). Throws ProblemError `not-saved-disk-full` or
   * `database-busy`; then nothing was written. Nested calls join the outer transaction.
   *
   * The event loop does not wait for the disk: the sync begins at once on another thread. This process sees the commit
   * before it is on the disk, so nothing that depends on it may leave the process before `synced` resolves.
   */
  readonly write: <Value>(work: (context: WriteContext) => Value) => Value;
  /**
   * Like `write`, but returns after the disk has synced, and the event loop waits for it: for the start and for repairs,
   * whose next act is on another file. Throws inside a transaction.
   */
  readonly writeSynced: <Value>(work: (context: WriteContext) => Value) => Value;
  /**
   * Like `write`, but no sync begins: a power cut may lose this commit, but never one that was synced before or after
   * it. For heartbeats.
   */
  readonly writeUnsynced: <Value>(work: (context: WriteContext) => Value) => Value;
  /** The number of commits so far that `synced` covers. */
  readonly commits: () => number;
  /**
   * Resolves once every commit so far is on the disk, but for those of `writeUnsynced`. Rejects with ProblemError
   * `last-steps-unsaved`; then the commits stand, and a power cut may lose them. Rejects once with an error of
   * `onCommitted`.
   */
  readonly synced: () => Promise<void>;
  /** Why the last commits may not be on the disk; null = they are, or are being synced. Its changes publish `status`. */
  readonly unsaved: () => Problem | null;
  /** Syncs commits that are not on the disk yet. */
  readonly close: () => void;
}

/** Options for opening a database. */
export interface OpenOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** A table that every version of the file has: a file without it belongs to another program. */
  readonly table?: string;
  /**
   * `full` for data that is confirmed to a person as saved: each commit is synced before `synced` resolves. `normal` only
   * for data that can be read again: a power cut may lose its commits (faults.md fact 1), and `synced` waits for nothing.
   */
  readonly durability: 'full' | 'normal';
  readonly onCommitted: (topics: ReadonlySet<Topic>) => void;
  /**
   * Whether the whole file is checked before use; about a second per 300 MB. `unless-closed-in-order` skips the check
   * when the file cannot have been written since an orderly close, and marks each close for that. `never` is for large
   * caches. Default: `always`.
   */
  readonly integrityCheck?: 'always' | 'unless-closed-in-order' | 'never';
  /** Left out, the disk itself; a test lets it fail. */
  readonly datasync?: Datasync;
}

/** SQLite before 3.51.3 can corrupt a WAL database (WAL-reset bug, faults.md fact 6). */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** The value of `PRAGMA synchronous`. */
const SYNCHRONOUS_FULL = 2;
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens or creates a database: WAL, sync mode read back, quick check if requested, version check and migrations. Throws
 * ProblemError `database-damaged`, `database-newer`, `database-busy`, `not-saved-disk-full` or `folder-read-only`.
 */
export function openDatabase(options: OpenOptions): Database {
  const existed = existsSync(options.file);
  const marks = options.integrityCheck === 'unless-closed-in-order';
  const uncheckedCloses = marks ? takeOrderlyClose(options.file) : null;
  return asProblem(options.file, () => {
    const sqlite = new BetterSqlite3(options.file, { timeout: BUSY_TIMEOUT_MS });
    try {
      checkSqliteVersion(sqlite);
      sqlite.pragma('journal_mode = WAL');
      sqlite.pragma('synchronous = FULL');
      sqlite.pragma('foreign_keys = ON');
      // Deleted names and plates must not remain readable in the file's free pages.
      sqlite.pragma('secure_delete = ON');
      // macOS: fsync alone does not reach the platter.
      sqlite.pragma('checkpoint_fullfsync = ON');
      sqlite.pragma('fullfsync = ON');
      if (sqlite.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_FULL) {
        throw new Error(`${options.file}: the sync mode did not take`);
      }
      const needsCheck = existed && options.integrityCheck !== 'never' && uncheckedCloses === null;
      if (needsCheck && sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') {
        throw new ProblemError(makeProblem('database-damaged', { file: options.file }));
      }
      migrate(sqlite, options.file, options.migrations, options.table);
      sqlite.pragma('synchronous = NORMAL');
    } catch (cause) {
      sqlite.close();
      throw cause;
    }
    keepStatements(sqlite);
    return withWrites(sqlite, options, () => {
      if (marks) markOrderlyClose(options.file, uncheckedCloses ?? 0);
    });
  });
}

/**
 * Caches prepared statements by SQL text, one each per connection: compiling took two fifths of an operation's CPU
 * time. A cached statement is reset when it is returned; do not keep one while the same text is requested again.
 */
function keepStatements(sqlite: Sqlite): void {
  const compile = sqlite.prepare.bind(sqlite);
  const kept = new Map<string, ReturnType<typeof compile>>();
  const prepare = (sql: string) => {
    const found = kept.get(sql);
    if (found !== undefined) return found.reader ? found.pluck(false) : found;
    const fresh = compile(plannedOnce(sql));
    kept.set(sql, fresh);
    return fresh;
  };
  Object.defineProperty(sqlite, 'prepare', { value: prepare });
}

/**
 * The statement with a unary plus before each parameter that is compared or limits the rows. SQLite recompiles a statement
 * with ORDER BY or LIMIT at each binding of a bare parameter there, as its plan may depend on the value: 10 to 50 µs for
 * a query that takes 3 µs. The plus does not change the value.
 */
const plannedOnce = (sql: string): string => sql.replaceAll(/(=|\bLIMIT) (?=[?@])/g, '$1 +');

function withWrites(sqlite: Sqlite, options: OpenOptions, closed: () => void): Database {
  const pending = new Set<Topic>();
  const context: WriteContext = {
    sqlite,
    changed: (...topics) => {
      for (const topic of topics) pending.add(topic);
    },
  };
  /** The failure of `onCommitted` after a commit; `synced` throws it once. Null = none. */
  let lost: Error | null = null;
  const wal = createWalSync(
    { file: options.file, sqlite },
    {
      schema: 'main',
      onChange: () => options.onCommitted(new Set(['status'])),
      ...(options.datasync === undefined ? {} : { datasync: options.datasync }),
    },
  );
  const isDurable = options.durability === 'full';
  const publish = () => {
    if (pending.size === 0) return;
    const topics = new Set(pending);
    pending.clear();
    options.onCommitted(topics);
  };
  const notifyOwner = () => {
    const failure = lost;
    lost = null;
    if (failure !== null) throw failure;
  };
  const isNested = () => sqlite.inTransaction;
  /** Prepared once; `sqlite.transaction` would create four functions at each call. */
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const commit = sqlite.prepare('COMMIT');
  const immediately = <Value>(work: () => Value): Value => {
    begin.run();
    try {
      const value = work();
      commit.run();
      return value;
    } catch (cause) {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
      throw cause;
    }
  };
  /** Commits; in WAL mode the commit is then in the -wal file, which only `FULL` syncs. */
  const commitAlone = <Value>(work: (context: WriteContext) => Value): Value => {
    pending.clear();
    return asProblem(options.file, () => immediately(() => work(context)));
  };
  /** The commit has succeeded. A caller would treat an error thrown here as a rollback. */
  const publishOrKeep = () => {
    try {
      publish();
    } catch (cause) {
      lost = asError(cause);
    }
  };
  return {
    file: options.file,
    sqlite,
    write: (work) => {
      if (isNested()) return work(context);
      const value = commitAlone(work);
      if (isDurable) {
        wal.note();
        // `synced` reports a failure.
        wal.synced().catch(() => undefined);
      }
      publishOrKeep();
      return value;
    },
    writeSynced: (work) => {
      if (isNested()) throw new Error('a synced write inside a transaction');
      sqlite.pragma('synchronous = FULL');
      let value;
      try {
        value = commitAlone(work);
      } finally {
        sqlite.pragma('synchronous = NORMAL');
      }
      publishOrKeep();
      return value;
    },
    writeUnsynced: (work) => {
      if (isNested()) return work(context);
      const value = commitAlone(work);
      publishOrKeep();
      return value;
    },
    commits: wal.commits,
    unsaved: wal.failure,
    synced: async () => {
      await wal.synced();
      notifyOwner();
    },
    close: () => {
      const isSynced = wal.close();
      sqlite.close();
      if (isSynced) closed();
    },
  };
}

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

function checkSqliteVersion(sqlite: Sqlite): void {
  const version = sqlite.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '0';
  const parts = version.split('.').map(Number);
  for (const [index, needed] of OLDEST_SQLITE.entries()) {
    const found = parts[index] ?? 0;
    if (found > needed) return;
    if (found < needed) throw new Error(`SQLite ${version} is too old; 3.51.3 or newer is needed`);
  }
}

/** One numbered, additive step. `version` counts from 1 without gaps; a shipped migration is never edited. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/**
 * Migrates a database to the newest version in one transaction. The owner and version are read in the same immediate
 * transaction: the second of two concurrent openers finds the work of the first. A database of a newer app is refused
 * (ProblemError `database-newer`): an older app must not write into it. Another program's file is refused too
 * (`database-damaged`), and nothing is written into either.
 *
 * @param table one that every version of the file has; left out, only a file without a version is checked.
 */
export function migrate(
  sqlite: Sqlite,
  file: string,
  migrations: readonly Migration[],
  table: string | null = null,
): void {
  const newest = migrations.length;
  const run = sqlite.transaction(() => {
    const found = Number(sqlite.pragma('user_version', { simple: true }));
    // Checked before the version: another program may use higher version numbers.
    if (isForeign(sqlite, found, table))
      throw new ProblemError(makeProblem('database-damaged', { file }, 'another database'));
    if (found > newest) throw new ProblemError(makeProblem('database-newer', { file, found, known: newest }));
    for (const [index, migration] of migrations.entries()) {
      if (migration.version !== index + 1) throw new Error(`migration ${migration.version} is out of order`);
      if (migration.version <= found) continue;
      sqlite.exec(migration.sql);
      sqlite.pragma(`user_version = ${migration.version}`);
    }
  });
  run.immediate();
}

/** Another program's database in the place of ours. */
function isForeign(sqlite: Sqlite, version: number, table: string | null): boolean {
  const tables = sqlite.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  if (version === 0) return tables.get() !== undefined;
  return table !== null && !tables.all().includes(table);
}

/** Closes the database when `open` throws. A database left open would block the next attempt to open this profile. */
export function elseClosing<Value>(database: Database, open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    database.close();
    throw cause;
  }
}
