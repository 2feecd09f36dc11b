import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { bugs } from '../../faults/bugs.ts';
import { createLaptopFolders } from '../../faults/laptop.ts';
import { simulate } from '../../faults/run.ts';
import { shrink } from '../../faults/shrink.ts';

const folders = createLaptopFolders();
afterAll(() => folders.close());

const DAYS = 20;
/** New days: another first one in each run. A failure names its seed, which replays it exactly. */
const firstDay = randomInt(1, 2_000_000_000);

describe('simulated days full of faults', () => {
  test('keep every promise of the queue', async () => {
    const broken: string[] = [];
    for (let seed = firstDay; seed < firstDay + DAYS; seed += 1) {
      const again = `npm run faults -- --runs 1 --seed ${seed}`;
      const { violations } = await simulate(folders, { seed }).catch((cause: unknown) => {
        throw new Error(`a day could not be lived through: ${again}`, { cause });
      });
      broken.push(...violations.map((violation) => `${again}: ${violation}`));
    }
    expect(broken).toEqual([]);
  });

  test('are the same again with the same seed, line by line', async () => {
    const days = [11, 26, 189];
    for (const seed of days) {
      const once = await simulate(folders, { seed });
      const again = await simulate(folders, { seed });
      expect(again.lines).toEqual(once.lines);
      expect(again.hash).toBe(once.hash);
    }
  });

  test('with a broken promise are shrunk to the few things that break it', async () => {
    const sabotage = bugs['an event in doubt is sent again'];
    const weather = { exchange: 0.5, fates: ['lost-after'] } as const;
    const whole = await firstBroken({ sabotage, weather });
    const { report, orders } = await shrink(folders, { seed: whole.seed, sabotage, weather });
    expect(report.violations.join()).toContain('twice');
    expect(orders).toBeLessThan(whole.items.length);
    expect(report.struck.length).toBeLessThan(whole.struck.length);
  });
});

async function firstBroken(options: Omit<Parameters<typeof simulate>[1], 'seed'>) {
  for (let seed = 1; seed < 80; seed += 1) {
    const report = await simulate(folders, { ...options, seed });
    if (report.violations.length > 0) return report;
  }
  throw new Error('no day shows this bug');
}
