import { describe, expect, it, onTestFinished } from 'vitest';
import { createKeyPictures, createPictureFetcher } from '../../../electron/directory/key-pictures.ts';
import { createOperatorSource } from '../../../electron/directory/source.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { createOperatorClient } from '../../../electron/operator/client.ts';
import { problemOf } from '../../../electron/operator/operator-error.ts';
import type { Clock } from '../../../shared/time.ts';
import { customerId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type OperatorOptions, type RunningOperator } from '../../operator/start.ts';
import { openDirectory } from './fixture.ts';

const machineClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** An operator over HTTP, the real client, and a directory to fill. */
async function connected(options: OperatorOptions = {}) {
  const operator = await startOperator({ cars: 60, ...options });
  const open = openDirectory();
  const client = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: {
      apiKey: operator.settings.apiKey,
      username: operator.settings.username,
      password: operator.settings.password,
    },
    customerId: customerId.parse(notable.customerId),
    clock: machineClock,
    random: () => 0.5,
  });
  const fetcher = createPictureFetcher({ baseUrl: operator.url, connect: connectDirectly });
  const { database, clock } = open;
  const pictures = createKeyPictures({ database, clock, fetchPicture: fetcher.fetchPicture });
  const sync = createDirectorySync({
    database,
    source: createOperatorSource(client, problemOf),
    pictures,
    clock,
    onProgress: () => {},
  });
  onTestFinished(async () => {
    await sync.stop();
    await Promise.all([client.close(), fetcher.close()]);
    await operator.stop();
  });
  return { ...open, operator, sync };
}

const ofCustomer = (rows: Iterable<{ readonly customerId: number; readonly id: number }>): number[] =>
  [...rows].flatMap(({ customerId: owner, id }) => (owner === notable.customerId ? [id] : [])).sort(byNumber);
const byNumber = (a: number, b: number): number => a - b;

function idsIn(operator: RunningOperator) {
  const { cars, groups, products, services } = operator.state;
  return {
    car: ofCustomer(cars.values()),
    group: ofCustomer(groups.values()),
    product: ofCustomer(products.values()),
    service: ofCustomer(services.values()),
  };
}

describe('a sync with the operator', () => {
  it('copies exactly what this customer has, pictures included, at most two requests at once', async () => {
    const { database, directory, operator, sync } = await connected();
    expect(await sync.start()).toMatchObject({ state: 'complete', notOffered: [] });
    const ids = (table: string) =>
      database.sqlite.prepare(`SELECT id FROM "${table}" ORDER BY id`).pluck().all();
    for (const [table, expected] of Object.entries(idsIn(operator))) expect(ids(table)).toEqual(expected);
    expect(ids('user')).toHaveLength(
      [...operator.state.users.values()].filter((user) => user.customerIds.has(notable.customerId)).length,
    );
    const keys = directory.brands().rows.flatMap((brand) => directory.keys(brand).rows);
    expect(keys).toHaveLength(operator.state.keys.size);
    expect(keys.filter(({ pictureUrl }) => directory.picture(pictureUrl ?? '') === null)).toEqual([]);
    expect(operator.peakConcurrency()).toBeLessThanOrEqual(2);
    expect(operator.violations.all).toEqual([]);
  });

  it('makes cars, Boxes, their services and their whereabouts known', async () => {
    const { directory, sync } = await connected();
    await sync.start();
    const [car] = directory.searchCars('mbx1077', 5).rows;
    expect(car).toMatchObject({ licensePlate: notable.plates.withoutBox, vin: 'W1V44770513872041' });

    const [serial] = notable.boxes.free;
    const [free] = directory.productsBySerial(serial).rows;
    expect(free).toMatchObject({ family: 'box', car: { known: true, id: null } });
    expect(directory.productsBySerial(notable.uniqueIdOfFirstFreeBox).rows).toEqual([free]);
    if (free === undefined) throw new Error('no free Box');
    expect(directory.serviceOfProduct(free.id).state).toBe('active');

    const [unserved] = directory.productsBySerial(notable.boxes.withoutService).rows;
    if (unserved === undefined) throw new Error('no Box without service');
    expect(directory.serviceOfProduct(unserved.id).state).toBe('none');

    const [holder] = directory.searchCars(notable.plates.inAnotherCar, 5).rows;
    if (holder === undefined) throw new Error('no car with a Box');
    expect(directory.productsInCar(holder.id).rows).toMatchObject([
      { serialNumber: notable.boxes.installed },
    ]);
    expect(directory.productsBySerial(notable.boxes.ofOtherCustomer).rows).toEqual([]);
  });

  it('says "unknown" where lists hide the car of a product and the product of a service', async () => {
    const { directory, sync } = await connected({
      settings: { productListsShowCarId: false, serviceListShowsProductId: false },
    });
    await sync.start();
    const [free] = directory.productsBySerial(notable.boxes.free[0]).rows;
    expect(free?.car).toEqual({ known: false });
    if (free === undefined) throw new Error('no free Box');
    expect(directory.serviceOfProduct(free.id)).toEqual({ state: 'unknown' });
  });

  it('works where none of the assumed lists is offered, and names them', async () => {
    const { directory, sync } = await connected({
      settings: { notOffered: ['GET /brands', 'GET /groups', 'GET /products', 'GET /services'] },
    });
    expect(await sync.start()).toMatchObject({
      state: 'complete',
      notOffered: ['brands', 'groups', 'products', 'services'],
    });
    expect(directory.searchCars('mbx1077', 5).rows).toHaveLength(1);
    expect(directory.asOf('groups')).toBeNull();
  });

  it('learns of a new car with one question per collection, and of nothing twice', async () => {
    const { directory, operator, sync } = await connected();
    await sync.start();
    operator.journal.clear();
    const id = operator.state.nextId('cars');
    operator.state.cars.set(id, {
      id,
      customerId: notable.customerId,
      name: 'Made elsewhere',
      description: '',
      vin: '',
      licensePlate: 'M ZZ 4711',
      brand: '',
      model: '',
    });
    await sync.refresh();
    expect(directory.searchCars('mzz4711', 5).rows.map(({ name }) => name)).toEqual(['Made elsewhere']);
    const asked = operator.journal.matching({ method: 'GET' }).map(({ path }) => path);
    expect(asked).toEqual(['/users', '/products', '/services', '/cars', '/cars']);
    expect(operator.violations.all).toEqual([]);
  });

  it('leaves lists that keep no order to the whole reading', async () => {
    const { operator, sync } = await connected({ settings: { ignoredQueryOptions: ['$orderby'] } });
    await sync.start();
    operator.journal.clear();
    expect((await sync.refresh()).state).toBe('complete');
    expect(operator.journal.matching({ method: 'GET', path: '/cars' })).toHaveLength(1);
  });

  it('survives lists that ignore every query option @long', async () => {
    const { database, operator, sync } = await connected({
      settings: { ignoredQueryOptions: ['$top', '$skip', '$orderby'], maxTop: 1000, defaultPageSize: 1000 },
    });
    expect((await sync.start()).state).toBe('complete');
    expect(database.sqlite.prepare('SELECT count(*) FROM car').pluck().get()).toBe(
      idsIn(operator).car.length,
    );
  });

  it('goes on with a brand the catalogue lists and does not know', async () => {
    const { directory, operator, sync } = await connected();
    const [brand = ''] = [...new Set([...operator.state.keys.values()].map((key) => key.brand))].sort();
    operator.faults.add({
      method: 'GET',
      path: `/brands/${encodeURIComponent(brand)}/keys`,
      count: 'all',
      effect: { kind: 'status', status: 404 },
    });
    expect((await sync.start()).state).toBe('complete');
    expect(directory.keys(brand).rows).toEqual([]);
  });

  it('stops with a plain problem when the operator goes away, keeps all it had, and completes later', async () => {
    const { directory, operator, sync } = await connected();
    await sync.start();
    await operator.stop();
    // Whether the kept-alive connection is found dead or a new one is refused is a matter of moments.
    const code: unknown = expect.stringMatching(/^operator-(unreachable|interrupted)$/);
    expect(await sync.start()).toMatchObject({ state: 'stopped', problem: { code } });
    expect(directory.searchCars('mbx1077', 5).rows).toHaveLength(1);
    await operator.startAgain();
    expect((await sync.start()).state).toBe('complete');
  });

  it('is not misled by a captive portal', async () => {
    const { directory, operator, sync } = await connected();
    await sync.start();
    operator.faults.add({ count: 'all', effect: { kind: 'status', status: 200, html: true } });
    expect(await sync.start()).toMatchObject({ state: 'stopped' });
    expect(directory.groupByName(notable.emptyGroup)?.name).toBe(notable.emptyGroup);
    operator.faults.clear();
    expect(await sync.start()).toMatchObject({ state: 'complete', notOffered: [] });
  });

  it('can be stopped while the operator hangs', async () => {
    const { operator, sync } = await connected();
    operator.faults.add({ path: '/users', count: 'all', effect: { kind: 'hang' } });
    const ended = sync.start();
    await expect.poll(() => operator.journal.entries.at(-1)?.path).toBe('/users');
    await sync.stop();
    expect(await ended).toMatchObject({ state: 'stopped', problem: { code: 'cancelled' } });
  });
});
