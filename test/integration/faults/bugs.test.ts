import { afterAll, expect, test } from 'vitest';
import { bugs, type BugName } from '../../faults/bugs.ts';
import { boxWithoutService, cars, users } from '../../faults/fleet.ts';
import { createLaptopFolders } from '../../faults/laptop.ts';
import { type Item, looksLike } from '../../faults/plan.ts';
import { simulate } from '../../faults/run.ts';
import type { Storm } from '../../faults/storm.ts';

const folders = createLaptopFolders();
afterAll(() => folders.close());

/** The days that are tried; a bug shows on many of them, so that it is still seen when a change elsewhere moves the crashes. */
const days = Array.from({ length: 40 }, (_, index) => index + 1);

interface Case {
  /** How the broken promise begins. */
  readonly breaks: RegExp;
  /** Weather in which it shows soon. */
  readonly weather: Partial<Storm>;
  /** What is asked for on such a day, where few days ask for it. */
  readonly plan?: readonly Item[];
}

const cases: Readonly<Record<BugName, Case>> = {
  'what was said to be saved is not synced': { breaks: /^lost/, weather: { crash: 0.05 } },
  'the commit before sending is not synced': { breaks: /^twice/, weather: { crash: 0.05 } },
  'what a crash left under way is sent again': { breaks: /^twice/, weather: { crash: 0.05 } },
  'a reset counts as not sent': {
    breaks: /^twice/,
    weather: { exchange: 0.4, fates: ['lost-after'] },
  },
  'a 409 is retried blindly': {
    breaks: /^stuck/,
    weather: {},
    plan: [{ at: 0, order: { ask: 'install', car: cars[0], product: boxWithoutService } }],
  },
  'a page of another network counts as success': {
    breaks: /^untrue/,
    weather: { exchange: 0.5, fates: ['page'] },
  },
  'a negative read counts at once': {
    breaks: /^twice/,
    weather: { exchange: 0.3, fates: ['lost-late'] },
    plan: cars.map((car, index) => ({
      at: index,
      order: { ask: 'create-access', car, user: users[0], startDay: index, days: 1 },
    })),
  },
  'the cursor moves before the commit': {
    breaks: /^missed/,
    weather: { crash: 0.05 },
    plan: cars.map((car, index) => ({
      at: index,
      order: { ask: 'create-access', car, user: users[0], startDay: index, days: 1 },
    })),
  },
  'what is brought twice counts twice': {
    breaks: /^counted twice/,
    weather: {},
    plan: [{ at: 0, order: { ask: 'create-access', car: cars[0], user: users[0], startDay: 0, days: 1 } }],
  },
  'a car that was there before is adopted': {
    breaks: /^untrue/,
    weather: { exchange: 0.5, fates: ['lost'] },
    plan: [{ at: 0, order: { ask: 'create-car', car: looksLike(cars[0]) } }],
  },
  'the order of a car is ignored': { breaks: /^order/, weather: { exchange: 0.5, fates: ['slow'] } },
  'accepted counts as done': { breaks: /^(?:stuck|untrue|log)/, weather: {} },
  'an event in doubt is sent again': {
    breaks: /^twice/,
    weather: { exchange: 0.5, fates: ['lost-after'] },
  },
};

const caught = async (bug: BugName, { breaks, ...day }: Case): Promise<boolean> => {
  for (const seed of days) {
    const { violations } = await simulate(folders, { ...day, seed, sabotage: bugs[bug] });
    if (violations.some((violation) => breaks.test(violation))) return true;
  }
  return false;
};

test.each(Object.entries(cases))('a bug is caught: %s', async (name, about) => {
  const bug = Object.keys(bugs).find((known): known is BugName => known === name);
  expect(bug !== undefined && (await caught(bug, about))).toBe(true);
});
