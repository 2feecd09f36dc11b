import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import { maskSecrets } from '../base/mask.ts';

/** The problem when the app, or the saved work, cannot be opened. Nothing was being saved yet. */
export function startProblem(cause: unknown): Problem {
  if (!(cause instanceof ProblemError)) {
    return makeProblem('unexpected', {}, maskSecrets(cause instanceof Error ? cause.message : String(cause)));
  }
  const { problem } = cause;
  return problem.code === 'not-saved-disk-full'
    ? makeProblem('disk-full-at-start', {}, problem.raw)
    : problem;
}
