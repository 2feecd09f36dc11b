import { makeProblem, ProblemError } from '../../shared/problem.ts';

/** Turns a refusal of the file system into a problem a person can act on; anything else is thrown as it is. */
export function asFileProblem<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    const message = cause instanceof Error ? cause.message : null;
    switch (code) {
      case 'ENOSPC':
      case 'EDQUOT':
      case 'EFBIG':
      case 'EIO':
        throw new ProblemError(makeProblem('not-saved-disk-full', { file }, message));
      case 'EACCES':
      case 'EROFS':
      case 'EPERM':
        throw new ProblemError(makeProblem('folder-read-only', { file }, message));
      case 'EBUSY':
        throw new ProblemError(makeProblem('database-busy', { file }, message));
      default:
        throw cause;
    }
  }
}
