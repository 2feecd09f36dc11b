import { reported, type Row } from '../frame/rows.ts';
import { medianBy } from '../relay/percentiles.ts';
import type { Line, Panel } from './chart.ts';

/** The sizes, each as a multiple of the smallest one. */
export const TIMES = [1, 10, 100] as const;

/** A cost at one size. */
export interface Cost {
  /** The line of the chart. */
  readonly name: string;
  readonly size: number;
  /** One per round; at least one. */
  readonly rounds: readonly number[];
}

/** Costs of one kind, by the size of what they grow with. */
export interface Subject {
  readonly title: string;
  /** The name of the size, as "cars". */
  readonly of: string;
  readonly unit: string;
  readonly costs: readonly Cost[];
}

/** Each cost at each size, and of each line the last one as a multiple of the first. */
export function growthRows({ title, of, unit, costs }: Subject): readonly Row[] {
  return namesOf(costs).flatMap((name) => {
    const own = costs.filter((cost) => cost.name === name);
    const [first, last] = [own.at(0), own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const what = `${title}: ${name}`;
    const grown = middle(last.rounds) / middle(first.rounds);
    return [
      ...own.map(({ size, rounds }) =>
        reported({ what: `${what}, ${size.toLocaleString('en')} ${of}`, unit, rounds }),
      ),
      reported({ what: `${what}, at ${last.size / first.size} × the ${of}`, unit: '×', rounds: [grown] }),
    ];
  });
}

/** The same as a chart of the middle rounds. */
export const panelOf = ({ title, of, unit, costs }: Subject): Panel => ({
  title,
  x: of,
  y: unit,
  lines: namesOf(costs).map((name): Line => ({
    name,
    points: costs
      .filter((cost) => cost.name === name)
      .map(({ size, rounds }) => ({ x: size, y: middle(rounds) })),
  })),
});

const namesOf = (costs: readonly Cost[]): readonly string[] => [...new Set(costs.map(({ name }) => name))];

const middle = (rounds: readonly number[]): number => medianBy(rounds, (round) => round);
