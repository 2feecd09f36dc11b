import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  asOfList,
  carHint,
  directoryAssignment,
  directoryCar,
  directoryCarDetails,
  directoryEvent,
  directoryEventDetails,
  directoryGroup,
  directoryKey,
  directoryProductView,
  directoryService,
  directoryServiceNow,
  directoryUser,
  liveList,
  liveOne,
  readingId,
} from '../../../shared/domain/directory.ts';
import { found } from '../../../shared/ipc/calls/directory.ts';
import { aProblem, takenBy, changedBy, localId } from './whole.ts';

const car = { id: 7, name: 'Van 7', licensePlate: 'M BX 7', vin: 'W1V', brand: 'Ford', model: 'Transit' };
const product = {
  id: 9,
  serialNumber: '001234021',
  uniqueId: 'C1-08-F0-90',
  sapNumber: '4000123',
  type: 'Box M',
  family: 'box',
  car: { known: true, car, carId: 7 },
  service: 'active',
  serviceName: 'Basic',
};
const service = {
  id: 11,
  name: 'Basic',
  isTerminated: true,
  terminationDate: 1,
  terminationCause: 'moved',
  product: { id: 9, serialNumber: '001234021' },
};

describe('the directory reaches the window whole', () => {
  it('with cars, groups and users', () => {
    const none = { id: 8, name: 'Van 8', licensePlate: null, vin: null, brand: null, model: null };
    expect(changedBy(directoryCar, car, none)).toEqual([]);
    expect(changedBy(directoryGroup, { id: 1, name: 'Vans' })).toEqual([]);
    expect(changedBy(directoryUser, { id: 1, name: 'Kim', emailAddress: 'kim@workshop.example' })).toEqual(
      [],
    );
    expect(
      changedBy(directoryCarDetails, {
        ...car,
        description: 'Red',
        otherFields: { colour: 'red' },
        asOf: 1,
      }),
    ).toEqual([]);
  });

  it('with keys and the fields that the spec does not name', () => {
    expect(
      changedBy(directoryKey, {
        id: 1,
        brand: 'Ford',
        keyFormName: 'Flip key',
        pictureUrl: 'https://operator.example/1.png',
        boxName: 'Box M',
        boxSapNumber: '4000123',
        outsideScope: true,
        otherNumbers: { buttons: 3 },
        otherFields: { CAN: 'yes' },
      }),
    ).toEqual([]);
  });

  it('with products: in a car, in none, or in one that is not known', () => {
    for (const place of [
      { known: false },
      { known: true, car: null, carId: 7 },
      { known: true, car: null, carId: null },
      { known: true, car, carId: 7 },
    ])
      expect(changedBy(directoryProductView, { ...product, car: place })).toEqual([]);
    for (const state of ['active', 'none', 'unknown'])
      expect(changedBy(directoryProductView, { ...product, service: state })).toEqual([]);
    for (const family of ['box', 'iq', 'other'])
      expect(changedBy(directoryProductView, { ...product, family })).toEqual([]);
    expect(
      takenBy(directoryProductView, { ...product, service: '' }, { ...product, car: { known: null } }),
    ).toEqual([]);
  });

  it('with services, accesses and events', () => {
    expect(changedBy(directoryService, service, { ...service, product: null })).toEqual([]);
    expect(changedBy(directoryServiceNow, { service, product }, { service, product: null })).toEqual([]);
    expect(
      changedBy(directoryAssignment, {
        id: 5001,
        carId: 7,
        carLabel: 'M BX 7',
        userId: 22,
        userName: 'Kim',
        start: 1,
        end: 2,
        lifetime: 3.5,
        renewableAfter: 4.5,
      }),
    ).toEqual([]);
    const event = { id: 1, type: 'opened', at: 2, userName: 'Kim' };
    expect(changedBy(directoryEvent, event)).toEqual([]);
    expect(
      changedBy(directoryEventDetails, {
        ...event,
        carLabel: 'M BX 7',
        userAgent: 'app/1',
        latitude: 48.1,
        longitude: 11.5,
        otherFields: { door: 'left' },
      }),
    ).toEqual([]);
  });

  it('with the time at which a list was read', () => {
    const list = asOfList(z.string());
    expect(changedBy(list, { rows: ['a'], asOf: 1 }, { rows: [], asOf: null })).toEqual([]);
    expect(takenBy(list, { rows: [1], asOf: 1 }, { rows: [] })).toEqual([]);
  });

  it('with the results of a search', () => {
    const job = {
      id: localId(1),
      kind: 'swap',
      car: { ...car, origin: 'created' },
      serialNumber: '001234021',
      worker: 'Kim',
      startedAt: 1,
      finishedAt: 2,
    };
    expect(
      changedBy(found, {
        cars: [car],
        boxes: [product],
        jobs: [job],
        groups: [{ id: 1, name: 'Vans' }],
        users: [{ id: 1, name: 'Kim', emailAddress: null }],
      }),
    ).toEqual([]);
  });
});

describe('a reading at the operator', () => {
  const broughtNothing = [
    { state: 'not-offered' },
    { state: 'stopped' },
    { state: 'failed', problem: aProblem },
  ];

  it('brings a list, or says why there is none', () => {
    const list = liveList(z.string());
    expect(changedBy(list, { state: 'read', rows: ['a'], at: 1 }, ...broughtNothing)).toEqual([]);
    expect(
      takenBy(list, { state: 'read', rows: [1], at: 1 }, { state: 'waiting' }, { state: 'failed' }),
    ).toEqual([]);
  });

  it('brings one thing, or says why not', () => {
    const one = liveOne(z.string());
    expect(changedBy(one, { state: 'read', value: 'a', at: 1 }, ...broughtNothing)).toEqual([]);
    expect(takenBy(one, { state: 'read', value: 1, at: 1 })).toEqual([]);
  });

  it('has a name of up to 60 characters', () => {
    expect(changedBy(readingId, 'x', 'x'.repeat(60))).toEqual([]);
    expect(takenBy(readingId, '', 'x'.repeat(61))).toEqual([]);
  });
});

it('each hint about a typed car reaches the window', () => {
  const hints = [
    { hint: 'same-vin', car },
    { hint: 'same-plate', car },
    { hint: 'vin-length', length: 16 },
    { hint: 'vin-alphabet', characters: 'O Q' },
    { hint: 'vin-check-digit' },
  ];
  expect(changedBy(carHint, ...hints)).toEqual([]);
  expect(carHint.options).toHaveLength(hints.length);
  expect(takenBy(carHint, { hint: 'colour' })).toEqual([]);
});
