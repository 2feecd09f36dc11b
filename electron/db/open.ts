import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Topic } from '../../shared/ipc/pushed.ts';
import { markOrderlyClose, takeOrderlyClose } from './recovery/orderly-close.ts';
import { asProblem } from './file-problem.ts';

/** A raw SQLite connection; only electron/db and the table files see more of it than `prepare`. */
export type Sqlite = BetterSqlite3.Database;

/** The context of a write transaction. */
export interface WriteContext {
  readonly sqlite: Sqlite;
  /** Notes what this commit changes; published once, after the commit. */
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
   */
  readonly write: <Value>(work: (context: WriteContext) => Value) => Value;
  /**
   * As `write`, but the disk is not waited for: a power cut may lose the commit, and never one that `write` made before or after it.
   * For signs of life.
   */
  readonly writeUnsynced: <Value>(work: (context: WriteContext) => Value) => Value;
  /**
   * As `write`, but it is committed together with what is gathered after it, over turns of the event loop: at `settle`, or
   * before the next `write` of any caller. For copies that are read again: until then a crash undoes it, and no other writer can
   * into the file. Where it throws, all that was gathered is taken back.
   */
  readonly gather: <Value>(work: (context: WriteContext) => Value) => Value;
  /** Commits the gathered work. Throws as `write` does, also when another caller's `write` could not commit it before. */
  readonly settle: () => void;
  readonly close: () => void;
}

/** How a database is opened. */
export interface OpenOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** One that every version of the file has: a file without it is another program's. */
  readonly table?: string;
  /**
   * `full` for anything that was confirmed to a person as saved: in WAL mode `normal` loses acknowledged commits at a power cut
   * (faults.md fact 1). `normal` only for what can be read again.
   */
  readonly durability: 'full' | 'normal';
  readonly onCommitted: (topics: ReadonlySet<Topic>) => void;
  /**
   * Whether all of it is looked through before anybody works with it; a second for some 300 MB. `unless-closed-in-order` leaves it
   * out where the file cannot have been written since, and marks each close for that; `never` is for large copies. Usually `always`.
   */
  readonly lookedThrough?: 'always' | 'unless-closed-in-order' | 'never';
}

/** SQLite before 3.51.3 can corrupt a WAL database (WAL-reset bug, faults.md fact 6). */
const OLDEST_SQLITE = [3, 51, 3] as const;
const SYNCHRONOUS = { normal: 1, full: 2 } as const;
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens (or makes) a database: WAL, sync mode read back, quick check where asked for, version check and migrations.
 * Throws ProblemError `database-damaged`, `database-newer`, `database-busy`, `not-saved-disk-full` or `folder-read-only`.
 */
export function openDatabase(options: OpenOptions): Database {
  const existed = existsSync(options.file);
  const marks = options.lookedThrough === 'unless-closed-in-order';
  const unlooked = marks ? takeOrderlyClose(options.file) : null;
  return asProblem(options.file, () => {
    const sqlite = new BetterSqlite3(options.file, { timeout: BUSY_TIMEOUT_MS });
    try {
      checkSqliteVersion(sqlite);
      sqlite.pragma('journal_mode = WAL');
      sqlite.pragma(`synchronous = ${options.durability.toUpperCase()}`);
      sqlite.pragma('foreign_keys = ON');
      // Names and plates that are deleted are not to be read from the file's free room.
      sqlite.pragma('secure_delete = ON');
      // macOS: fsync alone does not reach the platter.
      sqlite.pragma('checkpoint_fullfsync = ON');
      sqlite.pragma('fullfsync = ON');
      if (sqlite.pragma('synchronous', { simple: true }) !== SYNCHRONOUS[options.durability]) {
        throw new Error(`${options.file}: the sync mode did not take`);
      }
      const look = existed && options.lookedThrough !== 'never' && unlooked === null;
      if (look && sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') {
        throw new ProblemError(makeProblem('database-damaged', { file: options.file }));
      }
      migrate(sqlite, options.file, options.migrations, options.table);
    } catch (cause) {
      sqlite.close();
      throw cause;
    }
    keepStatements(sqlite);
    return withWrites(sqlite, options, () => {
      if (marks) markOrderlyClose(options.file, unlooked ?? 0);
    });
  });
}

/**
 * Each text is compiled once per connection: compiling was two fifths of what an operation costs the processor. A
 * statement is returned as if it were new; do not keep one while the same text is asked for again.
 */
function keepStatements(sqlite: Sqlite): void {
  const compile = sqlite.prepare.bind(sqlite);
  const kept = new Map<string, ReturnType<typeof compile>>();
  const prepare = (sql: string) => {
    const found = kept.get(sql);
    if (found !== undefined) return found.reader ? found.pluck(false) : found;
    const fresh = compile(sql);
    kept.set(sql, fresh);
    return fresh;
  };
  Object.defineProperty(sqlite, 'prepare', { value: prepare });
}

function withWrites(sqlite: Sqlite, options: OpenOptions, closed: () => void): Database {
  const pending = new Set<Topic>();
  const context: WriteContext = {
    sqlite,
    changed: (...topics) => {
      for (const topic of topics) pending.add(topic);
    },
  };
  /** A transaction of `gather` stands open between two pieces of work. */
  let gathered = false;
  /** The gathered work could not be committed, and its owner does not know yet. */
  let lost: Error | null = null;
  const tell = () => {
    if (pending.size === 0) return;
    const topics = new Set(pending);
    pending.clear();
    options.onCommitted(topics);
  };
  const takeBack = () => {
    pending.clear();
    // A full disk takes it back by itself.
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
  };
  const commitGathered = () => {
    if (!gathered) return;
    gathered = false;
    try {
      asProblem(options.file, () => sqlite.exec('COMMIT'));
    } catch (cause) {
      takeBack();
      lost = cause instanceof Error ? cause : new Error(String(cause));
      return;
    }
    tell();
  };
  const tellOwner = () => {
    const failure = lost;
    lost = null;
    if (failure !== null) throw failure;
  };
  const isNested = () => sqlite.inTransaction && !gathered;
  /** Statements that are compiled once; `sqlite.transaction` makes four functions at each call. */
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
  const write = <Value>(work: (context: WriteContext) => Value): Value => {
    if (isNested()) return work(context);
    commitGathered();
    pending.clear();
    const value = asProblem(options.file, () => immediately(() => work(context)));
    tell();
    return value;
  };
  return {
    file: options.file,
    sqlite,
    write,
    writeUnsynced: (work) => {
      if (isNested()) return work(context);
      commitGathered();
      // In WAL mode such a commit is in the -wal file, which the next synced commit brings to the disk as a whole.
      sqlite.pragma('synchronous = NORMAL');
      try {
        return write(work);
      } finally {
        sqlite.pragma(`synchronous = ${options.durability.toUpperCase()}`);
      }
    },
    gather: (work) => {
      if (isNested()) return work(context);
      tellOwner();
      return asProblem(options.file, () => {
        if (!gathered) sqlite.exec('BEGIN IMMEDIATE');
        // The writes of the work belong to it.
        gathered = false;
        try {
          const value = work(context);
          gathered = true;
          return value;
        } catch (cause) {
          takeBack();
          throw cause;
        }
      });
    },
    settle: () => {
      commitGathered();
      tellOwner();
    },
    close: () => {
      commitGathered();
      sqlite.close();
      closed();
    },
  };
}

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
 * Brings a database to the newest version, all or nothing. Whose file it is and which version it has is read in the same immediate
 * transaction: of two that open it together the second one finds the work of the first.
 *
 * A database of a newer app is refused by name (ProblemError `database-newer`): an older app must not write into it. So is another
 * program's (`database-damaged`): nothing is written into that either.
 *
 * @param table one that every version of the file has; left out, only a file without a version is looked at.
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
    // First: another program may count its versions higher.
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

/** A database left open would hold its file against the next try to open this profile. */
export function elseClosing<Value>(database: Database, open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    database.close();
    throw cause;
  }
}
