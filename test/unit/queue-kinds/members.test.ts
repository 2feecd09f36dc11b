import { describe, expect, it } from 'vitest';
import { addCarToGroupKind } from '../../../electron/operations/queue/kinds/add-car-to-group.ts';
import { addProductToGroupKind } from '../../../electron/operations/queue/kinds/add-product-to-group.ts';
import { addUserToGroupKind } from '../../../electron/operations/queue/kinds/add-user-to-group.ts';
import type { LoadedOperation } from '../../../electron/operations/queue/kinds/kind.ts';
import { removeServiceFromGroupKind } from '../../../electron/operations/queue/kinds/remove-service-from-group.ts';
import { removeUserByAddressKind } from '../../../electron/operations/queue/kinds/remove-user-by-address.ts';
import { removeUserFromCustomerKind } from '../../../electron/operations/queue/kinds/remove-user-from-customer.ts';
import { carId, groupId, productId, serviceId, userId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { bound, loaded, madeCar, making, other, scriptedOperator, unbound } from './scripted-operator.ts';

const group = groupId.parse(3);
const inGroup = { group, groupName: 'Bay 3' };
const applied = { found: 'applied', bindings: {} };
const absent = { found: 'not-applied' };
const car = { id: 20, name: 'Van' };
const product = { id: 5, uniqueId: 'U5', serialNumber: 'AB-500', sapNumber: null, type: 'Box', carId: 1 };
const [user, service] = [{ id: 30 }, { id: 70, isTerminated: false }];

const orders = {
  car: loaded(addCarToGroupKind, { ...inGroup, car: madeCar, carLabel: 'M 1' }),
  product: loaded(addProductToGroupKind, { ...inGroup, product: productId.parse(5), serialNumber: 'AB-500' }),
  user: loaded(addUserToGroupKind, { ...inGroup, user: userId.parse(30), userName: 'Jo' }),
  service: loaded(removeServiceFromGroupKind, {
    ...inGroup,
    service: serviceId.parse(70),
    serviceName: 'Fleet',
  }),
  removal: loaded(removeUserFromCustomerKind, { user: userId.parse(30), userName: 'Jo' }),
} satisfies Readonly<Record<string, LoadedOperation>>;

describe.each([
  [
    'a car in a group',
    orders.car,
    { call: 'PUT /groups/3/cars', body: { carId: 20 } },
    { key: 'operations.add-car-to-group', params: { car: 'M 1', group: 'Bay 3' } },
  ],
  [
    'a product in a group',
    orders.product,
    { call: 'PUT /groups/3/products', body: { productId: 5 } },
    { key: 'operations.add-product-to-group', params: { serial: 'AB-500', group: 'Bay 3' } },
  ],
  [
    'a user in a group',
    orders.user,
    { call: 'PUT /groups/3/users', body: { userId: 30 } },
    { key: 'operations.add-user-to-group', params: { user: 'Jo', group: 'Bay 3' } },
  ],
  [
    'a service out of a group',
    orders.service,
    { call: 'DELETE /groups/3/services/70', body: null },
    { key: 'operations.remove-service-from-group', params: { service: 'Fleet', group: 'Bay 3' } },
  ],
  [
    'a user out of the customer',
    orders.removal,
    { call: 'DELETE /users/assignments/customers', body: { userId: 30 } },
    { key: 'operations.remove-user-from-customer', params: { user: 'Jo' } },
  ],
])('%s', (_name, order, request, sentence) => {
  it('is sent without a read before, and is named', async () => {
    const operator = scriptedOperator();
    expect(await order.prepare(bound, operator.reading(), null)).toEqual({ go: 'send', context: 'null' });
    expect(await operator.send(order)).toEqual({ ok: true, value: {} });
    expect(operator.arrived).toMatchObject([request]);
    expect(order.describe()).toEqual(sentence);
  });
});

it.each([
  ['a car that is a member', orders.car, { 'GET /groups/3/cars': [{ ...car, id: 9 }, car] }, applied],
  ['a car that is none', orders.car, { 'GET /groups/3/cars': [{ ...car, id: 9 }] }, absent],
  ['a car of no such group', orders.car, { 'GET /groups/3/cars': 404 }, absent],
  ['a user that is a member', orders.user, { 'GET /groups/3/users': [{ id: 9 }, user] }, applied],
  ['a user that is none', orders.user, { 'GET /groups/3/users': [{ id: 9 }] }, absent],
  ['a user of a list that is not offered', orders.user, { 'GET /groups/3/users': 405 }, absent],
  [
    'a service that is a member',
    orders.service,
    { 'GET /groups/3/services': [{ ...service, id: 9 }, service] },
    absent,
  ],
  [
    'a service that is none',
    orders.service,
    { 'GET /groups/3/services': [{ ...service, id: 9 }] },
    { found: 'gone' },
  ],
  [
    'a service of a list that is not offered',
    orders.service,
    { 'GET /groups/3/services': 405 },
    { ...absent, isUnread: true },
  ],
  ['a user that is there', orders.removal, { 'GET /users/30': user }, absent],
  ['a user that is not found', orders.removal, { 'GET /users/30': 404 }, { found: 'gone' }],
  ['a product that is a member', orders.product, { 'GET /groups/3/products': [product] }, applied],
  [
    'a product of no such group',
    orders.product,
    { 'GET /groups/3/products': 404 },
    { found: 'absent', problem: makeProblem('operator-not-found') },
  ],
  [
    'a known product that is none',
    orders.product,
    { 'GET /groups/3/products': [{ ...product, id: 9 }], 'GET /products/5': product },
    { ...absent, ifAbsent: makeProblem('operator-not-offered', { feature: 'groups.addProduct' }) },
  ],
  [
    'an unknown product that is none',
    orders.product,
    { 'GET /groups/3/products': [], 'GET /products/5': 404 },
    { ...absent, ifAbsent: makeProblem('operator-not-found') },
  ],
])('a read afterwards recognises %s', async (_name, order, script, wanted) => {
  expect(await order.reconcile(bound, scriptedOperator(script).reading(), 'null')).toEqual(wanted);
});

it.each([
  ['GET /groups/3/cars', orders.car],
  ['GET /groups/3/users', orders.user],
  ['GET /groups/3/services', orders.service],
  ['GET /users/30', orders.removal],
  ['GET /groups/3/products', orders.product],
])('a read afterwards says nothing where %s fails', async (call, order) => {
  const { reading } = scriptedOperator({ [call]: 500 });
  expect(await order.reconcile(bound, reading(), 'null')).toMatchObject({
    found: 'nothing',
    error: { status: 500 },
  });
});

it('the list of a group’s products is searched for the intended one', async () => {
  const operator = scriptedOperator({ 'GET /groups/3/products': [product] });
  await orders.product.reconcile(bound, operator.reading(), 'null');
  expect(operator.arrived[0]?.filter).toBe('id eq 5');
});

it('a car that another operation makes is awaited, and named where the operator does not know it', async () => {
  expect(orders.car.references()).toEqual([making]);
  const ofMadeGroup = { ...inGroup, car: carId.parse(1), carLabel: 'M 1', group: { op: other, field: 'id' } };
  expect(loaded(addCarToGroupKind, ofMadeGroup).references()).toEqual([other]);
  expect(addCarToGroupKind.store(ofMadeGroup).lane).toBe('car:1');
  for (const [answer, wanted] of [
    [404, makeProblem('car-unknown', { car: 'M 1' })],
    [500, null],
    [car, null],
  ] as const) {
    const { reading } = scriptedOperator({ 'GET /cars/20': answer });
    expect(await orders.car.unknown(bound, reading())).toEqual(wanted);
  }
});

it('a service without a name is named by its number', () => {
  const payload = { ...inGroup, service: serviceId.parse(70), serviceName: null };
  expect(loaded(removeServiceFromGroupKind, payload).describe().params).toEqual({
    service: '70',
    group: 'Bay 3',
  });
});

it('the local copy loses the user', () => {
  expect(orders.removal.cacheUpdate(unbound, {})).toEqual({ of: 'user-gone', user: 30 });
});

it.each([
  [
    addProductToGroupKind.store({ ...inGroup, product: productId.parse(5), serialNumber: '' }).lane,
    'group:3',
  ],
  [addUserToGroupKind.store({ ...inGroup, user: userId.parse(30), userName: '' }).lane, 'group:3'],
  [
    removeServiceFromGroupKind.store({ ...inGroup, service: serviceId.parse(70), serviceName: null }).lane,
    'group:3',
  ],
  [removeUserFromCustomerKind.store({ user: userId.parse(30), userName: '' }).lane, 'user:30'],
  [
    removeUserByAddressKind.store({ emailAddress: 'Jo@Operator.example' }).lane,
    'user-address:jo@operator.example',
  ],
])('the lane is %s', (lane, wanted) => {
  expect(lane).toBe(wanted);
});

describe('a user out of the customer by an address', () => {
  const order = loaded(removeUserByAddressKind, { emailAddress: 'Jo@operator.example' });
  const LIST = 'GET /users';
  const jo = { id: 30, emailAddress: ' jo@OPERATOR.example ' };
  const listed: readonly object[] = [{ id: 29 }, { id: 28, emailAddress: 'kim@operator.example' }, jo];
  const others = listed.slice(0, 2);
  const before = (id: number | null) => JSON.stringify({ user: id });

  it.each([[30], [null]])('brings the user who had it: %o', async (id) => {
    const operator = scriptedOperator();
    expect(await operator.send(order, { user: id })).toEqual({
      ok: true,
      value: id === null ? {} : { user: id },
    });
    expect(operator.arrived).toMatchObject([
      { call: 'DELETE /users/assignments/customers', body: { emailAddress: 'Jo@operator.example' } },
    ]);
  });

  it('is named and corrected by the address', () => {
    expect(order.describe()).toEqual({
      key: 'operations.remove-user-by-address',
      params: { address: 'Jo@operator.example' },
    });
    expect(order.corrections()).toEqual([
      { field: 'emailAddress', form: 'address', value: 'Jo@operator.example' },
    ]);
    const corrected = order.corrected({ emailAddress: 'kim@operator.example' });
    expect(corrected.ok && readJson(corrected.value.payload)).toEqual({
      emailAddress: 'kim@operator.example',
    });
  });

  it.each([
    ['keeps the user', listed, null, { go: 'send', context: before(30) }],
    ['goes for an address that is not listed', others, null, { go: 'send', context: before(null) }],
    ['goes later where the list fails', 500, null, { go: 'later', error: { status: 500 } }],
    ['keeps the user of the first sending', 500, before(9), { go: 'send', context: before(9) }],
    ['looks again for a user that was not listed', listed, before(null), { go: 'send', context: before(30) }],
  ])('before: it %s', async (_name, answer, kept, wanted) => {
    expect(await order.prepare(unbound, scriptedOperator({ [LIST]: answer }).reading(), kept)).toMatchObject(
      wanted,
    );
  });

  it.each([
    ['that the user is gone', others, before(30), { found: 'gone' }],
    ['that the user is there', listed, before(30), absent],
    ['nothing where the user was not listed before', others, before(null), absent],
    ['a user who was not listed before', listed, before(null), absent],
    ['nothing in a list that fails', 500, before(30), { found: 'nothing', error: { status: 500 } }],
  ])('afterwards a read shows %s', async (_name, answer, kept, wanted) => {
    expect(
      await order.reconcile(unbound, scriptedOperator({ [LIST]: answer }).reading(), kept),
    ).toMatchObject(wanted);
  });

  it.each([
    [others, makeProblem('user-address-unknown', { address: 'Jo@operator.example' })],
    [listed, null],
    [500, null],
  ])('after "no such thing" the address is unknown where the list lacks it: %o', async (answer, wanted) => {
    expect(await order.unknown(unbound, scriptedOperator({ [LIST]: answer }).reading())).toEqual(wanted);
  });

  it('the local copy loses the user, where one is known', () => {
    expect(order.cacheUpdate(unbound, { user: 30 })).toEqual({ of: 'user-gone', user: 30 });
    expect(order.cacheUpdate(unbound, {})).toBeNull();
  });
});
