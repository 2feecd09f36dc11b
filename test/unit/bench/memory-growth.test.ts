import { expect, it } from 'vitest';
import { growthRows } from '../../bench/memory/growth.ts';

const daysOf = (main: readonly number[], renderer = 16) =>
  main.map((heap) => ({ main: { heap, rss: 230 }, renderer: { heap: renderer, rss: 250 } }));
const growthOf = (main: readonly number[]) => growthRows(daysOf(main), 40)[0];

it('holds the growth from the third day on against one percent a day, whatever the first two days read', () => {
  expect(growthOf([40, 55, 60, 60, 60, 60])).toMatchObject({ value: 0, outcome: 'met' });
  expect(growthOf([60, 60, 60, 61, 62, 63])).toMatchObject({ outcome: 'missed' });
});

it('detects a rise despite occasional drops after a sweep', () => {
  expect(growthOf([60, 60, 60.2, 59.8, 60.3, 59.9, 60.1, 60])?.outcome).toBe('met');
  expect(growthOf([60, 60, 60.2, 61, 62.4, 62.9, 64.1, 64.6])?.outcome).toBe('missed');
});

it('does not pass where too few days were worked to tell', () => {
  expect(growthOf([60, 60, 60])?.outcome).toBe('missed');
});

it('reports the final memory of each process after its growth', () => {
  expect(growthRows(daysOf([60, 60, 61, 61]), 40).map(({ what, value }) => [what, value])).toEqual([
    ['main: growth of what is alive a day of 40 jobs, days 3 to 4', 0],
    ['main after day 4: alive in the heap', 61],
    ['main after day 4: all that the system counts', 230],
    ['renderer: growth of what is alive a day of 40 jobs, days 3 to 4', 0],
    ['renderer after day 4: alive in the heap', 16],
    ['renderer after day 4: all that the system counts', 250],
  ]);
});
