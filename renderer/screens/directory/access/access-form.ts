import { z } from 'zod';
import { DAY, HOUR, type Instant } from '../../../../shared/time.ts';
import {
  instantOf,
  type MomentFaults,
  typedMoment,
  typedMomentSchema,
} from '../../../components/day/typed-moment.ts';

/** The kinds of beginning: at once, or at a given time. */
const startChoice = z.enum(['now', 'at']);
export type StartChoice = z.infer<typeof startChoice>;
/** The kinds of end: after a usual duration, at a given time, or open. */
const endChoice = z.enum(['hour', 'day', 'week', 'at', 'open']);
export type EndChoice = z.infer<typeof endChoice>;

/** The fields of a period in a form. */
export const periodFormSchema = z
  .object({ starts: startChoice, start: typedMomentSchema, ends: endChoice, end: typedMomentSchema })
  .readonly();
export type PeriodForm = z.infer<typeof periodFormSchema>;

/** A valid period. */
interface Period {
  readonly start: Instant;
  readonly end: Instant | null;
}

/** The faults of a period, field by field. */
interface PeriodFaults {
  readonly start: MomentFaults;
  readonly end: MomentFaults;
  /** `end-before-start`: the end is not after the beginning. `end-past`: the end has passed. */
  readonly order: 'end-before-start' | 'end-past' | null;
}

const lengths = { hour: HOUR, day: DAY, week: 7 * DAY } as const;
const fine: MomentFaults = { date: false, time: false };

/** The default period: one day from now. */
export function usualPeriod(now: Instant): PeriodForm {
  return { starts: 'now', start: typedMoment(now), ends: 'day', end: typedMoment(now + DAY) };
}

/** The initial form for an access. */
export function periodForm({ start, end }: Period, now: Instant): PeriodForm {
  return {
    starts: 'at',
    start: typedMoment(start),
    ends: end === null ? 'open' : 'at',
    end: typedMoment(end ?? Math.max(start, now) + DAY),
  };
}

/**
 * Reads the form.
 *
 * @returns the period or its faults
 */
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

/**
 * The validity of an access without a connection, as form fields: hours as typed; empty = the default for a new access,
 * unchanged for an existing one.
 */
export const offlineForm = z.object({ lifetime: z.string(), renewable: z.string() });
export type OfflineForm = z.infer<typeof offlineForm>;

const SECONDS_OF_HOUR = 3600;

/**
 * Parses typed hours to seconds.
 *
 * @returns null for an empty text, undefined for anything but a number above 0. A comma is a decimal point
 */
export function secondsOfHours(typed: string): number | null | undefined {
  const trimmed = typed.trim().replace(',', '.');
  if (trimmed === '') return null;
  const hours = Number(trimmed);
  const seconds = Math.round(hours * SECONDS_OF_HOUR);
  return Number.isFinite(hours) && seconds > 0 ? seconds : undefined;
}

/** Reads the form. The renewal must come before the access expires. */
export function readOffline(form: OfflineForm) {
  const lifetime = secondsOfHours(form.lifetime);
  const renewableAfter = secondsOfHours(form.renewable);
  const renewsLate =
    typeof lifetime === 'number' && typeof renewableAfter === 'number' && renewableAfter >= lifetime;
  const isFine = lifetime !== undefined && renewableAfter !== undefined && !renewsLate;
  return { lifetime, renewableAfter, renewsLate, isFine };
}

/** The initial form for an access; empty where the operator gives no value. */
export function offlineOf(access: {
  readonly lifetime: number | null;
  readonly renewableAfter: number | null;
}): OfflineForm {
  const hours = (seconds: number | null) => (seconds === null ? '' : String(seconds / SECONDS_OF_HOUR));
  return { lifetime: hours(access.lifetime), renewable: hours(access.renewableAfter) };
}

/** The requested changes. A field that is unchanged or empty is not sent. */
export function changeOfOffline(
  initial: OfflineForm,
  form: OfflineForm,
): { readonly lifetime?: number; readonly renewableAfter?: number } {
  const { lifetime, renewableAfter } = readOffline(form);
  return {
    ...(typeof lifetime === 'number' && form.lifetime !== initial.lifetime ? { lifetime } : {}),
    ...(typeof renewableAfter === 'number' && form.renewable !== initial.renewable ? { renewableAfter } : {}),
  };
}

/** The changed fields of an access; an unchanged field is not sent, so its seconds stay as they are. */
export function changeOf(
  initial: PeriodForm,
  form: PeriodForm,
  period: Period,
): { readonly start?: number; readonly end?: number | null } {
  const startChanged = form.starts !== initial.starts || !same(form.start, initial.start);
  const endChanged = form.ends !== initial.ends || (form.ends === 'at' && !same(form.end, initial.end));
  return {
    ...(startChanged ? { start: period.start } : {}),
    ...(endChanged ? { end: period.end } : {}),
  };
}

const same = (one: PeriodForm['start'], other: PeriodForm['start']) =>
  one.date === other.date && one.time.trim() === other.time.trim();
