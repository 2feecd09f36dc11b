import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAnotherAccess } from '../../../electron/operations/queue/kinds/shared-findings.ts';
import { isInCar, locateBox, nameOfCar } from '../../../electron/operations/queue/kinds/box-location.ts';
import { carId, productId, userId } from '../../../shared/ids.ts';
import { scriptedOperator } from './scripted-operator.ts';

const car = carId.parse(1);
const IN_CAR = 'GET /cars/1/products';
const box = {
  id: 5,
  uniqueId: 'U5',
  serialNumber: 'AB-500',
  sapNumber: null,
  type: 'KeylessBox',
  carId: null,
};
const rival = { ...box, id: 6, uniqueId: 'U6', serialNumber: 'AB-600', carId: 1 };
const named = (id: number | null, serialNumber = 'AB-500') => ({
  serialNumber,
  productId: id === null ? null : productId.parse(id),
});

type Script = Parameters<typeof scriptedOperator>[0];
const holderSchema = z.object({ carId: carId.nullish(), userId: userId.nullish() });
const locate = (script: Script, wanted = named(null)) =>
  locateBox(wanted, car, scriptedOperator(script).reading());
const inCar = (script: Script, wanted = named(null)) =>
  isInCar(wanted, car, scriptedOperator(script).reading());

describe('locating a Box', () => {
  const elsewhere = { ...box, carId: 2 };
  const noList = { 'GET /products': 405, 'GET /groups': 405 };
  /** Two products whose folded serials are the one that was typed. */
  const alike = [
    { ...box, serialNumber: '0AB500' },
    { ...rival, serialNumber: '00AB500' },
  ];
  const cases: readonly (readonly [string, Script, object, ReturnType<typeof named>?])[] = [
    [
      'in this car by its exact serial, without asking further',
      { [IN_CAR]: [rival, box] },
      { where: 'in-this-car', product: { id: 5 } },
    ],
    [
      'in this car by its number, whatever the serial',
      { [IN_CAR]: [rival, box] },
      { where: 'in-this-car', product: { id: 5 } },
      named(5, 'typed wrong'),
    ],
    [
      'in no car by its number, though the car holds one of its serial',
      { [IN_CAR]: [{ ...box, id: 8, type: 'iQ' }], 'GET /products/5': box },
      { where: 'free', product: { id: 5 } },
      named(5),
    ],
    [
      'in this car by what the product says',
      { [IN_CAR]: [], 'GET /products': [{ ...box, carId: 1 }] },
      { where: 'in-this-car', product: { id: 5 } },
    ],
    [
      'in this car by what the car says, though the list of products does not tell the car',
      { [IN_CAR]: [{ ...box, serialNumber: 'spelled otherwise' }, rival], 'GET /products': [box] },
      { where: 'in-this-car', product: { id: 5, serialNumber: 'AB-500' } },
    ],
    [
      'in another car, by its plate',
      {
        [IN_CAR]: [],
        'GET /products': [elsewhere],
        'GET /cars/2': { id: 2, name: 'Van', licensePlate: 'M 2' },
      },
      { where: 'in-another-car', carId: 2, carName: 'M 2' },
    ],
    [
      'in another car, by its name',
      { [IN_CAR]: [], 'GET /products': [elsewhere], 'GET /cars/2': { id: 2, name: 'Van' } },
      { where: 'in-another-car', carId: 2, carName: 'Van' },
    ],
    [
      'in another car that cannot be read',
      { [IN_CAR]: [], 'GET /products': [elsewhere], 'GET /cars/2': 500 },
      { where: 'in-another-car', carId: 2, carName: null },
    ],
    [
      'free, with another of its family in the car',
      {
        [IN_CAR]: [
          { ...rival, id: 9, type: 'iQ' },
          { ...rival, type: 'Box 2' },
        ],
        'GET /products': [box],
      },
      { where: 'car-occupied', serialNumber: 'AB-600' },
    ],
    [
      'free, with another family in the car',
      { [IN_CAR]: [{ ...rival, type: 'iQ' }], 'GET /products': [box] },
      { where: 'free', product: { id: 5 } },
    ],
    [
      'free by its own word, where the car’s products are not listed',
      { [IN_CAR]: 405, 'GET /products': [box] },
      { where: 'free', product: { id: 5 } },
    ],
    [
      'free by the car’s word, where the list of products tells no car',
      { [IN_CAR]: [], 'GET /products': [{ ...box, carId: undefined }] },
      { where: 'free', product: { id: 5 } },
    ],
    [
      'not reported where neither tells the car',
      { [IN_CAR]: 405, 'GET /products': [{ ...box, carId: undefined }] },
      { where: 'not-reported' },
    ],
    ['not found in the list of products', { [IN_CAR]: [rival], 'GET /products': [] }, { where: 'not-found' }],
    ['not reported where no list is offered', { [IN_CAR]: [rival], ...noList }, { where: 'not-reported' }],
    [
      'in this car by a serial that is spelled otherwise, where no list is offered',
      { [IN_CAR]: [{ ...box, serialNumber: '0AB500' }], ...noList },
      { where: 'in-this-car', product: { id: 5 } },
    ],
    [
      'ambiguous in this car, where no list is offered',
      { [IN_CAR]: alike, ...noList },
      { where: 'ambiguous', serials: '0AB500, 00AB500' },
    ],
    [
      'in this car by its folded serial, where the list has none',
      { [IN_CAR]: [{ ...box, serialNumber: '0AB500' }], 'GET /products': [] },
      { where: 'in-this-car', product: { id: 5 } },
    ],
    [
      'ambiguous in the list of products',
      { [IN_CAR]: [], 'GET /products': alike },
      { where: 'ambiguous', serials: '0AB500, 00AB500' },
    ],
    ['failed at the car’s products', { [IN_CAR]: 500 }, { where: 'failed', error: { status: 500 } }],
    [
      'failed at the list of products',
      { [IN_CAR]: [], 'GET /products': 500 },
      { where: 'failed', error: { status: 500 } },
    ],
    [
      'failed at its number',
      { [IN_CAR]: [], 'GET /products/5': 500 },
      { where: 'failed', error: { status: 500 } },
      named(5),
    ],
    [
      'by its serial where its number cannot be read',
      { [IN_CAR]: [], 'GET /products/5': 405, 'GET /products': [box] },
      { where: 'free', product: { id: 5 } },
      named(5),
    ],
    [
      'not found where the list holds its serial under another number',
      { [IN_CAR]: [], 'GET /products/5': 404, 'GET /products': [{ ...box, id: 8 }] },
      { where: 'not-found' },
      named(5),
    ],
    [
      'failed at the groups',
      { [IN_CAR]: [], 'GET /products': 400, 'GET /groups': 500 },
      { where: 'failed', error: { status: 500 } },
    ],
    [
      'failed at the products of a group',
      { [IN_CAR]: [], 'GET /products': 400, 'GET /groups': [{ id: 3 }], 'GET /groups/3/products': 500 },
      { where: 'failed', error: { status: 500 } },
    ],
    [
      'in a group, past one that is gone, once though two groups hold it',
      {
        [IN_CAR]: 400,
        'GET /products': 400,
        'GET /groups': [{ id: 2 }, { id: 3 }, { id: 4 }],
        'GET /groups/2/products': 404,
        'GET /groups/3/products': [box],
        'GET /groups/4/products': [box],
      },
      { where: 'free', product: { id: 5 } },
    ],
    [
      'not reported where no group holds it',
      { [IN_CAR]: [], 'GET /products': 405, 'GET /groups': [{ id: 3 }], 'GET /groups/3/products': [] },
      { where: 'not-reported' },
    ],
    [
      'ambiguous in groups',
      { [IN_CAR]: [], 'GET /products': 405, 'GET /groups': [{ id: 3 }], 'GET /groups/3/products': alike },
      { where: 'ambiguous', serials: '0AB500, 00AB500' },
    ],
  ];
  for (const [name, script, wanted, asked] of cases) {
    it(`finds it ${name}`, async () => {
      expect(await locate(script, asked)).toMatchObject(wanted);
    });
  }

  it('asks lists for the serial only', async () => {
    const operator = scriptedOperator({
      [IN_CAR]: [],
      'GET /products': 405,
      'GET /groups': [{ id: 3 }],
      'GET /groups/3/products': [],
    });
    await locateBox(named(null, 'AB500'), car, operator.reading());
    const filters = new Map(operator.arrived.map(({ call, filter }) => [call, filter]));
    expect(filters.get('GET /products')).toContain("serialNumber eq 'AB500'");
    expect(filters.get('GET /groups/3/products')).toBe(filters.get('GET /products'));
    expect(filters.get('GET /groups')).toBeNull();
  });
});

describe('whether a Box is in a car', () => {
  const cases: readonly (readonly [string, Script, object, ReturnType<typeof named>?])[] = [
    ['the car holds it', { [IN_CAR]: [rival, box] }, { location: 'in' }],
    [
      'the car holds two that it may be',
      {
        [IN_CAR]: [
          { ...box, serialNumber: '0AB500' },
          { ...rival, serialNumber: '00AB500' },
        ],
      },
      { location: 'in' },
    ],
    ['the car’s products fail', { [IN_CAR]: 500 }, { location: 'failed', error: { status: 500 } }],
    [
      'the product fails',
      { [IN_CAR]: [], 'GET /products': 500 },
      { location: 'failed', error: { status: 500 } },
    ],
    ['it is in no car', { [IN_CAR]: 405, 'GET /products': [box] }, { location: 'out' }],
    [
      'it is in another car',
      { [IN_CAR]: [], 'GET /products': [{ ...box, carId: 2 }] },
      { location: 'elsewhere', carId: 2 },
    ],
    [
      'only the product tells',
      { [IN_CAR]: 405, 'GET /products': [{ ...box, carId: 1 }] },
      { location: 'in' },
    ],
    ['only the car tells', { [IN_CAR]: [], 'GET /products': [] }, { location: 'out' }],
    [
      'neither tells',
      { [IN_CAR]: 405, 'GET /products': [{ ...box, carId: undefined }] },
      { location: 'not-reported' },
    ],
    ['it is known by its number', { [IN_CAR]: [box] }, { location: 'in' }, named(5, 'typed wrong')],
  ];
  for (const [name, script, wanted, asked] of cases) {
    it(`is known where ${name}`, async () => {
      expect(await inCar(script, asked)).toMatchObject(wanted);
    });
  }
});

it.each([
  [{ id: 1, name: 'Van', licensePlate: 'M 1' }, 'M 1'],
  [{ id: 1, name: 'Van' }, 'Van'],
  [500, '1'],
])('a car is called by its plate, else its name, else its number: %o', async (answer, name) => {
  expect(await nameOfCar(car, scriptedOperator({ 'GET /cars/1': answer }).reading())).toBe(name);
});

it.each([
  [{ carId: 1, userId: 2 }, false],
  [{ carId: 9, userId: 2 }, true],
  [{ carId: 1, userId: 9 }, true],
  [{ carId: null, userId: 2 }, false],
  [{ userId: 2 }, false],
  [{ carId: 1, userId: null }, false],
])('a number belongs to another access by its car or its user, as far as both are known: %o', (now, is) => {
  const holder = holderSchema.parse(now);
  const meant = { carId: carId.parse(1), userId: userId.parse(2) };
  expect(isAnotherAccess(holder, meant)).toBe(is);
  expect(isAnotherAccess(meant, holder)).toBe(is);
});
