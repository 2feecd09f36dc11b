import { z } from 'zod';

/** How long an access is valid without a connection, as a form holds it: hours as typed, empty = as usual or as it is. */
export const offlineForm = z.object({ lifetime: z.string(), renewable: z.string() });
export type OfflineForm = z.infer<typeof offlineForm>;

const SECONDS_OF_HOUR = 3600;

/** Hours as typed to seconds; null = left empty, undefined = not a number above 0. A comma is a decimal point. */
export function secondsOfHours(typed: string): number | null | undefined {
  const trimmed = typed.trim().replace(',', '.');
  if (trimmed === '') return null;
  const hours = Number(trimmed);
  const seconds = Math.round(hours * SECONDS_OF_HOUR);
  return Number.isFinite(hours) && seconds > 0 ? seconds : undefined;
}

/** Reads the form. An access is renewed before it runs out. */
export function readOffline(form: OfflineForm) {
  const lifetime = secondsOfHours(form.lifetime);
  const renewableAfter = secondsOfHours(form.renewable);
  const renewsLate =
    typeof lifetime === 'number' && typeof renewableAfter === 'number' && renewableAfter >= lifetime;
  const isFine = lifetime !== undefined && renewableAfter !== undefined && !renewsLate;
  return { lifetime, renewableAfter, renewsLate, isFine };
}

/** An access as its form begins; empty where the operator does not tell. */
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
