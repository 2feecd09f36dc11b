import type { Row } from '../frame/rows.ts';
import type { Held } from '../window/watched-app.ts';

/** The memory of both processes at the end of a day. */
export interface DaysEnd {
  readonly main: Held;
  readonly renderer: Held;
}

/** Data that is read and kept once is there by then. */
const SETTLED_AFTER = 2;
/** Percent of what is alive, a day: more is a leak. What a sweep leaves varies by less. */
const GROWTH = 0.5;

/** The lines of the table: growth of what is alive from the third day on, held to the limit, and what is held at last. */
export function growthRows(days: readonly DaysEnd[], jobs: number): readonly Row[] {
  return (['main', 'renderer'] as const).flatMap((name) => {
    const settled = days.slice(SETTLED_AFTER).map((day) => day[name]);
    const heap = settled.map((held) => held.heap);
    const growth = (slopeOf(heap) / meanOf(heap)) * 100;
    const last = settled.at(-1);
    const held = (what: string, value: number | undefined): Row => ({
      what: `${name} after day ${days.length}: ${what}`,
      value: value ?? null,
      spread: null,
      unit: 'MiB',
      target: '',
      outcome: 'reported',
    });
    return [
      {
        what: `${name}: growth of what is alive a day of ${jobs} jobs, days ${SETTLED_AFTER + 1} to ${days.length}`,
        value: growth,
        spread: null,
        unit: '%',
        target: `≤ ${GROWTH}`,
        outcome: growth <= GROWTH ? 'met' : 'missed',
      },
      held('alive in the heap', last?.heap),
      held('all that the system counts', last?.rss),
    ];
  });
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How much a line through all of them rises from one to the next. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = meanOf(values);
  const along = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const across = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return along / across;
}
