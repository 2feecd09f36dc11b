import type { Instant } from './time.ts';

/** Time as a collaborator: what asks for it can be tested at any hour. */
export interface Clock {
  /** The wall clock; people and other machines set it. */
  now(): Instant;
  /** Milliseconds that have passed since some moment of this run; nobody can set it, and it never goes back. */
  passed(): number;
  /** Calls back once after `delayMs`; the answer cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}
