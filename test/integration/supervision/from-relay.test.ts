import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countStale } from '../../../electron/db/tables/supervision/jobs.ts';
import { createRandom, type FleetBatch } from '../../bench/supervision/made-up-fleet.ts';
import { HOUR } from '../../../shared/time.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { openCopies } from './copies.ts';
import { longFrom } from '../../runner/long.ts';
import {
  clientOf,
  type Reading,
  relayWithLaptops,
  supervisorsLaptop,
  reportedBy,
  workshopLogs,
} from './fleet-at-relay.ts';

const until = (holds: () => unknown) => vi.waitFor(holds);

type Opened = ReturnType<ReturnType<typeof supervisorsLaptop>['open']>;

/** All entries are here, and nothing is left to put together or to check. */
const readsAll = (laptop: Opened, entries: number) =>
  until(() => {
    const { sqlite } = laptop.supervision.start();
    const status = laptop.supervision.status();
    expect(status).toMatchObject({ entries, source: 'relay', reading: { state: 'up-to-date' } });
    expect(countStale(sqlite)).toBe(0);
    expect(reportedBy(laptop).chains.every(({ verifiedTo, entries: there }) => verifiedTo === there)).toBe(
      true,
    );
  });

const count = (batches: readonly FleetBatch[]) =>
  batches.reduce((sum, { entries }) => sum + entries.length, 0);

/** The facts of the same logs, each read at once without a relay between. */
async function reportedDirectly(batches: readonly FleetBatch[]) {
  const copies = openCopies();
  for (const { chain, laptop, entries } of batches) copies.take(chain, laptop, entries);
  await copies.settle();
  const reported = {
    rows: copies.rows(),
    chains: copies.chains().toSorted((one, other) => (one.chain < other.chain ? -1 : 1)),
  };
  copies.close();
  return reported;
}

/** The laptops bring their logs in unplanned turns; each brings its own in order. */
function inSomeOrder(batches: readonly FleetBatch[], seed: number): readonly FleetBatch[] {
  const random = createRandom(seed);
  const waiting = [...Map.groupBy(batches, ({ chain }) => chain).values()];
  return batches.flatMap(() => {
    const left = waiting.filter((own) => own.length > 0);
    return left[Math.floor(random() * left.length)]?.shift() ?? [];
  });
}

test.each([1, 2, 3].map((seed, index) => [seed, longFrom(1, index)] as const))(
  'the logs of several laptops, brought in any turns, tell the same as each read by itself (%i)%s',
  async (seed) => {
    const batches = workshopLogs(45);
    const { relay, bring } = await relayWithLaptops();
    const office = supervisorsLaptop().open(await clientOf(relay, 'Office', 'supervisor'));
    const brought = inSomeOrder(batches, seed);
    const half = Math.floor(brought.length / 2);
    await bring(brought.slice(0, half));
    office.supervision.start();
    await readsAll(office, count(brought.slice(0, half)));
    await bring(brought.slice(half));
    office.supervision.relayIsBack();
    await readsAll(office, count(batches));
    expect(reportedBy(office)).toEqual(await reportedDirectly(batches));
    expect(office.supervision.status()).toMatchObject({ role: 'supervisor', laptop: 'Office', laptops: 3 });
  },
);

test('whoever looks only when it is published sees the end of the reading', async () => {
  const batches = workshopLogs(8);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  let passed = 0;
  let published: unknown = null;
  const laptop: Opened = supervisorsLaptop().open(await clientOf(relay, 'Office', 'supervisor'), {
    // Each step is far enough from the one before to be published at once.
    clock: { ...machineClock, passed: () => (passed += HOUR) },
    publish: () => {
      published = laptop.supervision.status().reading;
    },
  });
  laptop.supervision.start();
  await until(() => {
    expect(published).toMatchObject({ state: 'up-to-date' });
    // Before the first page nothing was read, and nothing is under way.
    expect(published).not.toMatchObject({ readAt: null });
  });
});

test('an aborted read resumes after the restart', async () => {
  const batches = workshopLogs(45);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const client = await clientOf(relay, 'Office', 'supervisor');
  const places: number[] = [];
  const place = supervisorsLaptop();
  const pages = { left: 1 };
  const counted: Reading = {
    me: client.me,
    logEntries: async (query) => {
      // The next page never comes: the app is closed while it waits.
      if (pages.left === 0) {
        await new Promise((resolve) => query.signal?.addEventListener('abort', resolve));
      }
      pages.left -= 1;
      places.push(query.after);
      return client.logEntries(query);
    },
  };
  const first = place.open(counted);
  first.supervision.start();
  await until(() => expect(first.supervision.status().entries).toBe(300));
  await first.close();

  pages.left = Number.POSITIVE_INFINITY;
  places.length = 0;
  const again = place.open(counted);
  again.supervision.start();
  await readsAll(again, count(batches));
  // From the last entry that was read, which is asked for once more to see that it is the same log.
  expect(places[0]).toBe(299);
  expect(reportedBy(again)).toEqual(await reportedDirectly(batches));
});

test('a relay that was set up again is read from its beginning: nothing is lost, and nothing is there twice', async () => {
  const batches = workshopLogs(45);
  const before = batches.slice(0, 30);
  const place = supervisorsLaptop();
  const old = await relayWithLaptops();
  await old.bring(before);
  const first = place.open(await clientOf(old.relay, 'Office', 'supervisor'));
  first.supervision.start();
  await readsAll(first, count(before));
  await first.close();

  // The laptops bring all of it again, in other turns, and what they have written since.
  const anew = await relayWithLaptops();
  await anew.bring(inSomeOrder(batches, 4));
  const again = place.open(await clientOf(anew.relay, 'Office', 'supervisor'));
  again.supervision.start();
  await readsAll(again, count(batches));
  expect(reportedBy(again)).toEqual(await reportedDirectly(batches));
});

test('a relay that has less than was read takes nothing away', async () => {
  const batches = workshopLogs(30);
  const place = supervisorsLaptop();
  const old = await relayWithLaptops();
  await old.bring(batches);
  const first = place.open(await clientOf(old.relay, 'Office', 'supervisor'));
  first.supervision.start();
  await readsAll(first, count(batches));
  await first.close();

  const empty = await relayWithLaptops();
  const again = place.open(await clientOf(empty.relay, 'Office', 'supervisor'));
  again.supervision.start();
  await until(() => expect(again.supervision.status().reading).toMatchObject({ state: 'up-to-date' }));
  expect(reportedBy(again)).toEqual(await reportedDirectly(batches));
});

test('a page that cannot be kept to its end is not kept at all, is reported, and comes whole once it can', async () => {
  const batches = workshopLogs(45);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const place = supervisorsLaptop();
  const office = place.open(await clientOf(relay, 'Office', 'supervisor'));
  office.supervision.start();
  // The thread cannot write the last row of the first page, as on a full disk.
  const other = new BetterSqlite3(place.file);
  onTestFinished(() => void other.close());
  other.exec(
    "CREATE TRIGGER no_room BEFORE UPDATE ON feed WHEN NEW.relay_sequence > 0 BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  await until(() => expect(office.supervision.status().reading.state).toBe('failing'));
  expect(office.supervision.status().entries).toBe(0);
  expect(reportedBy(office)).toEqual({ rows: [], chains: [] });
  expect(office.reports).toEqual(['supervision.fault']);

  other.exec('DROP TRIGGER no_room');
  office.supervision.wake();
  await readsAll(office, count(batches));
  expect(reportedBy(office)).toEqual(await reportedDirectly(batches));
});

test('a relay that goes away in the middle is reported, and read on when it is back', async () => {
  const batches = workshopLogs(45);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const client = await clientOf(relay, 'Office', 'supervisor');
  const way = { open: true, pages: 0 };
  const office = supervisorsLaptop().open({
    me: client.me,
    logEntries: async (query) => {
      way.pages += 1;
      if (way.pages === 2) way.open = false;
      return way.open
        ? client.logEntries(query)
        : {
            ok: false,
            error: { code: 'unreachable', status: null, detail: 'the cable', retryAfterMs: 60_000 },
          };
    },
  });
  office.supervision.start();
  await until(() =>
    expect(office.supervision.status().reading).toMatchObject({
      state: 'failing',
      problem: { code: 'relay-unreachable' },
    }),
  );
  expect(office.supervision.status().entries).toBe(300);
  way.open = true;
  office.supervision.relayIsBack();
  await readsAll(office, count(batches));
});

test('a stopped read stays stopped over a restart, and resumes by command @long', async () => {
  const batches = workshopLogs(9);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const client = await clientOf(relay, 'Office', 'supervisor');
  const asked = { pages: 0 };
  const counted: Reading = {
    me: client.me,
    logEntries: (query) => {
      asked.pages += 1;
      return client.logEntries(query);
    },
  };
  const place = supervisorsLaptop();
  const first = place.open(counted);
  await first.supervision.pause();
  first.supervision.start();
  await until(() => expect(first.supervision.status()).toMatchObject({ role: 'supervisor' }));
  await first.close();
  const again = place.open(counted);
  again.supervision.start();
  await until(() => expect(again.supervision.status().reading).toMatchObject({ state: 'stopped' }));
  expect(asked.pages).toBe(0);
  await again.supervision.resume();
  await readsAll(again, count(batches));
});

test('with an installer’s token a laptop asks for no other laptop’s log', async () => {
  const { relay, bring } = await relayWithLaptops();
  await bring(workshopLogs(3));
  const client = await clientOf(relay, 'Bay 9', 'installer');
  const asked = { pages: 0 };
  const bay = supervisorsLaptop().open({
    me: client.me,
    logEntries: (query) => {
      asked.pages += 1;
      return client.logEntries(query);
    },
  });
  bay.supervision.start();
  await until(() =>
    expect(bay.supervision.status()).toMatchObject({
      role: 'installer',
      source: 'own-log',
      entries: 0,
      reading: { state: 'up-to-date' },
    }),
  );
  expect(asked.pages).toBe(0);
});
