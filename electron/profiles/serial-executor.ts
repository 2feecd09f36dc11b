import { type Clock, SECOND } from '../../shared/time.ts';

/** Longer than an orderly close takes. After this time a call is answered with the current state. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** Serialises opening, closing and replacing of the profile; calls that use the profile wait meanwhile. */
export interface SerialExecutor {
  /** Runs `work` after all earlier work, whether that succeeded or failed. */
  readonly take: (work: () => Promise<void>) => Promise<void>;
  /** The same for work that no call of the window has to wait for. */
  readonly takeQuietly: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when no work of `take` is running, or after ten seconds. Never rejects. */
  readonly over: () => Promise<void>;
}

/** A serial executor for one profile. */
export function createSerialExecutor(clock: Pick<Clock, 'setTimer'>): SerialExecutor {
  let last: Promise<void> = Promise.resolve();
  let lastTaken = last;
  let open = 0;
  const queue = (work: () => Promise<void>) => {
    const turn = last.then(work);
    // The caller gets the failure; the next work starts regardless.
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    take: (work) => {
      open += 1;
      const turn = queue(work).finally(() => {
        open -= 1;
      });
      lastTaken = turn.catch(() => undefined);
      return turn;
    },
    takeQuietly: queue,
    over: async () => {
      if (open === 0) return;
      let cancel: () => void = () => undefined;
      const patience = new Promise<void>((resolve) => {
        cancel = clock.setTimer(resolve, LONGEST_WAIT_MS);
      });
      await Promise.race([lastTaken, patience]);
      cancel();
    },
  };
}
