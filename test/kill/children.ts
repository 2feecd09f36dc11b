import type { ChildProcess } from 'node:child_process';

/** The processes a run has started, so that none outlives it. */
export interface Children {
  /** Notes a process that has just been started; one started after the end is killed at once. */
  readonly add: (child: ChildProcess) => void;
  /** Kills what is left and takes nothing more. */
  readonly end: () => void;
}

/** None yet. */
export function newChildren(): Children {
  const living = new Set<ChildProcess>();
  let ended = false;
  return {
    add: (child) => {
      living.add(child);
      child.once('exit', () => living.delete(child));
      if (ended) child.kill('SIGKILL');
    },
    end: () => {
      ended = true;
      for (const child of living) child.kill('SIGKILL');
    },
  };
}
