import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { MINUTE } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Bench, type Queue, startBench } from '../queue/fixture.ts';
import { orderAccess, orderCar, orderGroup, orderInstallation, orderMembership } from '../queue/orders.ts';
import { type Damage, damage, giveBackups, snapshot } from './damage.ts';
import { backUp, comesToRest, openKept } from './laptop.ts';
import { longFrom } from '../../runner/long.ts';

const [box, otherBox] = notable.boxes.free;
const PLATE = 'M QX 4711';

/** When the app dies, and with it what its files say. */
const moments = ['ready', 'after-intent', 'after-answer', 'after-settling', 'done'] as const;
type Moment = (typeof moments)[number];

const anySide = fc.constantFrom('' as const, '-wal' as const);
const place = fc.double({ min: 0, max: 0.999, noNaN: true });
const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('cut' as const, 'flip' as const, 'page' as const),
    file: anySide,
    at: place,
  }),
  fc.record({
    kind: fc.constantFrom('zero-length' as const, 'text' as const, 'directory' as const, 'gone' as const),
    file: anySide,
  }),
  fc.constant<Damage>({ kind: 'foreign', file: '' }),
  fc.constant<Damage>({ kind: 'header' }),
  fc.constant<Damage>({ kind: 'none' }),
);

/** The orders: operations that depend on each other, and ones that equal an older one. */
const orders = {
  'a car, its Box and an access': (queue: Queue) => {
    const car = orderCar(queue, PLATE);
    return [car, orderInstallation(queue, car, box), orderAccess(queue, car)];
  },
  'a Box in a known car': (queue: Queue) => [orderInstallation(queue, 20_001, box)],
  'a group and its member': (queue: Queue) => {
    const group = orderGroup(queue);
    return [group, orderMembership(queue, 20_002, group, [group])];
  },
} satisfies Record<string, (queue: Queue) => readonly OperationId[]>;
const anyOrder = fc.constantFrom(
  ...(['a car, its Box and an access', 'a Box in a known car', 'a group and its member'] as const),
);

/** How often each write took effect at the operator: never more than once for one order. */
function effects({ operator }: Bench) {
  const of = (path: string) => operator.journal.executions({ method: 'PUT', path });
  return {
    cars: [...operator.state.cars.values()].filter(({ licensePlate }) => licensePlate === PLATE).length,
    boxes: of('/installations'),
    accesses: of('/assignments'),
    groups: of('/groups'),
  };
}

/** Orders, and lets the app die at a moment; the operator has what had left by then. */
async function dieAt(
  bench: Bench,
  { order, moment, checkpoint }: { order: keyof typeof orders; moment: Moment; checkpoint: boolean },
) {
  let file: string | null = null;
  const die = (queue: Queue) => {
    file ??= snapshot(queue.database.file);
  };
  const ended: Promise<void>[] = [];
  const queue: Queue = bench.open({
    start: false,
    crashPoint: (name) => {
      if (name !== moment || file !== null) return;
      die(queue);
      // Requests in flight at that moment arrive; nothing else leaves.
      ended.push(queue.engine.stop());
    },
  });
  const ordered = orders[order](queue);
  if (checkpoint) queue.database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const early = snapshot(queue.database.file);
  await backUp(queue.database, early, bench.clock.now());
  if (moment === 'done') {
    queue.engine.start();
    await comesToRest(bench, queue);
  } else if (moment !== 'ready') {
    queue.engine.start();
    await vi.waitFor(
      () => {
        if (ended.length === 0) throw new Error('it does not come to that moment');
      },
      { interval: 4 },
    );
    await Promise.all(ended);
  }
  die(queue);
  await queue.stop();
  if (file === null) throw new Error('it did not die');
  return { file, backups: dirname(early), ordered };
}

test.each([3, 12].map((numRuns, index) => [numRuns, longFrom(1, index)] as const))(
  'faults.md 27: whatever happens to the file, in whatever state, the app works, nothing is lost that a backup has, nothing is applied twice (%i times)%s',
  async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(
        anyOrder,
        fc.constantFrom(...moments),
        fc.boolean(),
        anyDamage,
        async (order, moment, checkpoint, harm) => {
          const bench = await startBench();
          const { file, backups, ordered } = await dieAt(bench, { order, moment, checkpoint });
          giveBackups(backups, file);
          damage(file, harm);
          const queue = openKept(bench, file);
          const rows = await comesToRest(bench, queue);
          expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...ordered]));
          const once = effects(bench);
          expect(Math.max(...Object.values(once))).toBeLessThanOrEqual(1);
          const next = orderInstallation(queue, 20_005, otherBox);
          await queue.reaches(next, 'done');
          expect(queue.faults).toEqual([]);
          await queue.stop();
        },
      ),
      { numRuns, seed: 20_261_122 },
    );
  },
);

describe('a backup from before the work', () => {
  /** The Box was ordered and fitted after the backup; then nothing of the file can be read. */
  async function fittedSinceBackup() {
    const bench = await startBench();
    const first = bench.open({ start: false });
    const before = orderInstallation(first, 20_005, otherBox);
    first.database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const old = snapshot(first.database.file);
    await backUp(first.database, old, bench.clock.now());
    bench.clock.advance(10 * MINUTE);
    orderInstallation(first, 20_001, box);
    first.engine.start();
    await comesToRest(bench, first);
    const file = snapshot(first.database.file);
    await first.stop();
    giveBackups(dirname(old), file);
    damage(file, { kind: 'text', file: '' });
    return { bench, before, queue: openKept(bench, file) };
  }

  test('reconciles its own unfinished work, and does not repeat what was done since', async () => {
    const { bench, before, queue } = await fittedSinceBackup();
    expect(await comesToRest(bench, queue)).toMatchObject([{ id: before, state: 'done' }]);
    expect(bench.operator.journal.executions({ method: 'PUT', path: '/installations' })).toBe(2);
  });

  test('lets a person take the lost step again, which is applied once', async () => {
    const { bench, queue } = await fittedSinceBackup();
    const again = orderInstallation(queue, 20_001, box);
    await comesToRest(bench, queue);
    expect(queue.row(again)).toMatchObject({ state: 'done' });
    expect(bench.operator.journal.executions({ method: 'PUT', path: '/installations' })).toBe(2);
  });
});
