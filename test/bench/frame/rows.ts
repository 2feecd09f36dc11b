import { z } from 'zod';
import { histogram } from './histogram.ts';
import { medianBy } from '../relay/percentiles.ts';

/** One line of the table: a figure, and the target that it is held against. */
export const row = z.object({
  what: z.string(),
  /** The middle of all rounds; null where the line says it all. */
  value: z.number().nullable(),
  /** The least and the most of all rounds. */
  spread: z.tuple([z.number(), z.number()]).nullable(),
  unit: z.string(),
  /** Empty where nothing is asked of the figure. */
  target: z.string(),
  outcome: z.enum(['met', 'missed', 'not measured', 'reported']),
  /** All values of the figure, where they were counted. */
  histogram: histogram.optional(),
});
export type Row = z.infer<typeof row>;

/** A row of a bench: the figures of one name. */
export const rows = z.array(row);

type Figure = Pick<Row, 'what' | 'unit'> & {
  /** One per round; at least one. */
  readonly rounds: readonly number[];
};

/** A figure of which nothing is asked. */
export const reported = (figure: Figure): Row => ({
  ...inTheMiddle(figure),
  target: '',
  outcome: 'reported',
});

/** A figure that must not be above the limit. */
export function atMost(figure: Figure, limit: number): Row {
  const measured = inTheMiddle(figure);
  return { ...measured, target: `≤ ${limit}`, outcome: measured.value <= limit ? 'met' : 'missed' };
}

/** A figure that must not be below the limit. */
export function atLeast(figure: Figure, limit: number): Row {
  const measured = inTheMiddle(figure);
  return { ...measured, target: `≥ ${limit}`, outcome: measured.value >= limit ? 'met' : 'missed' };
}

/** A figure that could not be measured here, and the reason. */
export const notMeasured = (what: string, why: string): Row => ({
  what: `${what}: ${why}`,
  value: null,
  spread: null,
  unit: '',
  target: '',
  outcome: 'not measured',
});

function inTheMiddle({ what, unit, rounds }: Figure) {
  const value = medianBy(rounds, (round) => round);
  const spread: [number, number] = [Math.min(...rounds), Math.max(...rounds)];
  return { what, unit, value, spread };
}

/** A figure as it is printed: three digits that count, the spread behind it. */
export function printed({ value, spread, unit }: Pick<Row, 'value' | 'spread' | 'unit'>): string {
  if (value === null) return '';
  const range =
    spread === null || spread[0] === spread[1] ? '' : ` (${short(spread[0])} to ${short(spread[1])})`;
  return `${short(value)} ${unit}`.trim() + range;
}

const short = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
