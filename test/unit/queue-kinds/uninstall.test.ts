import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../electron/operations/queue/kinds/kind.ts';
import { uninstallKind } from '../../../electron/operations/queue/kinds/uninstall.ts';
import { carId, productId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { loaded, making, other, scriptedOperator, unbound } from './scripted-operator.ts';

const IN_CAR = 'GET /cars/1/products';
const ACCESSES = 'GET /cars/1/assignments';

type Payload = Parameters<typeof uninstallKind.store>[0];
type Script = NonNullable<Parameters<typeof scriptedOperator>[0]>;
const payload = {
  car: carId.parse(1),
  carLabel: 'M 1',
  productId: productId.parse(5),
  serialNumber: 'AB-500',
  takesAssignments: true,
};
const order = (changes: Partial<Payload> = {}) => loaded(uninstallKind, { ...payload, ...changes });

const box = { id: 5, uniqueId: 'U5', serialNumber: 'AB-500', sapNumber: null, type: 'Box', carId: 1 };
const inCar: Script = { [IN_CAR]: [box], [ACCESSES]: [] };
const out: Script = { [IN_CAR]: [], 'GET /products/5': { ...box, carId: null }, [ACCESSES]: [] };
const elsewhere: Script = {
  [IN_CAR]: [],
  'GET /products/5': { ...box, carId: 2 },
  'GET /cars/2': { id: 2, name: 'Van', licensePlate: 'M 2' },
};
const unlisted: Script = {
  [IN_CAR]: 405,
  'GET /products/5': 405,
  'GET /products': 405,
  'GET /groups': 405,
  [ACCESSES]: [],
};
const inAnotherCar = {
  go: 'refused',
  problem: makeProblem('product-in-another-car', { serial: 'AB-500', wanted: 'M 1', car: 'M 2', carId: 2 }),
};
const nothingTaken = { go: 'send', context: { assignments: [] } };
const notRead = { go: 'send', context: { assignments: null } };

it.each([
  [{}, { productId: 5 }],
  [{ productId: null }, { serialNumber: 'AB-500' }],
])('names the product by its number, else by its serial: %o', async (changes, product) => {
  const operator = scriptedOperator();
  await operator.send(order(changes), { assignments: [] });
  expect(operator.arrived).toMatchObject([{ call: 'DELETE /installations' }]);
  expect(operator.arrived[0]?.body).toEqual({ carId: 1, ...product });
});

it('a person reads its car and serial; its lane is that of its car', () => {
  expect(order().describe()).toEqual({
    key: 'operations.uninstall',
    params: { car: 'M 1', serial: 'AB-500' },
  });
  expect(order().references()).toEqual([]);
  expect(uninstallKind.store(payload).lane).toBe('car:1');
});

describe('before it is sent', () => {
  const prepared = async (
    script: Script,
    changes: Partial<Payload> = {},
    known: Partial<Reading> = {},
    before: object | null = null,
  ) => {
    const preparation = await order(changes).prepare(
      unbound,
      scriptedOperator(script).reading(known),
      before === null ? null : JSON.stringify(before),
    );
    return preparation.go === 'send'
      ? { ...preparation, context: readJson(preparation.context) }
      : preparation;
  };
  const repeats = [making, other];
  const isDone: Reading['isDone'] = (id) => id === other;

  it('the accesses that go with a Box are kept as they were', async () => {
    const start = Date.UTC(2026, 10, 22, 8);
    const rows = [
      {
        id: 1,
        userId: 30,
        start: '2026-11-22T08:00:00Z',
        end: '2026-11-22T08:00:01Z',
        lifetime: 60,
        renewableAfter: 50,
      },
      { id: 2, start: '2026-11-22T08:00:00Z' },
    ];
    expect(await prepared({ ...inCar, [ACCESSES]: rows })).toEqual({
      go: 'send',
      context: {
        assignments: [
          { id: 1, userId: 30, start, end: start + 1000, lifetime: 60, renewableAfter: 50 },
          { id: 2, userId: null, start, end: null, lifetime: null, renewableAfter: null },
        ],
      },
    });
  });

  it.each([
    ['an IQ leaves the accesses', { ...inCar, [ACCESSES]: 500 }, { takesAssignments: false }, nothingTaken],
    ['accesses that are not offered are no obstacle', { ...inCar, [ACCESSES]: 405 }, {}, notRead],
    ['a Box that is out is asked for all the same', out, {}, nothingTaken],
    ['a Box that is out is asked for while no equal order is done', out, { repeats: [making] }, nothingTaken],
    ['a Box that is in is asked for, though an equal order is done', inCar, { repeats }, nothingTaken],
    ['a Box that is out is done once an equal order is', out, { repeats }, { go: 'already', bindings: {} }],
    ['a Box in another car is refused', elsewhere, {}, inAnotherCar],
    [
      'a Box in another car is refused while no equal order is done',
      elsewhere,
      { repeats: [making] },
      inAnotherCar,
    ],
    [
      'a Box in another car is done once an equal order is',
      elsewhere,
      { repeats },
      { go: 'already', bindings: { car: 2 } },
    ],
    ['a Box that no read shows is asked for', unlisted, {}, nothingTaken],
  ] satisfies readonly (readonly [string, Script, Partial<Payload>, object])[])(
    '%s',
    async (_name, script, changes, wanted) => {
      expect(await prepared(script, changes, { isDone })).toEqual(wanted);
    },
  );

  it.each([
    ['the place', { [IN_CAR]: 500 }],
    ['the accesses', { ...inCar, [ACCESSES]: 500 }],
  ] satisfies readonly (readonly [string, Script])[])(
    'a read of %s that fails delays it',
    async (_name, script) => {
      expect(await prepared(script)).toMatchObject({ go: 'later', error: { status: 500 } });
    },
  );

  it('a later sending keeps the accesses of the first', async () => {
    const before = { assignments: [] };
    expect(await prepared({ ...inCar, [ACCESSES]: 500 }, {}, {}, before)).toEqual({
      go: 'send',
      context: before,
    });
    expect(await prepared(elsewhere, {}, {}, before)).toEqual({ go: 'already', bindings: { car: 2 } });
  });
});

it.each([
  ['it is gone', out, { found: 'gone' }],
  ['it is in another car', elsewhere, { found: 'applied', bindings: { car: 2 } }],
  ['it is still there', inCar, { found: 'not-applied' }],
  ['no read tells', unlisted, { found: 'undecidable', problem: makeProblem('outcome-not-reported') }],
] satisfies readonly (readonly [string, Script, object])[])(
  'a read afterwards recognises that %s',
  async (_name, script, wanted) => {
    expect(
      await order().reconcile(unbound, scriptedOperator(script).reading(), '{"assignments":null}'),
    ).toEqual(wanted);
  },
);

it('a read afterwards that fails says nothing', async () => {
  const { reading } = scriptedOperator({ [IN_CAR]: 500 });
  expect(await order().reconcile(unbound, reading(), '{"assignments":null}')).toMatchObject({
    found: 'nothing',
    error: { status: 500 },
  });
});

it.each([
  [404, makeProblem('car-unknown', { car: 'M 1' })],
  [{ id: 1, name: 'Van' }, makeProblem('box-unknown', { serial: 'AB-500' })],
])('after "no such thing" the car is looked for, else the Box is unknown: %o', async (answer, wanted) => {
  const { reading } = scriptedOperator({ 'GET /cars/1': answer });
  expect(await order().unknown(unbound, reading())).toEqual(wanted);
});

it('the accesses that go with it are those that were read; without a read they are not known', () => {
  const kept = { id: 1, userId: 30, start: 0, end: null, lifetime: 60, renewableAfter: 50 };
  expect(order().cascadeDeletes(JSON.stringify({ assignments: [kept] }))).toEqual([kept]);
  const { lifetime: _lifetime, renewableAfter: _renewableAfter, ...early } = kept;
  expect(order().cascadeDeletes(JSON.stringify({ assignments: [early] }))).toEqual([
    { ...kept, lifetime: null, renewableAfter: null },
  ]);
  expect(order().unprepared()).toBe('{"assignments":null}');
  expect(order().cascadeDeletes('{"assignments":null}')).toBeNull();
});

it('the local copy has the product in no car, or in the car where it was found', () => {
  const copy = { of: 'product-car', product: 5, car: null };
  expect(order().cacheUpdate(unbound, {})).toEqual(copy);
  expect(order().cacheUpdate(unbound, { car: 2 })).toEqual({ ...copy, car: 2 });
  expect(order({ productId: null }).cacheUpdate(unbound, { car: 2 })).toBeNull();
});
