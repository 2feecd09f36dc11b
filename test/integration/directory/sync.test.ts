import { describe, expect, it } from 'vitest';
import { createKeyPictures } from '../../../electron/directory/key-pictures.ts';
import { createDirectorySync, type DirectorySync } from '../../../electron/directory/sync.ts';
import type { SyncState } from '../../../shared/domain/status.ts';
import { carId, groupId } from '../../../shared/ids.ts';
import { ok } from '../../../shared/result.ts';
import { MINUTE } from '../../../shared/time.ts';
import { aCar, aGroup, aKey, aUser, openDirectory, type OpenDirectory } from './fixture.ts';
import { failing, notOffered, scriptedSource, unreachable, type ScriptedSource } from './scripted-source.ts';

interface Synced {
  readonly open: OpenDirectory;
  readonly source: ScriptedSource;
  readonly sync: DirectorySync;
  readonly states: SyncState[];
}

function syncOver(open: OpenDirectory, source: ScriptedSource): Synced {
  const { database, clock } = open;
  const states: SyncState[] = [];
  const pictures = createKeyPictures({
    database,
    clock,
    fetchPicture: () => Promise.resolve({ kind: 'unreachable' }),
  });
  const onProgress = (state: SyncState) => states.push(state);
  const sync = createDirectorySync({ database, source, pictures, clock, onProgress });
  return { open, source, sync, states };
}

function aFleet(): ScriptedSource {
  const source = scriptedSource();
  source.has.catalogue = { VW: [aKey({ id: 1 }), aKey({ id: 2 })], Renault: [aKey({ id: 3 })] };
  source.has.groups = [aGroup(1, 'North'), aGroup(2, 'South')];
  source.has.users = [aUser(1, { firstName: 'Bay 3', lastName: 'Tester' })];
  source.has.cars = [1, 2, 3, 4, 5].map((id) => aCar({ id, name: `Car ${id}` }));
  return source;
}

const carNames = ({ open }: Synced): string[] =>
  open.directory.searchCars('', 100).rows.map(({ name }) => name);

describe('a sync', () => {
  it('reads everything, reports each part and ends complete with its time', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    const { open, sync, states } = synced;
    expect(sync.state()).toEqual({ state: 'never' });
    expect(await sync.start()).toEqual({ state: 'complete', asOf: open.clock.now(), notOffered: [] });
    const parts = states.flatMap((state) => (state.state === 'running' ? [state.part] : []));
    expect(parts.filter((part, index) => part !== parts[index - 1])).toEqual([
      'cars',
      'keys',
      'groups',
      'users',
      'products',
      'services',
      'cars',
      'pictures',
    ]);
    const ofCars = states.flatMap((state) =>
      state.state === 'running' && state.part === 'cars' ? [[state.rows, state.partsDone]] : [],
    );
    expect(ofCars).toEqual([
      [0, 0],
      [0, 5],
      [2, 5],
      [5, 5],
    ]);
    expect(open.directory.keys('VW').rows).toHaveLength(2);
    expect(open.directory.asOf('cars')).toBe(open.clock.now());
    expect(open.directory.brands().asOf).toBe(open.clock.now());
    expect(open.directory.keys('VW').asOf).toBe(open.clock.now());
    expect(carNames(synced)).toHaveLength(5);
  });

  it('is one pass for any number of requests', async () => {
    const { sync, source } = syncOver(openDirectory(), aFleet());
    await Promise.all([sync.start(), sync.start(), sync.start()]);
    expect(source.asked.filter((name) => name === 'cars')).toHaveLength(1);
  });

  it('adds changed objects and removes deleted ones, each time', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    const { sync, source, open } = synced;
    await sync.start();
    source.has.cars = [aCar({ id: 2, name: 'Car 2 renamed' }), aCar({ id: 6, name: 'Car 6' })];
    source.has.catalogue = { VW: [aKey({ id: 2 })] };
    source.has.groups = [];
    await sync.start();
    expect(carNames(synced)).toEqual(['Car 2 renamed', 'Car 6']);
    expect(open.directory.searchCars('car 1', 5).rows).toEqual([]);
    expect(open.directory.brands().rows).toEqual(['VW']);
    expect(open.directory.keys('VW').rows.map(({ id }) => id)).toEqual([2]);
    expect(open.directory.group(groupId.parse(1))).toBeUndefined();
  });

  it('keeps a car that was recorded while it read, though no page held it', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    const { sync, source, open } = synced;
    source.afterPage.set('cars', () => open.directory.recordCar(aCar({ id: 77, name: 'Created meanwhile' })));
    await sync.start();
    expect(open.directory.car(carId.parse(77))?.name).toBe('Created meanwhile');
  });

  it('that fails half-way through the cars removes none and keeps the ones it got', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    const { sync, source, open } = synced;
    await sync.start();
    const firstAsOf = open.clock.now();
    open.clock.advance(MINUTE);
    source.has.cars = [aCar({ id: 9, name: 'Car 9' })];
    source.failures.set('cars', unreachable);
    expect(await sync.start()).toMatchObject({
      state: 'stopped',
      asOf: firstAsOf,
      problem: { code: 'operator-unreachable' },
    });
    expect(carNames(synced)).toEqual(['Car 1', 'Car 2', 'Car 3', 'Car 4', 'Car 5', 'Car 9']);
    expect(open.directory.asOf('cars')).toBe(firstAsOf);
  });

  it('stops at once when the operator cannot be reached', async () => {
    const { sync, source } = syncOver(openDirectory(), aFleet());
    source.failures.set('groups', unreachable);
    await sync.start();
    expect(source.asked.at(-1)).toBe('groups');
  });

  it('continues with the other parts when one is refused, and reports an incomplete end', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    synced.source.failures.set('users', failing);
    expect(await synced.sync.start()).toMatchObject({
      state: 'stopped',
      asOf: null,
      problem: { code: 'operator-failing' },
    });
    expect(carNames(synced)).toHaveLength(5);
  });
});

describe('calls that an environment does not offer', () => {
  it('is listed, never fails the sync and is requested once per session', async () => {
    const { sync, source, states } = syncOver(openDirectory(), aFleet());
    for (const name of ['brands', 'groups', 'products', 'services']) source.failures.set(name, notOffered);
    source.has.groups = [];
    const complete = { state: 'complete', notOffered: ['brands', 'groups', 'products', 'services'] };
    expect(await sync.start()).toMatchObject(complete);
    expect(await sync.start()).toMatchObject(complete);
    expect(source.asked).toEqual([
      'brands',
      'groups',
      'users',
      'products',
      'services',
      'cars',
      'users',
      'cars',
    ]);
    expect(states.at(-1)).toMatchObject(complete);
  });

  it('does not count in a failed pass: behind a captive portal everything looks absent', async () => {
    const { sync, source } = syncOver(openDirectory(), aFleet());
    source.failures.set('brands', notOffered);
    source.failures.set('users', failing);
    await sync.start();
    source.failures.clear();
    expect(await sync.start()).toMatchObject({ state: 'complete', notOffered: [] });
    expect(source.asked.filter((name) => name === 'brands')).toHaveLength(2);
  });
});

describe('a stopped sync', () => {
  async function stoppedInTheCars(open: OpenDirectory): Promise<Synced> {
    const synced = syncOver(open, aFleet());
    const { source, sync } = synced;
    source.failures.set('newest:cars', failing);
    let stopping: Promise<void> | undefined;
    source.afterPage.set('cars', () => {
      stopping ??= sync.stop();
    });
    expect(await sync.start()).toMatchObject({ state: 'stopped', problem: { code: 'cancelled' } });
    await stopping;
    source.afterPage.clear();
    source.asked.length = 0;
    return synced;
  }

  it('keeps the pages that it has read', async () => {
    const synced = await stoppedInTheCars(openDirectory());
    expect(carNames(synced)).toEqual(['Car 1', 'Car 2']);
    expect(synced.open.directory.asOf('cars')).toBeNull();
  });

  it('is resumed without reading finished parts again', async () => {
    const { sync, source } = await stoppedInTheCars(openDirectory());
    expect((await sync.start()).state).toBe('complete');
    expect(source.asked).toEqual(['cars']);
  });

  it('is taken up after a restart as well', async () => {
    const before = await stoppedInTheCars(openDirectory());
    const { file, clock, database } = before.open;
    database.close();
    const after = syncOver(openDirectory({ file, clock }), aFleet());
    expect(after.sync.state()).toEqual({ state: 'never' });
    await after.sync.start();
    expect(after.source.asked).toEqual(['cars']);
    expect(carNames(after)).toHaveLength(5);
  });

  it('continues a first reading after the last page that is stored, also after a restart', async () => {
    const before = await stoppedInTheCars(openDirectory());
    const { file, clock, database } = before.open;
    database.close();
    const after = syncOver(openDirectory({ file, clock }), aFleet());
    await after.sync.start();
    expect(after.source.begunAt.get('cars')).toBe(2);
    expect(after.states).toContainEqual(expect.objectContaining({ part: 'cars', rows: 5 }));
    expect(carNames(after)).toHaveLength(5);
  });

  it('reports the cars that are stored where the operator has no further ones', async () => {
    const { sync, source, states } = await stoppedInTheCars(openDirectory());
    source.has.cars = source.has.cars.slice(0, 2);
    states.length = 0;
    expect((await sync.start()).state).toBe('complete');
    const cars = states.filter((state) => state.state === 'running' && state.part === 'cars');
    expect(cars.at(-1)).toMatchObject({ rows: 2 });
  });

  it('reads a page again of which a part is stored', async () => {
    const open = openDirectory();
    const fleet = Array.from({ length: 1500 }, (_, index) =>
      aCar({ id: index + 1, name: `Car ${index + 1}` }),
    );
    const begunAt: number[] = [];
    const source: ScriptedSource = {
      ...aFleet(),
      cars: async ({ resume, onPage }) => {
        begunAt.push(resume.position);
        await onPage(fleet, { position: fleet.length, lastId: fleet.length });
        return ok(null);
      },
    };
    source.failures.set('newest:cars', failing);
    const synced = syncOver(open, source);
    const { sqlite } = open.database;
    sqlite.exec(
      `CREATE TRIGGER no_room BEFORE INSERT ON car WHEN new.id = 1200 BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    expect(await synced.sync.start()).toMatchObject({ state: 'stopped', problem: { code: 'unexpected' } });
    expect(open.directory.car(carId.parse(1000))).toBeDefined();
    sqlite.exec('DROP TRIGGER no_room');
    expect(await synced.sync.start()).toMatchObject({ state: 'complete' });
    expect(begunAt).toEqual([0, 0]);
    expect(open.directory.car(carId.parse(1200))).toBeDefined();
  });

  it('begins a later reading at its first page: cars may have been removed there', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    const { sync, source, open } = synced;
    await sync.start();
    open.clock.advance(MINUTE);
    let stopping: Promise<void> | undefined;
    source.afterPage.set('cars', () => {
      stopping ??= sync.stop();
    });
    expect((await sync.start()).state).toBe('stopped');
    await stopping;
    source.has.cars = source.has.cars.slice(1);
    expect((await sync.start()).state).toBe('complete');
    expect(source.begunAt.get('cars')).toBe(0);
    expect(carNames(synced)).toEqual(['Car 2', 'Car 3', 'Car 4', 'Car 5']);
  });

  it('is started again after half an hour', async () => {
    const { sync, source, open } = await stoppedInTheCars(openDirectory());
    open.clock.advance(30 * MINUTE);
    await sync.start();
    expect(source.begunAt.get('cars')).toBe(0);
    expect(source.asked).toEqual([
      'brands',
      'keys:Renault',
      'keys:VW',
      'groups',
      'users',
      'products',
      'services',
      'cars',
    ]);
  });

  it('is taken up brand by brand', async () => {
    const { sync, source } = syncOver(openDirectory(), aFleet());
    source.failures.set('keys:VW', unreachable);
    await sync.start();
    source.failures.clear();
    source.asked.length = 0;
    await sync.start();
    expect(source.asked.slice(0, 2)).toEqual(['keys:VW', 'groups']);
  });
});

describe('after a restart', () => {
  it('reports the last complete pass as the state', async () => {
    const { open, sync, source } = syncOver(openDirectory(), aFleet());
    source.failures.set('products', notOffered);
    await sync.start();
    const asOf = open.clock.now();
    open.database.close();
    open.clock.advance(MINUTE);
    const again = syncOver(openDirectory({ file: open.file, clock: open.clock }), aFleet());
    expect(again.sync.state()).toEqual({ state: 'complete', asOf, notOffered: ['products'] });
  });
});

describe('a row that cannot be written', () => {
  it('stops the sync: no part after it counts as read, and nothing is removed', async () => {
    const synced = syncOver(openDirectory(), aFleet());
    const { database } = synced.open;
    await synced.sync.start();
    synced.source.has.cars = [aCar({ id: 1, name: 'Renamed' }), aCar({ id: 2, name: 'Unwritable' })];
    database.sqlite.exec(
      `CREATE TRIGGER no_room BEFORE UPDATE ON car WHEN new.name = 'Unwritable'
       BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    expect(await synced.sync.start()).toMatchObject({ state: 'stopped', problem: { code: 'unexpected' } });
    expect(carNames(synced)).toEqual(['Car 1', 'Car 2', 'Car 3', 'Car 4', 'Car 5']);
    database.sqlite.exec('DROP TRIGGER no_room');
    expect(await synced.sync.start()).toMatchObject({ state: 'complete' });
    expect(carNames(synced)).toEqual(['Renamed', 'Unwritable']);
  });
});
