import type { Database, WriteContext } from './open.ts';
import { isFaultOfFile } from './file-problem.ts';

/** Work of several that is ready at the same moment, in one commit: a synced commit costs the same for one as for four. */
export interface SharedCommit {
  /**
   * Runs `work` in a transaction and resolves once it is on the disk, as `database.write` does: nothing is reported
   * before the commit. Rejects with what `work` or the commit threw; then nothing of it was written. `work` may run twice.
   */
  readonly write: <Value>(work: (context: WriteContext) => Value) => Promise<Value>;
}

interface Member {
  /** The work in the transaction that is open; answers what tells its caller after the commit. */
  readonly run: (context: WriteContext) => () => void;
  readonly reject: (cause: unknown) => void;
}

/** Shares the commits of one database. Callers of the same turn of the event loop meet in one; it never waits for more. */
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
      // All of it was taken back. Who is at fault shows when each goes by itself; the others must not suffer for it.
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
        // Behind what is ready in this turn too.
        if (waiting.length === 1) queueMicrotask(() => queueMicrotask(commit));
      }),
  };
}

/**
 * Runs one piece of a transaction in a savepoint. Where it throws, its own writes are taken back, `report` is called and the answer
 * is null: the transaction goes on with the next piece. A failure of the disk or the file is thrown, as it concerns all of them.
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
