import BetterSqlite3 from 'better-sqlite3';
import { makeProblem, ProblemError } from '../../shared/problem.ts';

/** Turns a file system error into a problem that a person can act on; any other error is rethrown. */
export function asFileProblem<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw fileProblemOf(file, cause) ?? cause;
  }
}

/** The same for work that does not block the event loop. */
export async function asFileProblemAsync<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw fileProblemOf(file, cause) ?? cause;
  }
}

function fileProblemOf(file: string, cause: unknown): ProblemError | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  const message = cause instanceof Error ? cause.message : null;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
    case 'EIO':
      return new ProblemError(makeProblem('not-saved-disk-full', { file }, message));
    case 'EACCES':
    case 'EROFS':
    case 'EPERM':
      return new ProblemError(makeProblem('folder-read-only', { file }, message));
    case 'EBUSY':
      return new ProblemError(makeProblem('database-busy', { file }, message));
    default:
      return null;
  }
}

/** Turns SQLite's own failures into problems a person can act on. */
export function asProblem<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError) {
      const { code } = cause;
      if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR')) {
        throw new ProblemError(makeProblem('not-saved-disk-full', { file }, cause.message));
      }
      if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
        throw new ProblemError(makeProblem('database-busy', { file }, cause.message));
      }
      if (
        code.startsWith('SQLITE_READONLY') ||
        code.startsWith('SQLITE_CANTOPEN') ||
        code === 'SQLITE_PERM'
      ) {
        throw new ProblemError(makeProblem('folder-read-only', { file }, cause.message));
      }
      if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
        throw new ProblemError(makeProblem('database-damaged', { file }, cause.message));
      }
    }
    throw cause;
  }
}

/** Whether the disk or the file failed, as opposed to a statement that violated a constraint of the schema. */
export function isFaultOfFile(cause: unknown): boolean {
  return cause instanceof BetterSqlite3.SqliteError && !cause.code.startsWith('SQLITE_CONSTRAINT');
}
