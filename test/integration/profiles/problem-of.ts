import { ProblemError } from '../../../shared/problem.ts';

/** The code of the problem and the value that it names; `passed` where there was none. */
export const problemOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'passed',
    (cause: unknown) => {
      if (!(cause instanceof ProblemError)) throw cause;
      const { code, params } = cause.problem;
      return params['name'] === undefined ? code : `${code}: ${params['name']}`;
    },
  );
