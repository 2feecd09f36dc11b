import { describe, expect, it } from 'vitest';
import { upsertKeys, replaceBrands } from '../../../electron/db/tables/directory/keys.ts';
import { setPartTime } from '../../../electron/db/tables/directory/passes.ts';
import { keyRow } from '../../../electron/directory/rows.ts';
import { carId, groupId, keyId, productId, userId } from '../../../shared/ids.ts';
import { aCar, aGroup, aKey, aProduct, aService, aUser, openDirectory } from './fixture.ts';

describe('hints about a car to be created', () => {
  it('name a car with the same VIN or plate, however they are written', () => {
    const { directory } = openDirectory();
    directory.recordCar(aCar({ id: 1, name: 'One', vin: 'WVWZZZ1KZAW000123', licensePlate: 'M-AB 10' }));
    directory.recordCar(aCar({ id: 2, name: 'Two', vin: '', licensePlate: 'M AB 100' }));
    const hints = directory.carHints({ vin: 'wvw zzz 1kz aw OOOI23', licensePlate: 'm ab io' });
    expect(hints.map((hint) => ('car' in hint ? [hint.hint, hint.car.id] : hint.hint))).toEqual([
      ['same-vin', 1],
      ['same-plate', 1],
      'vin-alphabet',
    ]);
  });

  it('do not take cars without VIN and plate for the same', () => {
    const { directory } = openDirectory();
    directory.recordCar(aCar({ id: 1, name: 'Bare', vin: ' ', licensePlate: null }));
    expect(directory.carHints({ vin: ' ', licensePlate: '' })).toEqual([]);
    expect(directory.findByVin('')).toEqual([]);
  });

  it('tell since when a car has been known, whatever is recorded later', () => {
    const { directory, clock } = openDirectory();
    const firstSeen = clock.now();
    directory.recordCar(aCar({ id: 1, name: 'One' }));
    clock.advance(5000);
    directory.recordCar(aCar({ id: 1, name: 'One renamed' }));
    expect(directory.carKnownSince(carId.parse(1))).toBe(firstSeen);
    expect(directory.carKnownSince(carId.parse(2))).toBeNull();
  });
});

describe('groups', () => {
  it('are found by any part of the name, beginnings first', () => {
    const { directory } = openDirectory();
    for (const [id, name] of [
      [1, 'Depot North'],
      [2, 'North'],
      [3, 'South'],
    ] as const) {
      directory.recordGroup(aGroup(id, name));
    }
    expect(directory.searchGroups('nort', 5).rows.map(({ name }) => name)).toEqual(['North', 'Depot North']);
    expect(directory.searchGroups('', 2).rows).toHaveLength(2);
  });

  it('are adopted by their exact name, else by the only one that differs in case', () => {
    const { directory } = openDirectory();
    for (const [id, name] of [
      [1, 'Team O'],
      [2, 'Team 0'],
      [3, 'TEAM X'],
      [4, 'team y'],
      [5, 'Team Y'],
    ] as const) {
      directory.recordGroup(aGroup(id, name));
    }
    expect(directory.groupByName(' Team 0 ')?.id).toBe(2);
    expect(directory.groupByName('team x')?.id).toBe(3);
    expect(directory.groupByName('Team Y')?.id).toBe(5);
    expect(directory.groupByName('TEAM Y')).toBeUndefined();
    expect(directory.groupByName('Team Z')).toBeUndefined();
    expect(directory.group(groupId.parse(2))).toEqual({ id: 2, name: 'Team 0' });
  });
});

describe('users', () => {
  it('are called by first and last name, else by address, else by number', () => {
    const { directory } = openDirectory();
    directory.recordUser(aUser(1, { firstName: 'Bay 3', lastName: 'Tester' }, 'bay3@workshop.example'));
    directory.recordUser(aUser(2, { firstName: null, lastName: ' ' }, 'bay4@workshop.example'));
    directory.recordUser(aUser(3, null));
    const names = [1, 2, 3].map((id) => directory.user(userId.parse(id))?.name);
    expect(names).toEqual(['Bay 3 Tester', 'bay4@workshop.example', 'User 3']);
    expect(directory.searchUsers('workshop', 5).rows.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('keys', () => {
  it('are listed under the requested brand, with the age of that brand', () => {
    const { directory, database } = openDirectory();
    database.write((context) => {
      replaceBrands(context, ['VW', 'Renault']);
      upsertKeys(context, [
        keyRow('VW', aKey({ id: 2, boxName: 'Box M CAN', keyProfileCode: 9 })),
        keyRow('VW', aKey({ id: 1 })),
      ]);
    });
    expect(directory.brands()).toEqual({ rows: ['Renault', 'VW'], asOf: null });
    expect(directory.keys('VW')).toMatchObject({ asOf: null, rows: [{ id: 1 }, { id: 2 }] });
    expect(directory.key('VW', keyId.parse(2))).toEqual({
      id: 2,
      brand: 'VW',
      keyFormName: 'Flip key',
      pictureUrl: 'https://pictures.example/flip.svg',
      boxName: 'Box M CAN',
      boxSapNumber: 'SAP-100',
      outsideScope: true,
      otherNumbers: { keyProfileCode: 9 },
      otherFields: { keyProfileCode: '9' },
    });
    expect(directory.key('Renault', keyId.parse(2))).toBeUndefined();
  });
});

describe('products by serial', () => {
  it.each(['001234021', '1234021', ' 00-12 34.021 ', '0001234021'])('are found as "%s"', (typed) => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '001234021', uniqueId: 'C1-08-F0-94' }));
    expect(directory.productsBySerial(typed).rows).toMatchObject([{ id: 7, serialNumber: '001234021' }]);
  });

  it('are found by the label as well, after those whose serial number fits', () => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '55', uniqueId: 'C1-08-F0-94' }));
    expect(directory.productsBySerial('c108f094').rows.map(({ id }) => id)).toEqual([7]);
    directory.recordProduct(aProduct({ id: 8, serialNumber: 'C108F094', uniqueId: 'X' }));
    expect(directory.productsBySerial('C1-08-F0-94').rows.map(({ id }) => id)).toEqual([8, 7]);
  });

  it('are not found for an empty text, also when a product has no serial', () => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '', uniqueId: '' }));
    expect(directory.productsBySerial(' - ').rows).toEqual([]);
  });
});

describe('the car of a product', () => {
  const id = productId.parse(7);

  it('is unknown while the operator has not reported it', () => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '1' }));
    expect(directory.product(id)?.car).toEqual({ known: false });
  });

  it('keeps the reported value and its time when a later read lacks it', () => {
    const { directory, clock } = openDirectory();
    const reported = clock.now();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '1', carId: 20 }));
    clock.advance(1000);
    directory.recordProduct(aProduct({ id: 7, serialNumber: '1' }));
    expect(directory.product(id)).toMatchObject({
      car: { known: true, id: 20, asOf: reported },
      asOf: reported + 1000,
    });
    expect(directory.productsInCar(carId.parse(20)).rows.map((row) => row.id)).toEqual([7]);
  });

  it('follows our own confirmed installation and removal', () => {
    const { directory } = openDirectory();
    directory.recordProduct(aProduct({ id: 7, serialNumber: '1', carId: null }));
    directory.recordProductCar(id, carId.parse(20));
    expect(directory.productsInCar(carId.parse(20)).rows).toHaveLength(1);
    directory.recordProductCar(id, null);
    expect(directory.productsInCar(carId.parse(20)).rows).toEqual([]);
    expect(directory.product(id)?.car).toMatchObject({ known: true, id: null });
  });
});

describe('the service of a product', () => {
  const id = productId.parse(7);

  it('is unknown before the services were read', () => {
    const { directory } = openDirectory();
    expect(directory.serviceOfProduct(id)).toEqual({ state: 'unknown' });
  });

  it('is the active one that was reported, even before all were read', () => {
    const { directory, clock } = openDirectory();
    directory.recordService(aService({ id: 70, name: 'Access', productId: 7 }));
    expect(directory.serviceOfProduct(id)).toEqual({
      state: 'active',
      id: 70,
      name: 'Access',
      asOf: clock.now(),
    });
  });

  it('is none once all were read and none is its own, terminated ones not counted', () => {
    const { directory, database, clock } = openDirectory();
    directory.recordService(aService({ id: 70, productId: 8 }));
    directory.recordService(aService({ id: 71, productId: 7 }));
    directory.recordService(aService({ id: 71, productId: null, isTerminated: true }));
    database.write((context) => setPartTime(context, 'services', 1, clock.now()));
    expect(directory.serviceOfProduct(id)).toEqual({ state: 'none', asOf: clock.now() });
  });

  it('stays unknown where the list hides which product an active service belongs to', () => {
    const { directory, database, clock } = openDirectory();
    directory.recordService(aService({ id: 70 }));
    database.write((context) => setPartTime(context, 'services', 1, clock.now()));
    expect(directory.serviceOfProduct(id)).toEqual({ state: 'unknown' });
  });
});
