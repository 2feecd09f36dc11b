import { makeProblem, ProblemError } from '../../shared/problem.ts';

/** The files that were saved in this run. The window names a path; only these are shown in their folder for it. */
export function createSavedFiles(showInFolder: (path: string) => void): {
  readonly add: (path: string) => void;
  /** ProblemError `not-found` for any other path. */
  readonly show: (path: string) => void;
} {
  const saved = new Set<string>();
  return {
    add: (path) => {
      saved.add(path);
    },
    show: (path) => {
      if (!saved.has(path)) throw new ProblemError(makeProblem('not-found'));
      showInFolder(path);
    },
  };
}
