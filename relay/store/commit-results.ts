import type { changeListeners } from './change-listeners.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';
import { RESULTS_QUEUE, type ArrivedResult, type Keeping } from './results-store.ts';
import { isValueRefused } from './store.ts';

/**
 * Keeps results in groups, and tells the readers of those feeds that have something new once it is on the disk.
 *
 * @param keepAll commits all of them or throws; answers what became of each, in order.
 */
export function commitResults(
  keepAll: (results: readonly ArrivedResult[]) => Promise<readonly Keeping[]>,
  { tell }: Pick<ReturnType<typeof changeListeners>, 'tell'>,
): GroupCommit<ArrivedResult, Keeping> {
  return groupCommit(
    async (arrived: readonly ArrivedResult[]) => {
      const outcomes = await keepAll(arrived);
      const feeds = arrived.filter((_, index) => outcomes[index] === 'first');
      if (feeds.length > 0) tell({ kind: 'results-kept', feeds });
      return outcomes;
    },
    { isAboutItem: isValueRefused, queue: RESULTS_QUEUE },
  );
}
