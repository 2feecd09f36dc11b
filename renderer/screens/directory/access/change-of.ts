import { type Period, type PeriodForm } from './period-form.ts';

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
