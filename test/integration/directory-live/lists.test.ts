import { describe, expect, test } from 'vitest';
import { carId, productId, serviceId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startEdits, type Edits } from '../edits/edits.ts';
import { aCar, aProduct, aService, openDirectory } from '../directory/fixture.ts';

type Lists = `directory.list${'Cars' | 'Users' | 'Groups' | 'Products' | 'Services'}`;

/** Reads a list to its end by pages of seven. */
async function allOf(edits: Edits, name: Lists, text: string): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const { rows } = await edits.call(name, { text, limit: 7, offset: found.length });
    if (rows.length === 0) return found;
    found.push(...rows.map(({ id }) => Number(id)));
  }
}

/** The ids of this customer's rows at the operator. */
function ours({ operator }: Edits, collection: 'cars' | 'users' | 'groups' | 'products' | 'services') {
  const rows = [...operator.state[collection].values()].filter((row) =>
    'customerIds' in row ? row.customerIds.has(notable.customerId) : row.customerId === notable.customerId,
  );
  return new Set(rows.map(({ id }) => id));
}

describe('a list by pages', () => {
  test('holds everything once, in the order of one long page', async () => {
    const edits = await startEdits();
    for (const [name, collection] of [
      ['directory.listCars', 'cars'],
      ['directory.listUsers', 'users'],
      ['directory.listGroups', 'groups'],
      ['directory.listProducts', 'products'],
      ['directory.listServices', 'services'],
    ] as const) {
      const paged = await allOf(edits, name, '');
      const whole = await edits.call(name, { text: '', limit: 200, offset: 0 });
      expect(paged.slice(0, 200)).toEqual(whole.rows.map(({ id }) => Number(id)));
      expect(whole.asOf).not.toBeNull();
      expect(new Set(paged)).toEqual(ours(edits, collection));
    }
  });

  test('of a search goes on where the page before ended', async () => {
    const edits = await startEdits();
    const { rows } = await edits.call('directory.searchCars', { text: 'w', limit: 200 });
    expect(rows.length).toBeGreaterThan(7);
    expect(await allOf(edits, 'directory.listCars', 'w')).toEqual(rows.map(({ id }) => id));
  });
});

describe('products', () => {
  test('are found by serial, label, type and article number, with car and service', async () => {
    const edits = await startEdits();
    const find = async (text: string) =>
      (await edits.call('directory.listProducts', { text, limit: 100, offset: 0 })).rows;
    expect(await find('1234 017')).toMatchObject([
      {
        serialNumber: notable.boxes.installed,
        car: { known: true, car: { licensePlate: notable.plates.inAnotherCar } },
        service: 'active',
      },
    ]);
    expect((await find(notable.uniqueIdOfFirstFreeBox.toLowerCase()))[0]).toMatchObject({
      serialNumber: notable.boxes.free[0],
      car: { known: true, carId: null },
    });
    expect((await find('sap-080')).map(({ serialNumber }) => serialNumber)).toEqual(
      expect.arrayContaining([...notable.boxes.freeSmall]),
    );
    expect((await find('iq')).every(({ family }) => family === 'iq')).toBe(true);
    expect((await find(notable.boxes.withoutService))[0]).toMatchObject({
      service: 'none',
      serviceName: null,
    });
    expect(await find('no such thing')).toEqual([]);
  });

  test('of a car are listed with it', async () => {
    const edits = await startEdits();
    const { rows } = await edits.call('directory.productsInCar', { carId: carId.parse(20_006) });
    expect(rows).toMatchObject([{ serialNumber: notable.boxes.installed }]);
  });

  test('without a reported car stay unknown', () => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '001' }));
    const [row] = directory.listProducts({ text: '', limit: 5, offset: 0 }).rows;
    expect(row).toMatchObject({ car: { known: false }, service: 'unknown' });
  });
});

describe('services', () => {
  test('are found by name, number and the serial of their product, active ones first', () => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '001234' }));
    directory.recordService(
      aService({
        id: 70,
        name: 'Access',
        isTerminated: true,
        terminationDate: '2026-01-02T03:04:05Z',
        terminationCause: 'ServiceIsNotNeededAnymore',
      }),
    );
    directory.recordService(aService({ id: 71, name: 'Access plus', productId: 7 }));
    const find = (text: string) =>
      directory.listServices({ text, limit: 5, offset: 0 }).rows.map(({ id }) => id);
    expect(find('ACC')).toEqual([71, 70]);
    expect(find('70')).toEqual([70]);
    expect(find('1234')).toEqual([71]);
    expect(directory.service(serviceId.parse(71))?.product).toEqual({
      id: productId.parse(7),
      serialNumber: '001234',
    });
    expect(directory.service(serviceId.parse(70))).toMatchObject({
      terminationDate: Date.UTC(2026, 0, 2, 3, 4, 5),
      terminationCause: 'ServiceIsNotNeededAnymore',
      product: null,
    });
  });
});

describe('a car', () => {
  test('shows fields outside the spec, and since when the state holds', () => {
    const { directory, clock } = openDirectory();
    directory.recordCar(
      aCar({
        id: 5,
        name: 'Van',
        description: 'Racks',
        fleetNumber: 12,
        site: { name: 'North' },
        note: null,
      }),
    );
    expect(directory.carDetails(carId.parse(5))).toMatchObject({
      description: 'Racks',
      otherFields: { fleetNumber: '12', site: '{"name":"North"}' },
      asOf: clock.now(),
    });
    expect(directory.carDetails(carId.parse(6))).toBeUndefined();
  });

  test('changed by our own write keeps all the rest, and is found under its new texts', () => {
    const { directory } = openDirectory();
    directory.recordCar(aCar({ id: 5, name: 'Van', licensePlate: 'M AB 1', fleetNumber: 12 }));
    directory.changeCar(carId.parse(5), { licensePlate: 'M XY 99', description: null });
    expect(directory.searchCars('mxy99', 5).rows).toMatchObject([{ id: 5, name: 'Van' }]);
    expect(directory.searchCars('mab1', 5).rows).toEqual([]);
    expect(directory.carDetails(carId.parse(5))?.otherFields).toEqual({ fleetNumber: '12' });
    directory.changeCar(carId.parse(6), { name: 'Nobody knows it' });
    expect(directory.car(carId.parse(6))).toBeUndefined();
  });
});
