import { Worker } from 'node:worker_threads';
import { statSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { FileJob, FileJobResult } from './serve-files.ts';
import type { Database } from './open.ts';

/** Work on a whole file beside the main process, which goes on reading it meanwhile. */
export interface FileWorker {
  /** Takes over what the -wal file has, without keeping anybody from reading or writing. Rejects where the thread cannot work. */
  readonly carryOver: (database: Pick<Database, 'file'>) => Promise<void>;
  /**
   * Rewrites the file without deleted data (VACUUM). Concurrent writers block on the file lock instead of failing. Rejects
   * where the thread cannot work; then the file is as it was.
   */
  readonly rewrite: (database: Database) => Promise<void>;
  /** The damage of a file that is not open; null = none. Rejects where the thread cannot work. See `findDamage`. */
  readonly findDamage: (file: string, thorough: boolean) => Promise<string | null>;
  /** Settles when what was asked for is done and the thread is gone. */
  readonly end: () => Promise<void>;
  /** Cancels: the request rejects now, and the thread ends with its present step. */
  readonly giveUp: () => void;
}

const reported: z.ZodType<FileJobResult> = z.object({
  number: z.number(),
  failure: z.string().nullable(),
  found: z.string().nullable(),
});

/** As this file is built, so is the thread's. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'file-thread.ts' : 'file-thread.js';

interface Pending {
  readonly done: (found: string | null) => void;
  readonly fail: (cause: unknown) => void;
}

/** The thread begins with the first work. */
export function createFileWorker(): FileWorker {
  let thread: Worker | null = null;
  let asked = 0;
  const pending = new Map<number, Pending>();
  let last: Promise<unknown> = Promise.resolve();

  const failAll = (cause: unknown) => {
    for (const { fail } of pending.values()) fail(cause);
    pending.clear();
  };
  const begin = (): Worker => {
    const begun = new Worker(new URL(fileOfThread, import.meta.url));
    const lost = (cause: unknown) => {
      if (thread !== begun) return;
      thread = null;
      failAll(cause);
    };
    begun.on('message', (message: unknown) => {
      const { number, failure, found } = reported.parse(message);
      const { done, fail } = pending.get(number) ?? {};
      pending.delete(number);
      if (failure === null) done?.(found);
      else fail?.(new Error(failure));
    });
    begun.on('error', lost);
    begun.on('exit', (code) => lost(new Error(`the thread ended with ${code}`)));
    return begun;
  };
  const ask = (file: string, work: FileJob['work']): Promise<string | null> => {
    thread ??= begin();
    const job: FileJob = { number: (asked += 1), file, work };
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    pending.set(job.number, { done: resolve, fail: reject });
    thread.postMessage(job, []);
    last = Promise.allSettled([last, promise]);
    return promise;
  };
  return {
    carryOver: async ({ file }) => {
      await ask(file, 'carry-over');
    },
    findDamage: (file, thorough) => ask(file, thorough ? 'find-damage-thoroughly' : 'find-damage'),
    rewrite: async ({ file, sqlite }) => {
      const patience = sqlite.pragma('busy_timeout', { simple: true });
      sqlite.pragma(`busy_timeout = ${WAITS_FOR_REWRITE_MS}`);
      try {
        await ask(file, 'rewrite');
      } finally {
        sqlite.pragma(`busy_timeout = ${z.number().parse(patience)}`);
      }
    },
    end: async () => {
      await last;
      await thread?.terminate();
    },
    giveUp: () => {
      const given = thread;
      thread = null;
      failAll(new Error('the work was cancelled'));
      void given?.terminate();
    },
  };
}

/** A person's step that meets the rewriting is kept a little later, and is never refused for it. */
const WAITS_FOR_REWRITE_MS = 120_000;

/** So long may the -wal file become before it is taken over into the file. */
const LONGEST_WAL = 4 * 2 ** 20;

/**
 * Between two pieces of reading: takes a long -wal file over into the copies, beside the main process, as that waits for the disk. The
 * next piece begins when it is done, so that nothing is written meanwhile and all of it is taken over.
 */
export function createCarryOver(
  worker: Pick<FileWorker, 'carryOver'>,
  report: (cause: unknown) => void,
): (database: Pick<Database, 'file' | 'sqlite'>) => Promise<void> {
  return async (database) => {
    const size = statSync(`${database.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size < LONGEST_WAL) return;
    try {
      await worker.carryOver(database);
    } catch (cause) {
      report(cause);
      // Here it makes the caller wait, but the -wal file does not grow without end.
      database.sqlite.pragma('wal_checkpoint(PASSIVE)');
    }
  };
}

/*
 * Deleted data is overwritten within the file at once (`secure_delete`), but earlier states of its pages stay in the -wal file until
 * a truncating checkpoint, and data deleted before that setting stays until the file is rewritten.
 */

/** Writes the -wal file into the database and cuts it off. Nothing may be reading. */
export function overwriteFreed({ sqlite }: Database): void {
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
}

/** Rewrites the whole file without deleted data; some seconds for a large one, in which nothing else happens. */
export function overwriteAll(database: Database): void {
  database.sqlite.exec('VACUUM');
  overwriteFreed(database);
}

/** The same of a database that is attached to the connection. */
export function overwriteAttached({ sqlite }: Pick<Database, 'sqlite'>, name: string): void {
  sqlite.exec(`VACUUM ${name}`);
  sqlite.pragma(`${name}.wal_checkpoint(TRUNCATE)`);
}

/** Removes a database of copies that is not open. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
