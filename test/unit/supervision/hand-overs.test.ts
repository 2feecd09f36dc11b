import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { stateOf } from '../../../electron/supervision/projection/row.ts';
import { logChainId } from '../../../shared/relay/log.ts';
import { HOUR } from '../../../shared/time.ts';
import { loggedJob, type Step } from './logged-job.ts';

const other = logChainId.parse('c0000000-0000-4000-8000-000000000002');

/** A job of two laptops. The clock of the second one differs. */
const isHandedOverBy =
  (offset: number) =>
  (first: readonly Step[], second: readonly Step[]): boolean =>
    stateOf(
      assembleFacts([
        ...loggedJob(first),
        ...loggedJob(second).map((entry) => ({ ...entry, chain: other, at: entry.at + offset })),
      ]).facts,
    ) === 'handed-over';
/** The second laptop's clock is an hour behind. */
const isHandedOver = isHandedOverBy(-HOUR);
const isHandedOverAfter = isHandedOverBy(HOUR);

const given = (turn: number): Step => ['job-handed-over', { turn }];
const taken = (turn: number): Step => ['job-taken-over', { turn, by: 'Jo', reason: null }];

test('a job that was taken over is not handed over, whatever the clocks of the laptops', () => {
  expect(isHandedOver([['job-started'], given(1)], [])).toBe(true);
  expect(isHandedOver([['job-started'], given(1)], [taken(1)])).toBe(false);
});

test('a job that was handed over again is handed over until it is taken over at that turn', () => {
  expect(isHandedOver([given(1)], [taken(1), given(2)])).toBe(true);
  expect(isHandedOver([given(1), taken(2)], [taken(1), given(2)])).toBe(false);
});

test('a forged turn is cleared by the next laptop that takes the job over', () => {
  expect(isHandedOver([['job-started'], given(100_000)], [])).toBe(true);
  const elsewhere = isHandedOverAfter([['job-started'], given(100_000)], [taken(1), ['job-finished']]);
  expect(elsewhere).toBe(false);
  expect(isHandedOverAfter([given(100_000)], [taken(1), given(2)])).toBe(true);
});

test('a forged take-over hides no later hand-over', () => {
  const forged = [taken(100_000)];
  expect(isHandedOverAfter(forged, [['job-started'], given(1)])).toBe(true);
  expect(isHandedOverAfter(forged, [['job-started'], given(1), taken(1)])).toBe(false);
  expect(isHandedOverAfter(forged, [given(1), taken(1), given(2)])).toBe(true);
  expect(isHandedOverAfter([...forged, given(100_001)], [given(1), taken(1)])).toBe(false);
});

test('a job that was taken over from a log that is not here is handed over by its taker', () => {
  expect(isHandedOver([taken(3), given(4)], [])).toBe(true);
  expect(isHandedOverAfter([taken(3), given(4)], [taken(4)])).toBe(false);
  expect(isHandedOver([taken(3), given(4)], [taken(4)])).toBe(false);
});
