import { type Clock, SECOND } from '../../shared/time.ts';

/** Timeout: longer than an orderly close takes. After it, a call is answered with the current state. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** Runs opening, closing and exchanging of the profile one at a time; every user of the profile waits meanwhile. */
export interface SerialExecutor {
  /** Runs `work` after all earlier work, whether that succeeded or failed. */
  readonly take: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when no work is running, or after ten seconds. Never rejects. */
  readonly over: () => Promise<void>;
}

/** A serial executor for one profile. */
export function createSerialExecutor(clock: Pick<Clock, 'setTimer'>): SerialExecutor {
  let last: Promise<void> = Promise.resolve();
  let open = 0;
  return {
    take: (work) => {
      open += 1;
      const turn = last.then(work).finally(() => {
        open -= 1;
      });
      // The caller gets the failure; the next work starts regardless.
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
