import { z } from 'zod';
import { DAY, HOUR, type Instant } from '../../../../shared/time.ts';
import { instantOf, type MomentFaults, typedMoment, typedMomentSchema } from './typed-moment.ts';

/** How the beginning is given. */
const startChoice = z.enum(['now', 'at']);
export type StartChoice = z.infer<typeof startChoice>;
/** How the end is given. */
const endChoice = z.enum(['hour', 'day', 'week', 'at', 'open']);
export type EndChoice = z.infer<typeof endChoice>;

/** A period as a form holds it. */
export const periodFormSchema = z
  .object({ starts: startChoice, start: typedMomentSchema, ends: endChoice, end: typedMomentSchema })
  .readonly();
export type PeriodForm = z.infer<typeof periodFormSchema>;

/** A period that can be sent. */
export interface Period {
  readonly start: Instant;
  readonly end: Instant | null;
}

/** The faults of a period, field by field. */
export interface PeriodFaults {
  readonly start: MomentFaults;
  readonly end: MomentFaults;
  /** The end is not after the beginning, or has passed. */
  readonly order: 'end-before-start' | 'end-past' | null;
}

const lengths = { hour: HOUR, day: DAY, week: 7 * DAY } as const;
const fine: MomentFaults = { date: false, time: false };

/** A day from now, the usual. */
export function usualPeriod(now: Instant): PeriodForm {
  return { starts: 'now', start: typedMoment(now), ends: 'day', end: typedMoment(now + DAY) };
}

/** An access as its form begins. */
export function periodForm({ start, end }: Period, now: Instant): PeriodForm {
  return {
    starts: 'at',
    start: typedMoment(start),
    ends: end === null ? 'open' : 'at',
    end: typedMoment(end ?? Math.max(start, now) + DAY),
  };
}

/** Reads the form: the period that is meant, or what is wrong. */
export function readPeriod(
  form: PeriodForm,
  now: Instant,
): { readonly ok: true; readonly period: Period } | { readonly ok: false; readonly faults: PeriodFaults } {
  const start = form.starts === 'now' ? ({ ok: true, at: now } as const) : instantOf(form.start);
  const end = form.ends === 'at' ? instantOf(form.end) : null;
  const startFaults = start.ok ? fine : start;
  const endFaults = end === null || end.ok ? fine : end;
  if (!start.ok || end?.ok === false) {
    return { ok: false, faults: { start: startFaults, end: endFaults, order: null } };
  }
  const last = end === null ? endOf(form.ends, start.at) : end.at;
  const order =
    last === null ? null : last <= start.at ? 'end-before-start' : last <= now ? 'end-past' : null;
  return order === null
    ? { ok: true, period: { start: start.at, end: last } }
    : { ok: false, faults: { start: fine, end: fine, order } };
}

function endOf(ends: EndChoice, start: Instant): Instant | null {
  return ends === 'open' || ends === 'at' ? null : start + lengths[ends];
}
