import { afterAll, describe, expect, test } from 'vitest';
import { bugs } from '../../faults/bugs.ts';
import { createLaptopFolders } from '../../faults/laptop.ts';
import type { Item } from '../../faults/plan.ts';
import { simulate } from '../../faults/run.ts';
import { dayOfTwoCopies, type Storm } from '../../faults/storm.ts';

const folders = createLaptopFolders();
afterAll(() => folders.close());

/** Nothing happens but the copy, ten seconds after the start. */
const onlyCopied: Partial<Storm> = {
  ...dayOfTwoCopies,
  copy: 6,
  crash: 0,
  diskFull: 0,
  databaseBusy: 0,
  exchange: 0,
  tokenRevoked: 0,
  offline: 0,
  restart: 0,
  webhook: 0,
  resultFailed: 0,
  gateway: 0,
};
/** On its way when the laptop is closed, so it is done before the data are copied. */
const before: Item = { at: 9.9, order: { ask: 'rename-group', group: 301, name: 'Bay' } };
const after: Item = { at: 60, order: { ask: 'rename-group', group: 302, name: 'Hall' } };

describe('data copied to a second laptop when nothing was left to do', () => {
  test('are not reported as in use twice while neither log has grown', async () => {
    const day = { seed: 1, years: false, weather: onlyCopied, plan: [before] };
    const { violations, lines } = await simulate(folders, day);
    expect(lines.join('\n')).toContain('the data of laptop 1 are copied to laptop 2');
    expect(violations).toEqual([]);
  });

  test('are reported by both laptops after the first order at one of them', async () => {
    const day = { seed: 1, years: false, weather: onlyCopied, plan: [before, after] };
    expect((await simulate(folders, day)).violations).toEqual([]);
    const sabotage = bugs['data that are in use twice are not reported'];
    const { violations } = await simulate(folders, { ...day, sabotage });
    expect(violations).toContain('unsaid: laptop 1 does not say that its data are in use twice');
    expect(violations).toContain('unsaid: laptop 2 does not say that its data are in use twice');
  });
});
