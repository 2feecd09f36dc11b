import { expect, test } from 'vitest';
import { createKeyPictures } from '../../../electron/directory/key-pictures.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { HOUR } from '../../../shared/time.ts';
import { aCar, aUser, openDirectory } from './fixture.ts';
import { failing, notOffered, scriptedSource, unreachable } from './scripted-source.ts';

/** A laptop that has read a fleet of five cars and one user. */
async function readOnce() {
  const open = openDirectory();
  const source = scriptedSource();
  source.has.users = [aUser(1, { firstName: 'Bay 3', lastName: 'Tester' })];
  source.has.cars = [1, 2, 3, 4, 5].map((id) => aCar({ id, name: `Car ${id}` }));
  const { database, clock } = open;
  const pictures = createKeyPictures({
    database,
    clock,
    fetchPicture: () => Promise.resolve({ kind: 'unreachable' }),
  });
  const sync = createDirectorySync({ database, source, pictures, clock, onProgress: () => undefined });
  const firstAt = clock.now();
  await sync.start();
  source.asked.length = 0;
  source.lookedAt.length = 0;
  open.published.length = 0;
  clock.advance(HOUR);
  const names = () => open.directory.searchCars('', 100).rows.map(({ name }) => name);
  return { ...open, source, sync, names, firstAt };
}

/** A laptop that has read nothing. */
function neverRead() {
  const open = openDirectory();
  const source = scriptedSource();
  const { database, clock } = open;
  const pictures = createKeyPictures({
    database,
    clock,
    fetchPicture: () => Promise.resolve({ kind: 'unreachable' }),
  });
  const sync = createDirectorySync({ database, source, pictures, clock, onProgress: () => undefined });
  const ids = () => open.directory.searchCars('', 1000).rows.map(({ id }) => Number(id));
  return { source, sync, ids };
}

test('a first reading has the newest 200 cars before anything else', async () => {
  const { source, sync, ids } = neverRead();
  source.has.cars = Array.from({ length: 300 }, (_, index) => aCar({ id: index + 1, name: 'Van' }));
  source.failures.set('brands', unreachable);
  expect((await sync.refresh()).state).toBe('stopped');
  expect(ids().toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 200 }, (_, index) => 101 + index),
  );
  expect(new Set(source.lookedAt)).toEqual(new Set(['cars']));

  source.failures.clear();
  source.lookedAt.length = 0;
  expect((await sync.refresh()).state).toBe('complete');
  expect(ids()).toHaveLength(300);
  expect(source.lookedAt).toEqual(['cars']);
});

test('a first reading that cannot have the newest cars first reads all the same', async () => {
  const { source, sync, ids } = neverRead();
  source.has.cars = [aCar({ id: 1, name: 'Van' })];
  source.failures.set('newest:cars', failing);
  expect((await sync.refresh()).state).toBe('complete');
  expect(ids()).toEqual([1]);
});

test('a first reading stops at once without an operator', async () => {
  const { source, sync } = neverRead();
  source.failures.set('newest:cars', unreachable);
  expect((await sync.refresh()).state).toBe('stopped');
  expect(source.asked).toEqual([]);
});

test('a refresh learns of new cars by a page or two and reads nothing else; the time of the whole reading stays', async () => {
  const { source, sync, names, firstAt } = await readOnce();
  source.has.cars.push(aCar({ id: 6, name: 'Car 6' }), aCar({ id: 7, name: 'Car 7' }));
  expect(await sync.refresh()).toMatchObject({ state: 'complete', asOf: firstAt });
  expect(names()).toEqual(expect.arrayContaining(['Car 6', 'Car 7']));
  expect(source.asked).toEqual([]);
  expect(source.lookedAt).toEqual(['users', 'cars', 'cars']);
});

test('a refresh that finds nothing new writes nothing and publishes nothing', async () => {
  const { database, source, sync, published } = await readOnce();
  const writes = () => database.sqlite.prepare('SELECT total_changes()').pluck().get();
  const before = writes();
  await sync.refresh();
  expect(source.lookedAt).toEqual(['users', 'cars']);
  expect(writes()).toBe(before);
  expect(published).toEqual([]);
});

test('a car that is known here does not hide the one that a colleague made before it', async () => {
  const { directory, source, sync, names } = await readOnce();
  const ours = aCar({ id: 8, name: 'Car 8' });
  // A page holds two: ours stands beside one that is new, and more that is new follows.
  source.has.cars.push(...[6, 7, 9].map((id) => aCar({ id, name: `Car ${id}` })), ours);
  directory.recordCar(ours);
  await sync.refresh();
  expect(names()).toEqual(expect.arrayContaining(['Car 6', 'Car 7', 'Car 9']));
});

test('a car that was changed or removed at the operator is learnt by the next whole reading, twelve hours later at the latest', async () => {
  const { clock, source, sync, names } = await readOnce();
  source.has.cars = [aCar({ id: 1, name: 'Renamed' }), ...source.has.cars.slice(2)];
  await sync.refresh();
  expect(names()).toEqual(expect.arrayContaining(['Car 1', 'Car 2']));

  clock.advance(12 * HOUR);
  expect(await sync.refresh()).toMatchObject({ state: 'complete', asOf: clock.now() });
  expect(names().toSorted()).toEqual(['Car 3', 'Car 4', 'Car 5', 'Renamed']);
});

test('a second sync shows new objects before it compares everything', async () => {
  const { source, sync, names } = await readOnce();
  source.has.cars.push(aCar({ id: 6, name: 'Car 6' }));
  source.failures.set('brands', unreachable);
  expect((await sync.start()).state).toBe('stopped');
  expect(names()).toContain('Car 6');
  expect(source.asked).toEqual(['brands']);
});

test('a second sync of an unchanged fleet rewrites no row', async () => {
  const { database, source, sync } = await readOnce();
  source.has.cars.push(...Array.from({ length: 300 }, (_, index) => aCar({ id: 100 + index, name: 'Van' })));
  await sync.start();
  const writes = () => Number(database.sqlite.prepare('SELECT total_changes()').pluck().get());
  const before = writes();
  await sync.start();
  expect(source.asked.filter((name) => name === 'cars')).toHaveLength(2);
  expect(writes() - before).toBeLessThan(30);
});

test('without an operator a refresh leaves everything as it was', async () => {
  const { source, sync, names, firstAt } = await readOnce();
  source.failures.set('newest:users', unreachable);
  expect(await sync.refresh()).toMatchObject({ state: 'complete', asOf: firstAt });
  expect(source.lookedAt).toEqual([]);
  expect(names()).toHaveLength(5);
});

test.each([failing, notOffered])(
  'a part that cannot be looked at keeps no other from being looked at',
  async (failure) => {
    const { source, sync, names } = await readOnce();
    source.failures.set('newest:users', failure);
    source.has.cars.push(aCar({ id: 6, name: 'Car 6' }));
    await sync.refresh();
    expect(names()).toContain('Car 6');
  },
);

test('a sync that waits for a quiet look does not begin once everything was stopped: the copies may be closed by then', async () => {
  const { database, source, sync } = await readOnce();
  const looked = sync.refresh();
  const asked = sync.start();
  await sync.stop();
  database.close();
  await Promise.all([looked, asked]);
  expect(source.asked).toEqual([]);
  expect(sync.state().state).toBe('complete');
});
