import { describe, expect, it } from 'vitest';
import { boxAsRead, installKind } from '../../../electron/operations/queue/kinds/install.ts';
import { carId, productId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { bound, loaded, madeCar, making, scriptedOperator } from './scripted-operator.ts';

const IN_CAR = 'GET /cars/1/products';
const SERVICE = 'GET /products/5/services';

type Payload = Parameters<typeof installKind.store>[0];
type Script = NonNullable<Parameters<typeof scriptedOperator>[0]>;
const payload = { car: carId.parse(1), carLabel: 'M 1', productId: null, serialNumber: 'AB-500' };
const order = (changes: Partial<Payload> = {}) => loaded(installKind, { ...payload, ...changes });

const box = { id: 5, uniqueId: 'U5', serialNumber: 'AB-500', sapNumber: 'S1', type: 'Box', carId: null };
const active = { id: 70, productId: 5, isTerminated: false };
const free: Script = { [IN_CAR]: [], 'GET /products': [box], [SERVICE]: active };
const elsewhere: Script = {
  [IN_CAR]: [],
  'GET /products': [{ ...box, carId: 2 }],
  'GET /cars/2': { id: 2, name: 'Van' },
};
const elsewhereUnread: Script = { ...elsewhere, 'GET /cars/2': 500 };
const occupied: Script = { [IN_CAR]: [{ ...box, id: 6, serialNumber: 'AB-600' }], 'GET /products': [box] };
const ambiguous: Script = {
  [IN_CAR]: [],
  'GET /products': [
    { ...box, serialNumber: '0AB500' },
    { ...box, id: 6, serialNumber: '00AB500' },
  ],
};
const unknownBox: Script = { [IN_CAR]: [], 'GET /products': [] };
const unlisted: Script = { [IN_CAR]: 405, 'GET /products': 405, 'GET /groups': 405 };
const problems = {
  elsewhere: makeProblem('box-in-another-car', { serial: 'AB-500', car: 'Van', carId: 2 }),
  elsewhereUnread: makeProblem('box-in-another-car', { serial: 'AB-500', car: '2', carId: 2 }),
  occupied: makeProblem('car-holds-another-box', { car: 'M 1', serial: 'AB-600' }),
  ambiguous: makeProblem('box-ambiguous', { serial: 'AB-500', serials: '0AB500, 00AB500' }),
  unknown: makeProblem('box-unknown', { serial: 'AB-500' }),
  variant: makeProblem('box-wrong-variant', { serial: 'AB-500', found: 'S1', needed: 'Box 2', sap: 'S2' }),
  service: (words: string | null) =>
    makeProblem('box-without-service', { serial: 'AB-500', car: 'M 1' }, words),
};
const needs = { sapNumber: 'S2', name: 'Box 2' };
const asRead = { productId: 5, sapNumber: 'S1' };

describe('the request', () => {
  it.each([
    ['the serial, where no number is known', {}, null, { serialNumber: 'AB-500' }],
    ['the number of the Box that was read', {}, asRead, { productId: 5 }],
    ['the number that the directory knows', { productId: productId.parse(4) }, asRead, { productId: 4 }],
  ])('%s', async (_name, changes, context, product) => {
    const operator = scriptedOperator();
    await operator.send(order({ ...changes, car: madeCar }), context);
    expect(operator.arrived).toMatchObject([{ call: 'PUT /installations', body: { carId: 20, ...product } }]);
    expect(operator.arrived[0]?.body).toEqual({ carId: 20, ...product });
  });

  it('an order of the lane of its car, after the one that makes it', () => {
    expect(order({ car: madeCar }).references()).toEqual([making]);
    expect(order().references()).toEqual([]);
    expect(installKind.store(payload).lane).toBe('car:1');
    expect(order().describe()).toEqual({
      key: 'operations.install',
      params: { car: 'M 1', serial: 'AB-500' },
    });
  });
});

it('a corrected serial takes the number and the forced checks away', () => {
  const wrong = order({ productId: productId.parse(4), forced: ['variant'], needs });
  expect(wrong.corrections()).toEqual([{ field: 'serialNumber', form: 'serial', value: 'AB-500' }]);
  const corrected = wrong.corrected({ serialNumber: 'ab-700' });
  expect(corrected.ok && readJson(corrected.value.payload)).toEqual({
    ...payload,
    serialNumber: 'AB-700',
    productId: null,
    needs,
  });
});

describe('before it is sent', () => {
  const prepared = async (script: Script, changes: Partial<Payload> = {}) => {
    const preparation = await order(changes).prepare(bound, scriptedOperator(script).reading(), null);
    return 'context' in preparation
      ? { ...preparation, context: readJson(preparation.context ?? '') }
      : preparation;
  };
  const send = (context: object | null) => ({ go: 'send', context });
  const refused = (problem: object) => ({ go: 'refused', problem });
  const inThisCar: Script = { [IN_CAR]: [box] };
  const already = { go: 'already', bindings: { productId: 5 }, context: asRead };

  it.each([
    ['is done where the Box is in the car', inThisCar, already],
    ['goes for a free Box with a service', free, send(asRead)],
    ['is refused for a Box in another car', elsewhere, refused(problems.elsewhere)],
    ['is refused for a Box in a car that cannot be read', elsewhereUnread, refused(problems.elsewhereUnread)],
    ['is refused for a car with another Box', occupied, refused(problems.occupied)],
    ['is refused for a serial of two products', ambiguous, refused(problems.ambiguous)],
    ['goes for an unknown Box: the operator decides', unknownBox, send(null)],
    ['goes where no read tells', unlisted, send(null)],
    [
      'is refused for a Box whose service has ended',
      { ...free, [SERVICE]: { ...active, isTerminated: true, terminationCause: 'unpaid' } },
      refused(problems.service('unpaid')),
    ],
    [
      'is refused for a Box without a service',
      { ...free, [SERVICE]: { status: 404, words: 'There is no service.' } },
      refused(problems.service('There is no service.')),
    ],
    ['goes where services are not offered', { ...free, [SERVICE]: 405 }, send(asRead)],
    [
      'goes where the operator makes nothing of the read of the service',
      { ...free, [SERVICE]: 400 },
      send(asRead),
    ],
  ] satisfies readonly (readonly [string, Script, object])[])('%s', async (_name, script, wanted) => {
    expect(await prepared(script)).toEqual(wanted);
  });

  it.each([
    ['the place of the Box', { [IN_CAR]: 500 }],
    ['its service', { ...free, [SERVICE]: 500 }],
  ] satisfies readonly (readonly [string, Script])[])(
    'a read of %s that fails delays it',
    async (_name, script) => {
      expect(await prepared(script)).toMatchObject({ go: 'later', error: { status: 500 } });
    },
  );

  it.each([
    ['in the car', inThisCar],
    ['free', free],
  ])('a Box of another variant is refused, %s too, unless that is forced', async (_name, script) => {
    expect(await prepared(script, { needs })).toEqual(refused(problems.variant));
    expect(await prepared(script, { needs, forced: ['known', 'service'] })).toEqual(
      refused(problems.variant),
    );
    expect(await prepared(script, { needs, forced: ['variant'] })).toMatchObject({ context: asRead });
    expect(await prepared(script, { needs: { ...needs, sapNumber: 'S1' } })).toMatchObject({
      context: asRead,
    });
  });

  it('a variant that the operator omits is not compared', async () => {
    const untold = { ...box, sapNumber: null };
    expect(await prepared({ [IN_CAR]: [untold] }, { needs })).toMatchObject({ go: 'already' });
  });

  it.each([
    [{ needs }, refused(problems.unknown)],
    [{ needs, forced: ['service'] }, refused(problems.unknown)],
    [{ needs, forced: ['known'] }, send(null)],
    [{ needs, forced: ['variant'] }, send(null)],
  ] satisfies readonly (readonly [Partial<Payload>, object])[])(
    'an unknown Box cannot be of the needed variant, unless a person insists: %o',
    async (changes, wanted) => {
      expect(await prepared(unknownBox, changes)).toEqual(wanted);
    },
  );

  it('a service that a person has forced is not read', async () => {
    expect(await prepared({ ...free, [SERVICE]: 500 }, { forced: ['service'] })).toEqual(send(asRead));
  });
});

describe('reconciliation', () => {
  const contradiction = (problem: object) => ({ found: 'contradiction', problem });
  it.each([
    ['the Box in the car', { [IN_CAR]: [box] }, { found: 'applied', bindings: { productId: 5 } }],
    ['the Box in another car', elsewhere, contradiction(problems.elsewhere)],
    ['another Box in the car', occupied, contradiction(problems.occupied)],
    ['no Box', unknownBox, { found: 'absent', problem: problems.unknown }],
    ['two Boxes', ambiguous, contradiction(problems.ambiguous)],
    [
      'a free Box, refused for want of a service',
      free,
      { found: 'not-applied', ifRefused: problems.service(null) },
    ],
    [
      'a Box that is free as far as the list tells',
      { [IN_CAR]: [], 'GET /products': [{ ...box, carId: undefined }] },
      { found: 'not-applied' },
    ],
    ['nothing', unlisted, { found: 'undecidable', problem: makeProblem('outcome-not-reported') }],
  ] satisfies readonly (readonly [string, Script, object])[])('%s', async (_name, script, wanted) => {
    expect(await order().reconcile(bound, scriptedOperator(script).reading(), 'null')).toEqual(wanted);
  });

  it('a read that fails', async () => {
    const { reading } = scriptedOperator({ [IN_CAR]: 500 });
    expect(await order().reconcile(bound, reading(), 'null')).toMatchObject({
      found: 'nothing',
      error: { status: 500 },
    });
  });
});

it.each([
  [404, makeProblem('car-unknown', { car: 'M 1' })],
  [500, problems.unknown],
  [{ id: 1, name: 'Van' }, problems.unknown],
])('after "no such thing" the car is looked for, else the Box is unknown: %o', async (answer, wanted) => {
  const { reading } = scriptedOperator({ 'GET /cars/1': answer });
  expect(await order().unknown(bound, reading())).toEqual(wanted);
});

it.each([
  [{}, asRead, { sap: 'S1', variantChecked: false }],
  [{ needs }, asRead, { sap: 'S1', variantChecked: true }],
  [{ needs }, { productId: 5, sapNumber: null }, { sap: null, variantChecked: false }],
  [{ needs }, null, { sap: null, variantChecked: false }],
])(
  'the log gets the article that was read, and whether it was compared: %o %o',
  (changes, context, wanted) => {
    expect(order(changes).learned(JSON.stringify(context))).toEqual(wanted);
  },
);

it('the local copy gets the car of the Box', () => {
  const copy = { of: 'product-car', product: 5, car: 20 };
  expect(order({ car: madeCar }).cacheUpdate(bound, { productId: 5 })).toEqual(copy);
  expect(order({ car: madeCar, productId: productId.parse(5) }).cacheUpdate(bound, {})).toEqual(copy);
  expect(order({ car: madeCar }).cacheUpdate(bound, {})).toBeNull();
});

it.each([
  [JSON.stringify(asRead), asRead],
  ['null', null],
  [null, null],
  ['{', null],
  ['{"productId":"x"}', null],
])('the Box as it was read, from the stored row: %o', (stored, wanted) => {
  expect(boxAsRead(stored)).toEqual(wanted);
});
