import { LIMITS_MS } from './histogram.ts';
import { printed, type Row } from './rows.ts';
import { table } from './table.ts';

/** All figures of one name; a bench that did not come to its end says why. */
export type Measured = {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly failed: string | null;
};

/** One table, what was not measured, and as the last line what falls short, or that nothing does. */
export function report(all: readonly Measured[]): string {
  const lines = all.flatMap(({ name, rows }) =>
    rows.map((row) => [
      name,
      row.what,
      printed(row),
      row.target,
      row.outcome === 'reported' ? '' : row.outcome,
    ]),
  );
  const short = shortfalls(all);
  const counted = all.flatMap(({ rows }) => rows.filter(({ histogram }) => histogram !== undefined));
  return [
    ...(counted.length === 0 ? [] : [...histograms(counted), '']),
    ...table(['bench', 'measured', 'figure (spread)', 'target', ''], lines),
    '',
    short.length === 0 ? 'every target is met' : `short of the target: ${short.join('; ')}`,
  ].join('\n');
}

/** Of each row the number of values in each bucket. */
const histograms = (rows: readonly Row[]): readonly string[] =>
  table(
    ['all values', ...LIMITS_MS.map((limit) => `≤ ${limit} ms`), 'above'],
    rows.map(({ what, histogram = [] }) => [
      what,
      ...histogram.map((count) => (count === 0 ? '' : String(count))),
    ]),
  );

/** The missed targets, and the benches that did not finish. */
export function shortfalls(all: readonly Measured[]): readonly string[] {
  return all.flatMap(({ name, rows, failed }) => [
    ...(failed === null ? [] : [`${name}: ${failed}`]),
    ...rows
      .filter(({ outcome }) => outcome === 'missed')
      .map((row) => `${name}: ${[row.what, printed(row), row.target].filter(Boolean).join(', ')}`),
  ]);
}
