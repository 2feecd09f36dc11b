import { z } from 'zod';
import { readJson } from '../../../shared/parsing.ts';
import { medianBy } from '../relay/percentiles.ts';
import type { Measured } from './report.ts';

/** A ratio of a bench that is held against a target. Times are left out: they are those of one machine. */
const ratio = z.object({
  bench: z.string(),
  what: z.string(),
  value: z.number().positive(),
  better: z.enum(['less', 'more']),
});
type Ratio = z.infer<typeof ratio>;

/** One line of a history: a run of benches. */
const run = z.object({ commit: z.string().regex(/^[0-9a-f]{7,40}$/), ratios: z.array(ratio) });
export type Run = z.infer<typeof run>;

/** A ratio that is worse than in the runs before. */
export interface Loss {
  readonly what: string;
  readonly value: number;
  /** The middle of the runs that it is compared with. */
  readonly usual: number;
  /** The share that was lost: 0.2 = a fifth. */
  readonly share: number;
  /** The commits among which the cause is, as git names a range. */
  readonly range: string;
}

/** Number of earlier runs that a ratio is compared with. */
const COMPARED = 10;
/** Fewer runs have no usual value. */
const LEAST_COMPARED = 3;
const MOST_LOST = 0.15;
const MOST_KEPT = 100;

/** The runs of a history, oldest first: one JSON text a line. A line that is none is left out. */
export function readHistory(text: string): readonly Run[] {
  return text.split('\n').flatMap((line) => {
    const read = run.safeParse(readJson(line));
    return read.success ? [read.data] : [];
  });
}

/** The history with one more run at its end; the oldest ones go. */
export const writeHistory = (runs: readonly Run[], newest: Run): string =>
  [...runs, newest]
    .slice(-MOST_KEPT)
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');

/** The run of these figures at a commit. */
export const runOf = (commit: string, all: readonly Measured[]): Run => ({
  commit,
  ratios: all.flatMap(({ name, rows }) =>
    rows.flatMap(({ what, value, unit, target }) => {
      const better = target.startsWith('≤') ? 'less' : target.startsWith('≥') ? 'more' : null;
      const isRatio = unit === '×' && better !== null && value !== null && value > 0;
      return isRatio ? [{ bench: name, what, value, better }] : [];
    }),
  ),
});

/** The ratios that lost more than 15 % against the middle of the last ten runs. */
export function losses(earlier: readonly Run[], now: Run): readonly Loss[] {
  return now.ratios.flatMap((figure) => {
    const before = earlier
      .flatMap(({ commit, ratios }) =>
        ratios.filter((one) => isSame(one, figure)).map(({ value }) => ({ commit, value })),
      )
      .slice(-COMPARED);
    if (before.length < LEAST_COMPARED) return [];
    const usual = medianBy(before, ({ value }) => value).value;
    const share = lostShare(figure, usual);
    if (share <= MOST_LOST) return [];
    const good = before.findLast(({ value }) => lostShare({ ...figure, value }, usual) <= MOST_LOST);
    const what = `${figure.bench}: ${figure.what}`;
    return [{ what, value: figure.value, usual, share, range: `${good?.commit ?? ''}..${now.commit}` }];
  });
}

const isSame = (one: Ratio, other: Ratio): boolean =>
  one.bench === other.bench && one.what === other.what && one.better === other.better;

const lostShare = ({ value, better }: Pick<Ratio, 'value' | 'better'>, usual: number): number =>
  (better === 'less' ? value / usual : usual / value) - 1;

/** A loss as one line. */
export const printedLoss = ({ what, value, usual, share, range }: Loss): string =>
  `${what}: ${value.toFixed(2)}, usually ${usual.toFixed(2)}, ${(share * 100).toFixed(0)} % lost in ${range}`;
