import { ProblemError } from '../../../shared/problem.ts';

/** The code of the problem that the work ends with; anything else is thrown on. */
export function problemCodeOf(work: () => unknown): string {
  try {
    work();
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
  return 'none';
}

/** The same for work that goes on after its call. */
export async function codeOfRejection(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
  return 'none';
}
