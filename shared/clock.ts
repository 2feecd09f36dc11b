import type { Instant } from './time.ts';

/** Time as a collaborator: what asks for it can be tested at any hour. */
export interface Clock {
  now(): Instant;
  /** Calls back once after `delayMs`; the answer cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}
