import { Worker, type MessagePort } from 'node:worker_threads';
import { statSync, rmSync } from 'node:fs';
import { z } from 'zod';
import BetterSqlite3 from 'better-sqlite3';
import { neverReached } from '../../shared/never.ts';
import type { Database } from './open.ts';
import { createThread, serveThread } from './thread.ts';
import { findDamage } from './recovery/damage.ts';

/** Whole-file work on a worker thread, while the main process keeps reading the file. */
export interface FileWorker {
  /** Checkpoints the -wal file without blocking readers or writers. Rejects when the thread cannot work. */
  readonly carryOver: (database: Pick<Database, 'file'>) => Promise<void>;
  /**
   * Rewrites the file without deleted data (VACUUM). Concurrent writers block on the file lock instead of failing. Rejects
   * where the thread cannot work; then the file is as it was.
   */
  readonly rewrite: (database: Database) => Promise<void>;
  /** As `copyDatabase`. Rejects where the thread cannot work. */
  readonly copy: (file: string, to: string) => Promise<void>;
  /** The damage of a file that is not open; null = none. Rejects where the thread cannot work. See `findDamage`. */
  readonly findDamage: (file: string, thorough: boolean) => Promise<string | null>;
  /** Resolves when the requested work is done and the thread has ended. */
  readonly end: () => Promise<void>;
  /** Cancels: the request rejects now, and the thread ends after its current step. */
  readonly giveUp: () => void;
}

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'file-thread.ts' : 'file-thread.js';

/** The thread starts with its first request. */
export function createFileWorker(): FileWorker {
  const thread = createThread<FileJob, string | null>({
    start: () => new Worker(new URL(fileOfThread, import.meta.url)),
    answer: z.string().nullable(),
  });
  return {
    carryOver: async ({ file }) => {
      await thread.ask({ work: 'carry-over', file });
    },
    copy: async (file, to) => {
      await thread.ask({ work: 'copy', file, to });
    },
    findDamage: (file, thorough) => thread.ask({ work: 'find-damage', file, thorough }),
    rewrite: async ({ file, sqlite }) => {
      const patience = sqlite.pragma('busy_timeout', { simple: true });
      sqlite.pragma(`busy_timeout = ${WAITS_FOR_REWRITE_MS}`);
      try {
        await thread.ask({ work: 'rewrite', file });
      } finally {
        sqlite.pragma(`busy_timeout = ${z.number().parse(patience)}`);
      }
    },
    end: thread.end,
    giveUp: thread.giveUp,
  };
}

/** Busy timeout in milliseconds while the file is rewritten: a person's write waits and is not refused. */
const WAITS_FOR_REWRITE_MS = 120_000;

/** Length of the -wal file in bytes above which it is checkpointed. */
const LONGEST_WAL = 4 * 2 ** 20;

/**
 * Leaves checkpoints to the worker thread. Beyond `mostPages` in the -wal file a commit still runs one itself and waits
 * for the disk.
 */
export function leaveCheckpoints({ sqlite }: Pick<Database, 'sqlite'>, mostPages: number): void {
  sqlite.pragma(`wal_autocheckpoint = ${mostPages}`);
  // The length of the -wal file shows how much awaits a checkpoint.
  sqlite.pragma('journal_size_limit = 0');
}

/**
 * Checkpoints a long -wal file on the worker thread, since that waits for the disk. Writers that wait for it (the next
 * shared commit, the next piece of a bulk read) leave nothing to copy, and the file starts from its beginning. One runs at a time.
 */
export function createCarryOver(
  worker: Pick<FileWorker, 'carryOver'>,
  report: (cause: unknown) => void,
): (database: Pick<Database, 'file' | 'sqlite'>) => Promise<void> {
  let running: Promise<void> | null = null;
  const run = async (database: Pick<Database, 'file' | 'sqlite'>): Promise<void> => {
    try {
      await worker.carryOver(database);
    } catch (cause) {
      report(cause);
      // On this thread the checkpoint blocks the caller, but the -wal file does not grow without bound.
      database.sqlite.pragma('wal_checkpoint(PASSIVE)');
    } finally {
      running = null;
    }
  };
  return async (database) => {
    const size = statSync(`${database.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size < LONGEST_WAL) return;
    running ??= run(database);
    await running;
  };
}

/*
 * Deleted data is overwritten within the file at once (`secure_delete`). Earlier states of its pages stay in the -wal
 * file until a truncating checkpoint. Data deleted before that setting stays until the file is rewritten.
 */

/** Checkpoints the -wal file into the database and truncates it. No reader may be active. */
export function overwriteFreed({ sqlite }: Database): void {
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
}

/** Rewrites the whole file without deleted data (VACUUM). Blocks for some seconds on a large file. */
export function overwriteAll(database: Database): void {
  database.sqlite.exec('VACUUM');
  overwriteFreed(database);
}

/** As `overwriteAll`, for a database that is attached to the connection. */
export function overwriteAttached({ sqlite }: Pick<Database, 'sqlite'>, name: string): void {
  sqlite.exec(`VACUUM ${name}`);
  sqlite.pragma(`${name}.wal_checkpoint(TRUNCATE)`);
}

/** Deletes a cache database that is not open. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Pages per step of a copy: a few milliseconds between two turns of the event loop. */
const PAGES_AT_A_TIME = 64;

/**
 * Copies a database that is in use to a new file, as it is now (SQLite's backup API, faults.md fact 8). Writers are not
 * blocked; the -wal file cannot start from its beginning before the end of the copy. `signal` aborts.
 */
export async function copyDatabase(file: string, to: string, signal?: AbortSignal): Promise<void> {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    sqlite.pragma('wal_autocheckpoint = 0');
    // One reader for the whole copy: between two readers a commit of another connection starts the copy again.
    sqlite.exec('BEGIN');
    sqlite.prepare('SELECT 1 FROM sqlite_schema').get();
    await sqlite.backup(to, {
      progress: () => {
        signal?.throwIfAborted();
        return PAGES_AT_A_TIME;
      },
    });
  } finally {
    sqlite.close();
  }
}

/**
 * The requests to the thread: `carry-over` checkpoints the -wal file as far as readers allow, `rewrite` removes deleted
 * data (VACUUM), `copy` makes a copy, `find-damage` reports damage.
 */
const fileJob = z.discriminatedUnion('work', [
  z.object({ work: z.enum(['carry-over', 'rewrite']), file: z.string() }),
  z.object({ work: z.literal('copy'), file: z.string(), to: z.string() }),
  z.object({ work: z.literal('find-damage'), file: z.string(), thorough: z.boolean() }),
]);
type FileJob = z.infer<typeof fileJob>;

/** Busy timeout in milliseconds. */
const PATIENCE_MS = 60_000;
const checkpoint = z.array(z.object({ busy: z.number() })).min(1);

async function workOn(job: FileJob): Promise<string | null> {
  switch (job.work) {
    case 'find-damage':
      return findDamage(job.file, job.thorough);
    case 'copy':
      await copyDatabase(job.file, job.to);
      return null;
    case 'carry-over':
    case 'rewrite':
      return checkpointOrRewrite(job.file, job.work);
    default:
      return neverReached(job);
  }
}

function checkpointOrRewrite(file: string, work: 'carry-over' | 'rewrite'): null {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    sqlite.pragma('secure_delete = ON');
    sqlite.pragma('checkpoint_fullfsync = ON');
    sqlite.pragma('fullfsync = ON');
    sqlite.pragma('wal_autocheckpoint = 0');
    if (work === 'carry-over') {
      sqlite.pragma('wal_checkpoint(PASSIVE)');
      return null;
    }
    sqlite.exec('VACUUM');
    // Earlier page states are gone once the -wal file is truncated.
    const [reported] = checkpoint.parse(sqlite.pragma('wal_checkpoint(TRUNCATE)'));
    if (reported?.busy !== 0) throw new Error('a reader was active all the time');
    return null;
  } finally {
    sqlite.close();
  }
}

/** Serves the requests of a `FileWorker`. Each request opens and closes its own connection. */
export function serveFiles(port: MessagePort): void {
  serveThread(port, { request: fileJob, work: workOn, close: () => undefined });
}
