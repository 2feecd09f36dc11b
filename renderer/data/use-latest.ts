import { useMemo, useRef } from 'react';

/** Tells whether an answer is still wanted. */
export interface Latest {
  /** Begins a round; the function says whether it is still the newest one. */
  readonly begin: () => () => boolean;
  /** The running call is no longer wanted: its input was changed. */
  readonly overtake: () => void;
}

/** For calls whose answer counts only for the input they were given: `const isLatest = latest.begin()`. */
export function useLatest(): Latest {
  const round = useRef(0);
  return useMemo(
    () => ({
      begin: () => {
        round.current += 1;
        const mine = round.current;
        return () => mine === round.current;
      },
      overtake: () => {
        round.current += 1;
      },
    }),
    [],
  );
}
