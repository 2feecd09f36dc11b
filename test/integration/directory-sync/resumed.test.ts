import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator } from '../../operator/start.ts';
import { connected } from './connected.ts';

const CARS = 1_000;
const PAGE = 100;
/** A first sync reads the newest 200 cars ahead of the others, 50 at once. */
const NEWEST_PAGES = 4;

const idList = z.array(z.number());

/** A first sync of an operator whose cars a test deletes meanwhile. */
async function openFleet() {
  const operator = await startOperator({ cars: CARS, settings: { maxTop: PAGE } });
  onTestFinished(operator.stop);
  const { sync, database, onProgress } = connected(operator.url);
  let reported = 0;
  onProgress((state) => {
    if (state.state === 'running' && state.part === 'cars') reported = state.rows;
  });
  return {
    operator,
    /** The cars of the operator in the order of their ids. */
    theirs: () =>
      [...operator.state.cars.values()]
        .filter(({ customerId }) => customerId === notable.customerId)
        .map(({ id }) => id)
        .sort((one, other) => one - other),
    run: () => {
      operator.faults.clear();
      operator.journal.clear();
      return sync.start();
    },
    /** Runs the sync, and stops it while this request of cars is not answered and so many cars are stored. */
    interruptedRun: async (request: number, rows: number) => {
      operator.journal.clear();
      operator.faults.add({ path: '/cars', nth: request, effect: { kind: 'hang' } });
      const ended = sync.start();
      await expect.poll(() => [operator.faults.all.at(-1)?.hits, reported]).toEqual([1, rows]);
      await sync.stop();
      expect(await ended).toMatchObject({ state: 'stopped' });
      operator.faults.clear();
    },
    reported: () => reported,
    kept: () => idList.parse(database.sqlite.prepare('SELECT id FROM car ORDER BY id').pluck().all()),
    /** The positions of the pages that the last run requested in the order of ids. */
    positions: () =>
      operator.journal.entries
        .map(({ query }) => new URLSearchParams(query))
        .filter((query) => query.get('$orderby') === 'id asc' && query.get('$skip') !== null)
        .map((query) => Number(query.get('$skip'))),
  };
}

/** Stops a first reading after its fourth page; each page repeats the last row of the page before. */
const afterFourPages = [NEWEST_PAGES + 5, 4 * PAGE - 3] as const;

test('a first reading continues at its position where the operator deleted no car before it', async () => {
  const { operator, theirs, run, interruptedRun, kept, positions, reported } = await openFleet();
  await interruptedRun(...afterFourPages);
  operator.state.cars.delete(theirs().at(-1) ?? 0);
  expect(await run()).toMatchObject({ state: 'complete' });
  expect(positions().slice(0, 2)).toEqual([4 * PAGE - 4, 5 * PAGE - 5]);
  expect(kept()).toEqual(theirs());
  expect(reported()).toBe(CARS - 1);
});

test('a car that the operator deleted between the parts of a first reading does not stay', async () => {
  const { operator, theirs, run, interruptedRun, kept, positions, reported } = await openFleet();
  await interruptedRun(...afterFourPages);
  for (const place of [3, 120]) operator.state.cars.delete(theirs()[place] ?? 0);
  expect(await run()).toMatchObject({ state: 'complete' });
  expect(positions().slice(0, 2)).toEqual([4 * PAGE - 4, 0]);
  expect(theirs()).toHaveLength(CARS - 2);
  expect(kept()).toEqual(theirs());
  expect(reported()).toBe(CARS - 2);
});

test('a car that the operator deleted before the interruption does not stay', async () => {
  const { operator, theirs, run, interruptedRun, kept, positions } = await openFleet();
  // The third page comes without the row that it repeats, so the read steps back half a page.
  const held = operator.faults.add({ path: '/cars', nth: NEWEST_PAGES + 3, effect: { kind: 'hold' } });
  const interrupted = interruptedRun(NEWEST_PAGES + 7, 4 * PAGE + PAGE / 2 - 3);
  await expect.poll(() => operator.faults.all[0]?.hits).toBe(1);
  const [deleted = 0] = theirs();
  operator.state.cars.delete(deleted);
  operator.faults.clear(held);
  await interrupted;
  expect(kept()).toContain(deleted);
  expect(await run()).toMatchObject({ state: 'complete' });
  expect(positions()[0]).toBe(0);
  expect(kept()).toEqual(theirs());
});

test('a deleted car does not stay where the reading that begins again is interrupted too', async () => {
  const { operator, theirs, run, interruptedRun, kept, positions } = await openFleet();
  await interruptedRun(...afterFourPages);
  operator.state.cars.delete(theirs()[3] ?? 0);
  // Requests of the newest cars and at the old position come first.
  await interruptedRun(5, 2 * PAGE - 1);
  expect(positions()).toEqual([4 * PAGE - 4, 0, PAGE - 1, 2 * PAGE - 2]);
  expect(await run()).toMatchObject({ state: 'complete' });
  expect(positions()[0]).toBe(0);
  expect(kept()).toEqual(theirs());
});
