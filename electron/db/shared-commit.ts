import type { Database, WriteContext } from './open.ts';
import { isFaultOfFile } from './file-problem.ts';

/**
 * Group commit: work that is ready at the same moment shares one commit, because a synced commit costs the same for one
 * piece as for four.
 */
export interface SharedCommit {
  /**
   * Runs `work` in a transaction and resolves once it is on the disk, as with `database.write`: nothing is reported
   * before the commit. Rejects with the error of `work` or of the commit; then nothing of it was written. `work` may
   * run twice.
   */
  readonly write: <Value>(work: (context: WriteContext) => Value) => Promise<Value>;
}

interface Member {
  /** Runs the work in the open transaction; returns a function that notifies its caller after the commit. */
  readonly run: (context: WriteContext) => () => void;
  readonly reject: (cause: unknown) => void;
}

/** Shares the commits of one database among callers in the same turn of the event loop; it never waits for more. */
export function createSharedCommit(database: Database): SharedCommit {
  let waiting: Member[] = [];

  const alone = ({ run, reject }: Member) => {
    try {
      database.write(run)();
    } catch (cause) {
      reject(cause);
    }
  };

  const commit = () => {
    const members = waiting;
    waiting = [];
    let tell: readonly (() => void)[];
    try {
      tell = database.write((context) => members.map(({ run }) => run(context)));
    } catch {
      // The whole transaction was rolled back. Each piece is retried alone, so that only the faulty one fails.
      for (const member of members) alone(member);
      return;
    }
    for (const one of tell) one();
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
        // Two microtasks later, so that work which becomes ready in this turn still joins.
        if (waiting.length === 1) queueMicrotask(() => queueMicrotask(commit));
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
