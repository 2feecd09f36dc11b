import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import type BetterSqlite3 from 'better-sqlite3';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';

const checkpoint = z.array(z.object({ busy: z.number() }));

/**
 * Syncs the -wal file of an open database on a thread of libuv's pool, so that the event loop does not wait for the
 * disk. A commit is durable once its frames in the -wal file are: the sync of any descriptor of that file covers them.
 * SQLite holds its locks on the database and the -shm file; closing a descriptor of the -wal file drops none
 * (docs/decisions/0060-syncs-beside-the-event-loop.md).
 */
export interface WalSync {
  /**
   * Resolves once every commit so far is on the disk. Commits that come during a sync share the next one. Rejects with
   * ProblemError `last-steps-unsaved` where the disk fails; the next call tries again.
   */
  readonly synced: () => Promise<void>;
  /** Why the last commits may not be on the disk; null = no sync has failed since they were. */
  readonly failure: () => Problem | null;
  /** A commit was written that SQLite did not sync. */
  readonly note: () => void;
  /** The number of commits noted so far. */
  readonly commits: () => number;
  /**
   * Syncs what is not on the disk yet, waiting for it, and releases the file. Call it before the database is closed.
   * Returns false where the disk fails.
   */
  readonly close: () => boolean;
}

/** Syncs the data of an open file. */
export type Datasync = (descriptor: number) => Promise<void>;

const datasyncInPool: Datasync = promisify(fdatasync);

interface WalSyncParts {
  /** The name of the database in its connection. */
  readonly schema: string;
  /** Called when a sync fails, and when the commits are on the disk again. */
  readonly onChange: () => void;
  readonly datasync?: Datasync;
}

/** Opens nothing before the first sync. */
export function createWalSync(
  { file, sqlite }: { readonly file: string; readonly sqlite: BetterSqlite3.Database },
  { schema, onChange, datasync = datasyncInPool }: WalSyncParts,
): WalSync {
  let written = 0;
  let durable = 0;
  let descriptor: number | null = null;
  let closed = false;
  let running: Promise<void> | null = null;
  let failure: Problem | null = null;

  /** Windows syncs a file only through a descriptor that may write. SQLite syncs the name of a new -wal file with its header. */
  const opened = (): number => {
    descriptor ??= openSync(`${file}-wal`, 'r+');
    return descriptor;
  };
  /**
   * After a failed sync the system may have dropped the frames, and reports the next sync of them as good. So they are
   * copied into the database, and the -wal file is emptied.
   */
  const rewriteFrames = (): void => {
    const [reported] = checkpoint.parse(sqlite.pragma(`${schema}.wal_checkpoint(TRUNCATE)`));
    if (reported?.busy !== 0) throw new Error('a reader keeps frames of the -wal file');
  };
  const sync = async (): Promise<void> => {
    if (closed) throw new Error(`${file} is closed`);
    const upTo = written;
    const before = failure;
    try {
      if (failure !== null) rewriteFrames();
      await datasync(opened());
      failure = null;
    } catch (cause) {
      failure = makeProblem(
        'last-steps-unsaved',
        { file },
        cause instanceof Error ? cause.message : String(cause),
      );
    }
    if ((before === null) !== (failure === null)) onChange();
    if (failure !== null) throw new ProblemError(failure);
    durable = Math.max(durable, upTo);
  };
  const syncNow = (): boolean => {
    try {
      if (failure !== null) rewriteFrames();
      fdatasyncSync(opened());
    } catch {
      return false;
    }
    durable = written;
    return true;
  };
  const syncedUpTo = async (commits: number): Promise<void> => {
    if (durable >= commits) return;
    running ??= sync().finally(() => {
      running = null;
    });
    await running;
    // A sync that was under way may not cover the last commits.
    await syncedUpTo(commits);
  };
  const closeFile = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  return {
    note: () => {
      written += 1;
    },
    commits: () => written,
    synced: () => syncedUpTo(written),
    failure: () => failure,
    close: () => {
      const isSynced = durable >= written || syncNow();
      closed = true;
      // A descriptor number that is closed during its sync may be reused for another file.
      if (running === null) closeFile();
      else void running.then(closeFile, closeFile);
      return isSynced;
    },
  };
}
