import { z } from 'zod';

/** Durations carry their unit: `20 * SECOND` is milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A point in time as milliseconds since the epoch, UTC. The database and the wire between our parts use nothing else. */
export const instant = z.number().int();
export type Instant = z.infer<typeof instant>;

/**
 * An operator date-time (ISO 8601, UTC values end in Z) read as an instant. A value without an offset is taken as UTC:
 * the spec knows no other zone on reads.
 */
export const operatorDateTime = z.string().transform((text, context) => {
  const zoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(text.trim()) ? text.trim() : `${text.trim()}Z`;
  const at = Date.parse(zoned);
  if (Number.isNaN(at)) {
    context.addIssue({ code: 'custom', message: 'not a date-time' });
    return z.NEVER;
  }
  return at;
});

/** How an instant is written to the operator: UTC with Z, milliseconds only when there are any. */
export function toOperatorDateTime(at: Instant): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

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
