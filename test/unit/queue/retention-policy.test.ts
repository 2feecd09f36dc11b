import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  horizonsAt,
  nextDelayMs,
  timeToJudgeBy,
  createOperatorTime,
} from '../../../electron/operations/queue/retention.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { movingClock } from '../../integration/queue/moving-clock.ts';

const now = Date.UTC(2026, 10, 21, 8);

test('docs/queue.md names the numbers', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/queue.md'), 'utf8');
  const { singles, jobs, results, unnamed } = horizonsAt(now);
  // A photo is kept as long as its job.
  const days = [singles, jobs, jobs, unnamed, results].map((horizon) => (now - horizon) / DAY);
  const named = [...page.matchAll(/^\| [^|]+ \| (\d+) days/gm)].map(([, number]) => Number(number));
  expect(named).toEqual(days);
});

test('age is judged only where the laptop’s clock and the operator’s agree, and by the earlier of the two', () => {
  expect(timeToJudgeBy(now, null)).toBeNull();
  expect(timeToJudgeBy(now + 3650 * DAY, now)).toBeNull();
  expect(timeToJudgeBy(now - 3650 * DAY, now)).toBeNull();
  expect(timeToJudgeBy(now + HOUR, now)).toBe(now);
  expect(timeToJudgeBy(now, now + HOUR)).toBe(now);
});

test('while there is more it continues soon, else it rests for hours', () => {
  expect(nextDelayMs(50)).toBeLessThan(MINUTE);
  expect(nextDelayMs('busy')).toBeLessThanOrEqual(MINUTE);
  expect(nextDelayMs(0)).toBeGreaterThanOrEqual(HOUR);
  expect(nextDelayMs('time-unknown')).toBeGreaterThanOrEqual(HOUR);
});

test('setting the laptop’s clock does not set the operator’s', () => {
  const clock = movingClock();
  const time = createOperatorTime(clock);
  expect(time.judge()).toBeNull();
  // The laptop's is behind, so the earlier of the two is its own.
  time.heard(-5 * MINUTE);
  clock.advance(HOUR);
  expect(time.judge()).toBe(clock.now());
  clock.setAhead(500 * DAY);
  expect(time.judge()).toBeNull();
});

test('a laptop whose clock is ahead judges by the operator’s: nothing goes before its time', () => {
  const clock = movingClock();
  const time = createOperatorTime(clock);
  time.heard(HOUR);
  expect(time.judge()).toBe(clock.now() - HOUR);
});
