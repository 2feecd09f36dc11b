import { percentile } from '../supervision/timing.ts';
import { atLeast, type Row } from '../frame/rows.ts';
import type { LoopDelay } from '../window/watched-app.ts';
import type { Typed } from './typing.ts';
import type { Answers } from './walk.ts';

/** The limits of a laptop, ms. */
export interface Limits {
  /** From the input to the painted result, at p95. */
  readonly answer: number;
  /** Longest that the window's thread may be busy at a stretch; null = any time. */
  readonly task: number | null;
  /** How late the main process may let others have their turn, at p99. */
  readonly delay: number;
}
export const ORDINARY: Limits = { answer: 100, task: 50, delay: 20 };
export const OLD: Limits = { answer: 250, task: null, delay: 30 };

type Figure = Pick<Row, 'what' | 'value' | 'spread'>;
const held = (figure: Figure, limit: number): Row => ({
  ...figure,
  unit: 'ms',
  target: `≤ ${limit}`,
  outcome: figure.value !== null && figure.value <= limit ? 'met' : 'missed',
});
const reported = (figure: Figure): Row => ({ ...figure, unit: 'ms', target: '', outcome: 'reported' });

/** Each action with its p95, its p50 and p99 as the spread. `during` = what the laptop has to do besides: then nothing is asked. */
export function answerRows(
  answers: Answers,
  { answer: limit }: Limits,
  during: string | null = null,
): readonly Row[] {
  return [...answers].map(([name, all]) => {
    const of = (share: number) =>
      percentile(
        all.map(({ ms }) => ms),
        share,
      );
    const what = `${name}${during === null ? '' : ` during ${during}`}: p95 (p50 to p99)`;
    const figure: Figure = { what, value: of(0.95), spread: [of(0.5), of(0.99)] };
    return during === null ? held(figure, limit) : reported(figure);
  });
}

/** The longest task of the window's thread in each action that had one above the limit; one line where none had. */
export function taskRows(answers: Answers, { task: limit }: Limits): readonly Row[] {
  const above = [...answers].flatMap(([name, all]) => {
    const tasks = all.flatMap(({ longTasks }) => longTasks).filter((ms) => ms > (limit ?? 0));
    if (tasks.length === 0) return [];
    const what = `${name}: longest task, in ${all.filter(({ longTasks }) => longTasks.length > 0).length} of ${all.length}`;
    const figure: Figure = { what, value: Math.max(...tasks), spread: null };
    return [limit === null ? reported(figure) : held(figure, limit)];
  });
  const none: Row = {
    what: limit === null ? 'no long task of the window' : `no task of the window above ${limit} ms`,
    value: null,
    spread: null,
    unit: '',
    target: '',
    outcome: 'met',
  };
  return above.length === 0 ? [none] : above;
}

/** The share of the typed characters that arrived, in their order. */
export const typingRow = (typed: readonly Typed[]): Row =>
  atLeast(
    {
      what: 'typed as fast as a scanner: characters that arrive',
      unit: '%',
      rounds: typed.map(({ sent, came }) => (100 * arrived(sent, came)) / sent.length),
    },
    100,
  );

/** How many characters of a text are in another one, in their order; none where it has more than these. */
function arrived(sent: string, came: string): number {
  let found = 0;
  for (const character of sent) if (character === came[found]) found += 1;
  return found === came.length ? found : 0;
}

/** How late the main process was while it had work. */
export const delayRows = (
  during: string,
  { p99, longest, computed }: LoopDelay,
  { delay: limit }: Limits,
): readonly Row[] => [
  held({ what: `main process, event-loop delay during ${during}: p99`, value: p99, spread: null }, limit),
  reported({
    what: `main process, event-loop delay during ${during}: longest`,
    value: longest,
    spread: null,
  }),
  reported({
    what: `main process, processor time at once during ${during}: longest`,
    value: computed,
    spread: null,
  }),
];
