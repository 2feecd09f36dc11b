import { type Clock, SECOND } from '../../shared/time.ts';

/** Longer than an orderly end of a profile takes; beyond it a call is better answered with how things stand. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** Opening, closing and exchanging the profile happen one after the other, and every user of it waits meanwhile. */
export interface SerialExecutor {
  /** Runs `work` after all that was asked for before, whatever became of that. */
  readonly take: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when nothing is under way any more, or after ten seconds. Never rejects. */
  readonly over: () => Promise<void>;
}

/** Turns over one profile. */
export function createSerialExecutor(clock: Pick<Clock, 'setTimer'>): SerialExecutor {
  let last: Promise<void> = Promise.resolve();
  let open = 0;
  return {
    take: (work) => {
      open += 1;
      const turn = last.then(work).finally(() => {
        open -= 1;
      });
      // Its own caller hears of a failure; the next one begins all the same.
      last = turn.catch(() => undefined);
      return turn;
    },
    over: async () => {
      if (open === 0) return;
      let cancel: () => void = () => undefined;
      const patience = new Promise<void>((resolve) => {
        cancel = clock.setTimer(resolve, LONGEST_WAIT_MS);
      });
      await Promise.race([last, patience]);
      cancel();
    },
  };
}
