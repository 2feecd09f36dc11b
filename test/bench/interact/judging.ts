import { percentile } from '../supervision/timing.ts';
import type { Row } from '../frame/rows.ts';
import type { LoopDelay } from '../window/watched-app.ts';
import type { Answers } from './walk.ts';

/** From the input to the painted result, at p95. */
const ANSWER_MS = 100;
/** Longest that the window's thread may be busy at a stretch. */
const TASK_MS = 50;
/** How late the main process may let others have their turn, at p99. */
const DELAY_MS = 20;

type Figure = Pick<Row, 'what' | 'value' | 'spread'>;
const held = (figure: Figure, limit: number): Row => ({
  ...figure,
  unit: 'ms',
  target: `≤ ${limit}`,
  outcome: figure.value !== null && figure.value <= limit ? 'met' : 'missed',
});
const reported = (figure: Figure): Row => ({ ...figure, unit: 'ms', target: '', outcome: 'reported' });

/** Each action with its p95, its p50 and p99 as the spread. `during` = what the laptop has to do besides: then nothing is asked. */
export function answerRows(answers: Answers, during: string | null = null): readonly Row[] {
  return [...answers].map(([name, all]) => {
    const of = (share: number) =>
      percentile(
        all.map(({ ms }) => ms),
        share,
      );
    const what = `${name}${during === null ? '' : ` during ${during}`}: p95 (p50 to p99)`;
    const figure: Figure = { what, value: of(0.95), spread: [of(0.5), of(0.99)] };
    return during === null ? held(figure, ANSWER_MS) : reported(figure);
  });
}

/** The longest task of the window's thread in each action that had one above the limit; one line where none had. */
export function taskRows(answers: Answers): readonly Row[] {
  const above = [...answers].flatMap(([name, all]) => {
    const tasks = all.flatMap(({ longTasks }) => longTasks).filter((ms) => ms > TASK_MS);
    if (tasks.length === 0) return [];
    const what = `${name}: longest task, in ${all.filter(({ longTasks }) => longTasks.length > 0).length} of ${all.length}`;
    return [held({ what, value: Math.max(...tasks), spread: null }, TASK_MS)];
  });
  const none: Row = {
    what: `no task of the window above ${TASK_MS} ms`,
    value: null,
    spread: null,
    unit: '',
    target: '',
    outcome: 'met',
  };
  return above.length === 0 ? [none] : above;
}

/** How late the main process was while it had work. */
export const delayRows = (during: string, { p99, longest }: LoopDelay): readonly Row[] => [
  held({ what: `main process, event-loop delay during ${during}: p99`, value: p99, spread: null }, DELAY_MS),
  reported({
    what: `main process, event-loop delay during ${during}: longest`,
    value: longest,
    spread: null,
  }),
];
