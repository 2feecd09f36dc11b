import { type Instant, MINUTE } from './time.ts';

/** Time as a collaborator: what asks for it can be tested at any hour. */
export interface Clock {
  /** The wall clock; people and other machines set it. */
  now(): Instant;
  /** Milliseconds since some moment of this run. Monotonic: changes of the wall clock have no effect. */
  passed(): number;
  /** Calls back once after `delayMs`; the answer cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

/**
 * From here a clock misleads: accesses are given for the wrong time, and the order of what happened is in doubt. Said wherever
 * a clock is measured or judged. Less is the network's delay and what a system corrects by itself within the hour.
 */
export const CLOCK_OFF_MS = 2 * MINUTE;
