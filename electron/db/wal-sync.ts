import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { asFileProblem } from './file-problem.ts';

/**
 * Syncs the -wal file of an open database on a thread of libuv's pool, so that the event loop does not wait for the
 * disk. A commit is durable once its frames in the -wal file are: the sync of any descriptor of that file covers them.
 * SQLite holds its locks on the database and the -shm file; closing a descriptor of the -wal file drops none
 * (docs/decisions/0060-syncs-beside-the-event-loop.md).
 */
export interface WalSync {
  /**
   * Resolves once every commit so far is on the disk. Commits that come during a sync share the next one. Rejects with
   * ProblemError `not-saved-disk-full` where the disk fails; the next call tries again.
   */
  readonly synced: () => Promise<void>;
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

const datasync = promisify(fdatasync);

/** Opens nothing before the first sync. */
export function createWalSync(file: string): WalSync {
  let written = 0;
  let durable = 0;
  let descriptor: number | null = null;
  let closed = false;
  let running: Promise<void> | null = null;

  /** Windows syncs a file only through a descriptor that may write. SQLite syncs the name of a new -wal file with its header. */
  const opened = (): number => {
    if (closed) throw new Error(`${file} is closed`);
    descriptor ??= openSync(`${file}-wal`, 'r+');
    return descriptor;
  };
  const sync = async (): Promise<void> => {
    const upTo = written;
    try {
      await datasync(opened());
    } catch (cause) {
      asFileProblem(file, () => {
        throw cause;
      });
    }
    durable = Math.max(durable, upTo);
  };
  const syncNow = (): boolean => {
    try {
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
