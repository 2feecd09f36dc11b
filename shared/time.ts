import { z } from 'zod';

/** Durations in milliseconds, so that code can say `20 * SECOND`. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A point in time as milliseconds since the epoch, UTC. The database and the wire between our parts use nothing else. */
export const instant = z.number().int();
export type Instant = z.infer<typeof instant>;

/** The bound of a date, in milliseconds from the epoch. */
const LAST = 8_640_000_000_000_000;

/**
 * A time as an instant that can be shown as a date. A forged log entry may name any time, and must not stop the page or
 * the export that shows it among others.
 */
export const withinDates = (at: number): Instant => Math.round(Math.min(LAST, Math.max(-LAST, at)));

/**
 * An operator date-time (ISO 8601, UTC values end in Z) parsed to an instant. A value without an offset is read as UTC:
 * the spec defines no other zone on reads.
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

/** Formats an instant for the operator: UTC with Z, milliseconds only if not zero. */
export function toOperatorDateTime(at: Instant): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Time as a dependency, so that code can be tested at any time of day. */
export interface Clock {
  /** The wall clock; people and other machines set it. */
  now(): Instant;
  /** Monotonic milliseconds since a moment of this run; changes of the wall clock have no effect. */
  passed(): number;
  /** Calls back once after `delayMs`; the returned function cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

/**
 * The threshold from which a clock offset is reported: accesses get wrong times, and the order of events is in doubt.
 * Smaller offsets are network delay, or are corrected by the system within an hour. It applies wherever a clock is
 * measured or judged.
 */
export const CLOCK_OFF_MS = 2 * MINUTE;
