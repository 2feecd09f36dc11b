import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  defaultPolicy,
  latestSensible,
  nextResultQuestion,
  quarantineEnd,
  retryAt,
  secondReadAt,
} from '../../../electron/operations/queue/parts.ts';

const now = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const delays = fc.integer({ min: 0, max: 5000 });

test('a delay has full jitter: anything from half a second up to the ceiling, never more than five minutes', () => {
  fc.assert(
    fc.property(delays, chance, (count, random) => {
      const wait = retryAt(now, count, null, () => random) - now;
      const ceiling = Math.min(5 * MINUTE, 2000 * 2 ** Math.min(count, 30));
      expect(wait).toBeGreaterThanOrEqual(500);
      expect(wait).toBeLessThanOrEqual(500 + ceiling);
      expect(Number.isInteger(wait)).toBe(true);
    }),
  );
  expect(retryAt(now, 0, null, () => 0.999) - now).toBeGreaterThan(2000);
  expect(retryAt(now, 0, null, () => 0) - now).toBe(500);
});

test('the ceiling doubles with every delay in a row', () => {
  const longest = (count: number) => retryAt(now, count, null, () => 1) - now - 500;
  expect([0, 1, 2, 3].map(longest)).toEqual([2000, 4000, 8000, 16_000]);
  expect(longest(50)).toBe(5 * MINUTE);
});

test('Retry-After is obeyed without jitter, and capped to an hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 10 ** 12 }), chance, (asked, random) => {
      const wait = retryAt(now, 3, asked, () => random) - now;
      expect(wait).toBe(Math.min(Math.max(asked, 1000), 60 * MINUTE));
    }),
  );
});

test('nothing is scheduled beyond the limit by which a wrong clock is recognised', () => {
  fc.assert(
    fc.property(delays, chance, fc.option(fc.nat(10 ** 12)), (count, random, asked) => {
      expect(retryAt(now, count, asked, () => random)).toBeLessThanOrEqual(latestSensible(now));
      expect(nextResultQuestion(now, count, defaultPolicy)).toBeLessThanOrEqual(latestSensible(now));
    }),
  );
});

test('the quarantine counts from the last moment bytes may have been under way', () => {
  expect(quarantineEnd(now, 'answer', defaultPolicy)).toBe(now + 30_000);
  expect(quarantineEnd(now, 'answer', { ...defaultPolicy, quarantineMs: 90_000 })).toBe(now + 90_000);
});

test('an operation that ends by a result has a quarantine for its request and one for its result', () => {
  expect(quarantineEnd(now, 'result', defaultPolicy)).toBe(now + 60_000);
});

test('the second negative read never follows the first at once', () => {
  expect(secondReadAt(now, defaultPolicy)).toBe(now + 3000);
  expect(secondReadAt(now, { ...defaultPolicy, quarantineMs: 0 })).toBe(now + 1000);
});

test('overdue results are read ever more rarely, at least every ten minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5, 99].map((count) => nextResultQuestion(now, count, defaultPolicy) - now);
  expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
});
