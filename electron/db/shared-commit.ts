import type { Database, WriteContext } from './open.ts';
import { isFaultOfFile } from './file-problem.ts';

/**
 * Group commit: work that is ready at the same moment shares one commit, because a synced commit costs the same for one
 * piece as for four.
 */
export interface SharedCommit {
  /**
   * Runs `work` in a transaction and resolves once it is on the disk, as with `database.write`: nothing is reported
   * before that. Rejects with the error of `work` or of the commit; then nothing of it was written. Rejects with
   * ProblemError `not-saved-disk-full` where the sync failed; then it was written, and a power cut may lose it. `work`
   * may run twice.
   */
  readonly write: <Value>(work: (context: WriteContext) => Value) => Promise<Value>;
}

interface Member {
  /** Runs the work in the open transaction; returns a function that notifies its caller after the commit. */
  readonly run: (context: WriteContext) => () => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Shares the commits of one database among callers. The event loop goes on while the disk syncs; work that becomes ready
 * meanwhile shares the next commit.
 *
 * @param between runs after each commit; the next one waits for it.
 */
export function createSharedCommit(
  database: Pick<Database, 'write' | 'writeBehind' | 'synced'>,
  between: () => Promise<void>,
): SharedCommit {
  let waiting: Member[] = [];
  let committing = false;

  const alone = ({ run, reject }: Member) => {
    try {
      database.write(run)();
    } catch (cause) {
      reject(cause);
    }
  };

  const commit = async (): Promise<void> => {
    const members = waiting;
    waiting = [];
    let tell: readonly (() => void)[];
    try {
      tell = database.writeBehind((context) => members.map(({ run }) => run(context)));
    } catch {
      // The whole transaction was rolled back. Each piece is retried alone, so that only the faulty one fails.
      for (const member of members) alone(member);
      return;
    }
    try {
      await database.synced();
    } catch (cause) {
      // The commit stands, but a power cut may lose it: no caller may act on it.
      for (const { reject } of members) reject(cause);
      return;
    }
    for (const one of tell) one();
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
