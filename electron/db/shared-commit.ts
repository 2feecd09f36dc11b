import type { Database, WriteContext } from './open.ts';
import { isFaultOfFile } from './file-problem.ts';

/**
 * Group commit: work that is ready at the same moment shares one commit, because a synced commit costs the same for one
 * piece as for four.
 */
export interface SharedCommit {
  /**
   * Runs `work` in a transaction and resolves once it is on the disk: nothing is reported before that. Rejects with the error of `work` or of the commit; then nothing of it was written. Rejects with
   * ProblemError `last-steps-unsaved` where the sync failed; then it was written, and a power cut may lose it. `work`
   * may run twice.
   */
  readonly write: <Value>(work: (context: WriteContext) => Value) => Promise<Value>;
}

interface Member {
  /** Runs the work in the open transaction; returns a function that notifies its caller after the commit. */
  readonly run: (context: WriteContext) => () => void;
  readonly reject: (cause: unknown) => void;
}

/** A committed piece, and how to notify its caller. */
interface Written {
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Shares the commits of one database among callers. The event loop goes on while the disk syncs; work that becomes ready
 * meanwhile shares the next commit.
 *
 * @param between runs after each commit; the next one waits for it.
 */
export function createSharedCommit(
  database: Pick<Database, 'write' | 'synced'>,
  between: () => Promise<void>,
): SharedCommit {
  let waiting: Member[] = [];
  let committing = false;

  /** Writes one piece; null where it failed, and then its caller has the error. */
  const alone = ({ run, reject }: Member): Written | null => {
    try {
      return { resolve: database.write(run), reject };
    } catch (cause) {
      reject(cause);
      return null;
    }
  };

  const together = (members: readonly Member[]): readonly Written[] => {
    try {
      return database.write((context) =>
        members.map(({ run, reject }) => ({ resolve: run(context), reject })),
      );
    } catch {
      // The whole transaction was rolled back. Each piece is retried alone, so that only the faulty one fails.
      return members.map(alone).filter((one) => one !== null);
    }
  };

  const commit = async (): Promise<void> => {
    const members = waiting;
    waiting = [];
    const written = together(members);
    try {
      await database.synced();
    } catch (cause) {
      // The commit stands, but a power cut may lose it: no caller may act on it.
      for (const { reject } of written) reject(cause);
      return;
    }
    for (const { resolve } of written) resolve();
  };

  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await commit();
      await between();
    }
    committing = false;
  };

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          run: (context) => {
            const value = work(context);
            return () => resolve(value);
          },
          reject,
        });
        if (committing) return;
        committing = true;
        // Two microtasks later, so that work which becomes ready in this turn still joins.
        queueMicrotask(() => queueMicrotask(() => void commitAll()));
      }),
  };
}

/**
 * Runs one part of a transaction in a savepoint. If it throws, its writes are rolled back, `report` is called and null
 * is returned: the transaction goes on with the next part. A failure of the disk or the file is rethrown, as it
 * concerns all parts.
 */
export function separately<Value>(
  { sqlite }: WriteContext,
  report: (cause: unknown) => void,
  work: () => Value,
): Value | null {
  try {
    return sqlite.transaction(work)();
  } catch (cause) {
    if (isFaultOfFile(cause)) throw cause;
    report(cause);
    return null;
  }
}

/** The value of the work, once the commits made meanwhile are on the disk. Work that commits nothing does not wait. */
export async function withItsCommits<Value>(
  database: Pick<Database, 'commits' | 'synced'>,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = database.commits();
  const value = await work();
  if (database.commits() !== before) await database.synced();
  return value;
}
