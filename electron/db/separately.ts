import type { WriteContext } from './open.ts';
import { isFaultOfFile } from './sqlite-problem.ts';

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
