import type { Clock } from '../../shared/time.ts';

/** Divides work into time-limited slices, on fast and slow machines. */
export interface Slice {
  /**
   * Runs one slice. Its item count is derived from the duration of the previous slice; `work` returns false when there
   * was nothing to do.
   */
  readonly run: (work: (count: number) => boolean) => boolean;
}

/**
 * @param milliseconds duration of a slice; between slices the main process answers. @param first item count of the
 * first slice. @param most upper bound of items per slice.
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
