import type { Clock } from '../../shared/time.ts';

/** Work in pieces that take about as long as they may, whatever the machine. */
export interface Slice {
  /**
   * Runs one piece, with as many items as fit the time according to the piece before; `work` returns false when there
   * was nothing to do.
   */
  readonly run: (work: (count: number) => boolean) => boolean;
}

/**
 * @param milliseconds what a piece may take: in between the main process answers.
 * @param first how many things the first piece has; @param most how many one may have.
 */
export function createSlice(
  clock: Pick<Clock, 'passed'>,
  milliseconds: number,
  first: number,
  most: number,
): Slice {
  let count = first;
  return {
    run: (work) => {
      const begun = clock.passed();
      if (!work(count)) return false;
      const took = Math.max(1, clock.passed() - begun);
      const fitting = Math.round((count * milliseconds) / took);
      // The batch size grows slowly and shrinks at once.
      count = Math.max(1, Math.min(most, fitting, count * 2));
      return true;
    },
  };
}
