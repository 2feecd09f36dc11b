/** Time as the operator has it. */
export type OperatorClock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once after so many milliseconds; the answer cancels it. */
  readonly setTimer: (callback: () => void, delayMs: number) => () => void;
};

/** This machine's clock. */
export const machineClock: OperatorClock = {
  now: () => Date.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
