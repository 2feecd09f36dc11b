import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyDatabase } from '../../../electron/db/file-worker.ts';
import { type Migration, openDatabase } from '../../../electron/db/open.ts';
import {
  createBackupKeeper,
  createBackupPace,
  longestWaitMs,
} from '../../../electron/db/recovery/backups.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/time.ts';
import { movingClock } from '../queue/moving-clock.ts';
import { tempFolder } from './temp-folder.ts';

const MIB = 1024 * 1024;
const notes: readonly Migration[] = [
  { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT' },
];

/** A database of about 100 KB with its keeper, whose copies are counted. */
function laptop({ bytesAnHour }: { readonly bytesAnHour?: number } = {}) {
  const file = join(tempFolder(), 'notes.db');
  const clock = movingClock();
  const database = openDatabase({
    file,
    migrations: notes,
    durability: 'full',
    onCommitted: () => undefined,
  });
  onTestFinished(() => database.close());
  database.write(({ sqlite }) => sqlite.exec("INSERT INTO note (text) VALUES (printf('%100000s', 'x'))"));
  let begun = 0;
  const sizes: number[] = [];
  let ended = 0;
  let fails = false;
  const keeper = createBackupKeeper({
    database,
    folder: join(dirname(file), 'backups'),
    clock,
    pace: createBackupPace(clock, bytesAnHour),
    worker: () => ({
      copy: (from, to) => {
        begun += 1;
        return copyDatabase(from, to);
      },
      findDamage: (copy) => {
        sizes.push(statSync(copy).size);
        return Promise.resolve(null);
      },
      end: () => Promise.resolve(),
      giveUp: () => undefined,
    }),
    mayStay: () => {
      ended += 1;
      if (fails) throw new Error('no room');
      return true;
    },
    onDamage: () => undefined,
    report: () => undefined,
    // A real sync takes time that the clock of these tests does not know; `file-power-cut.test.ts` has it.
    syncFolder: () => Promise.resolve(),
  });
  /** Time passes, and a copy that begins meanwhile comes to its end. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await vi.waitFor(() => expect(ended).toBe(begun), { interval: 1 });
    await nextTurn();
  };
  const step = (jobEndedAt: number | null = null) => {
    database.write(({ sqlite }) => sqlite.exec("INSERT INTO note (text) VALUES ('a step')"));
    keeper.schedule(jobEndedAt);
  };
  return {
    clock,
    keeper,
    pass,
    step,
    copies: () => sizes.length,
    bytes: () => sizes.reduce((sum, size) => sum + size, 0),
    fail: (now: boolean) => {
      fails = now;
    },
  };
}

/** The one of the start, which looks through the file. */
async function begunLaptop(parts: Parameters<typeof laptop>[0] = {}) {
  const begun = laptop(parts);
  await begun.pass(20 * SECOND);
  expect(begun.copies()).toBe(1);
  return begun;
}

describe('copies of queue.db', () => {
  test('begin 20 seconds after the start, when the first screen is drawn, also where steps are saved before', async () => {
    const { pass, step, copies } = laptop();
    step();
    await pass(20 * SECOND - 1);
    expect(copies()).toBe(0);
    await pass(1);
    expect(copies()).toBe(1);
  });

  test('begin two seconds after a job that ends before', async () => {
    const { clock, pass, step, copies } = laptop();
    step(clock.now());
    await pass(2 * SECOND);
    expect(copies()).toBe(1);
  });

  test('are one in ten minutes while steps are saved all the time', async () => {
    const { pass, step, copies } = await begunLaptop();
    for (let second = 0; second < 3600; second += 30) {
      step();
      await pass(30 * SECOND);
    }
    expect(copies()).toBe(1 + 6);
  });

  test('are none where nothing was saved', async () => {
    const { pass, keeper, copies } = await begunLaptop();
    await pass(8 * HOUR);
    await keeper.stop();
    expect(copies()).toBe(1);
  });

  test('have a step two seconds later where the last copy is older than ten minutes', async () => {
    const { pass, step, copies } = await begunLaptop();
    await pass(10 * MINUTE);
    step();
    await pass(2 * SECOND);
    expect(copies()).toBe(2);
  });

  test('have the end of a job two seconds later, once', async () => {
    const { clock, pass, step, copies } = await begunLaptop();
    await pass(MINUTE);
    const endedAt = clock.now();
    step(endedAt);
    await pass(2 * SECOND);
    expect(copies()).toBe(2);
    for (let second = 0; second < 300; second += 30) {
      await pass(30 * SECOND);
      step(endedAt);
    }
    expect(copies()).toBe(2);
  });

  test('have the end of a job although steps before it wait for their time', async () => {
    const { clock, pass, step, copies } = await begunLaptop();
    step();
    await pass(MINUTE);
    step(clock.now());
    await pass(2 * SECOND);
    expect(copies()).toBe(2);
  });

  test('contain the last saved changes when the app closes', async () => {
    const { pass, step, keeper, copies } = await begunLaptop();
    await pass(MINUTE);
    step();
    await keeper.stop();
    expect(copies()).toBe(2);
  });

  test('are made again when they were removed', async () => {
    const { pass, keeper, copies } = await begunLaptop();
    await pass(MINUTE);
    keeper.removed();
    await pass(2 * SECOND);
    expect(copies()).toBe(2);
  });

  test('are tried again after a minute where one failed', async () => {
    const { pass, step, fail, copies } = await begunLaptop();
    await pass(10 * MINUTE);
    fail(true);
    step();
    await pass(2 * SECOND);
    fail(false);
    await pass(MINUTE - 1);
    expect(copies()).toBe(2);
    await pass(1);
    expect(copies()).toBe(3);
  });

  test('write no more in an hour than their budget, however many jobs end', async () => {
    const { clock, pass, step, bytes } = await begunLaptop({ bytesAnHour: MIB });
    for (let minute = 0; minute < 120; minute += 1) {
      step(clock.now());
      await pass(MINUTE);
    }
    expect(bytes()).toBeLessThanOrEqual(3 * MIB);
    expect(bytes()).toBeGreaterThan(2 * MIB);
  });
});

describe('the pace', () => {
  /** Copies of so many bytes, as often as they may be made. */
  function hours(count: number, bytes: number) {
    const clock = movingClock();
    const pace = createBackupPace(clock);
    let written = 0;
    let longest = 0;
    for (let copy = 0; clock.passed() < count * HOUR && copy < 10_000; copy += 1) {
      const wait = pace.waitMs('now', bytes);
      longest = Math.max(longest, wait);
      clock.advance(wait);
      expect(pace.waitMs('now', bytes)).toBe(0);
      pace.begin(bytes);
      written += bytes;
    }
    return { written, longest, budget: (clock.passed() / HOUR) * 256 * MIB };
  }

  test.each([1, 22, 100, 220, 256, 1000])(
    'of a file of %i MiB is 256 MiB an hour, and never more at once than that or one copy',
    (size) => {
      const { written, longest, budget } = hours(10, size * MIB);
      expect(written).toBeLessThanOrEqual(budget + Math.max(256, size) * MIB);
      expect(written).toBeGreaterThanOrEqual(budget - size * MIB);
      expect(longest).toBeLessThanOrEqual(longestWaitMs(size * MIB));
    },
  );

  test('lets a year of jobs be copied every ten minutes and at the end of three jobs an hour', () => {
    const clock = movingClock();
    const pace = createBackupPace(clock);
    for (let minute = 0; minute < 480; minute += 1) {
      const need = minute % 20 === 5 ? 'now' : 'work';
      const waitMs = pace.waitMs(need, 22 * MIB);
      expect(need === 'now' ? waitMs : 0).toBe(0);
      if (waitMs === 0) pace.begin(22 * MIB);
      clock.advance(MINUTE);
    }
    expect(longestWaitMs(22 * MIB)).toBe(10 * MINUTE);
  });
});
