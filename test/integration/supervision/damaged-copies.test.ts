import BetterSqlite3 from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { countStale } from '../../../electron/db/tables/supervision/jobs.ts';
import { listStock } from '../../../electron/supervision/copies-reader.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { damage, type Damage } from '../repair/damage.ts';
import { clientOf, relayWithLaptops, supervisorsLaptop, reportedBy, workshopLogs } from './fleet-at-relay.ts';
import { longFrom } from '../../runner/long.ts';

const everyBox = { site: null, sapNumber: null, state: null, serial: '' } as const;

type Opened = ReturnType<ReturnType<typeof supervisorsLaptop>['open']>;

/** The page of a supervisor, opened again after a failure. */
function looksAt(laptop: Opened) {
  try {
    const { lookUp, sqlite } = laptop.supervision.start();
    lookUp.window(supervisionFilter.parse({}), newestFirst, 0, 500);
    return { status: laptop.supervision.status(), stale: countStale(sqlite), reported: reportedBy(laptop) };
  } catch (cause) {
    laptop.supervision.noteFailure(cause);
    throw cause;
  }
}

const readsAll = (laptop: Opened, entries: number) =>
  vi.waitFor(() => {
    const seen = looksAt(laptop);
    expect(seen).toMatchObject({ stale: 0, status: { entries, reading: { state: 'up-to-date' } } });
    expect(seen.reported.chains.every(({ verifiedTo, entries: there }) => verifiedTo === there)).toBe(true);
    return seen.reported;
  });

async function supervisorWithCopies() {
  const batches = workshopLogs(30);
  const { relay, bring } = await relayWithLaptops();
  await bring(batches);
  const entries = batches.reduce((sum, batch) => sum + batch.entries.length, 0);
  const client = await clientOf(relay, 'Office', 'supervisor');
  const place = supervisorsLaptop();
  const laptop = place.open(client);
  laptop.supervision.start();
  const reported = await readsAll(laptop, entries);
  return { client, place, laptop, entries, reported };
}

const damages: readonly Damage[] = [
  { kind: 'header' },
  ...[0.02, 0.2, 0.5, 0.8, 0.98].map((at): Damage => ({ kind: 'page', file: '', at })),
  ...[0.1, 0.5, 0.9].map((at): Damage => ({ kind: 'cut', file: '', at })),
  { kind: 'zero-length', file: '' },
  { kind: 'text', file: '' },
  { kind: 'directory', file: '' },
  { kind: 'foreign', file: '' },
  { kind: 'gone', file: '' },
];

const marked = damages.map((what, index) => ({ ...what, mark: longFrom(1, index % 3) }));
test.each(marked)(
  'copies damaged while the app was closed are read again ($kind, $at) $mark',
  async (what) => {
    const { client, place, laptop, entries, reported } = await supervisorWithCopies();
    await laptop.close();
    damage(place.file, what);
    const again = place.open(client);
    expect(await readsAll(again, entries)).toEqual(reported);
  },
);

test('copies of an earlier build, which lack the newest table, are read again', async () => {
  const { client, place, laptop, entries, reported } = await supervisorWithCopies();
  await laptop.close();
  const earlier = new BetterSqlite3(place.file);
  earlier.exec('DROP TABLE stocked_box');
  earlier.close();
  const again = place.open(client);
  expect(await readsAll(again, entries)).toEqual(reported);
  const { sqlite } = again.supervision.start();
  expect(listStock(sqlite, everyBox, { offset: 0, limit: 1 }).total).toBeGreaterThan(0);
});
