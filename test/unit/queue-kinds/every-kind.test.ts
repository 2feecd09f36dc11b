import { describe, expect, it } from 'vitest';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { deleteGroupKind } from '../../../electron/operations/queue/kinds/delete-group.ts';
import type { KindTraits, LoadedOperation, Reading } from '../../../electron/operations/queue/kinds/kind.ts';
import {
  carLane,
  carOfLane,
  currentLane,
  newCarLane,
} from '../../../electron/operations/queue/kinds/references.ts';
import { loadOperation } from '../../../electron/operations/queue/kinds/registry.ts';
import { removeServiceFromGroupKind } from '../../../electron/operations/queue/kinds/remove-service-from-group.ts';
import { removeUserFromCustomerKind } from '../../../electron/operations/queue/kinds/remove-user-from-customer.ts';
import { updateAssignmentKind } from '../../../electron/operations/queue/kinds/update-assignment.ts';
import { type OperationKind, operationKind } from '../../../shared/domain/operation.ts';
import { assignmentId, carId, groupId, serviceId, userId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { bound, loaded, madeCar, making, other, scriptedOperator, unbound } from './scripted-operator.ts';

const inGroup = { group: groupId.parse(3), groupName: 'Bay 3' };
const access = {
  assignment: assignmentId.parse(9),
  local: null,
  car: carId.parse(1),
  carLabel: 'M 1',
  userId: userId.parse(30),
  userName: 'Jo',
};
const orders = {
  removal: loaded(deleteAssignmentKind, access),
  change: loaded(updateAssignmentKind, { ...access, patch: { lifetime: 60 } }),
  group: loaded(deleteGroupKind, inGroup),
  service: loaded(removeServiceFromGroupKind, {
    ...inGroup,
    service: serviceId.parse(70),
    serviceName: null,
  }),
  user: loaded(removeUserFromCustomerKind, { user: userId.parse(30), userName: 'Jo' }),
};

type Read = (order: LoadedOperation, reading: Reading) => Promise<object>;
const before: Read = (order, reading) => order.prepare(unbound, reading, null);
const afterwards: Read = (order, reading) => order.reconcile(unbound, reading, 'null');

it.each([
  ['an access before its removal', orders.removal, before, { 'GET /assignments/9': 404 }, { go: 'send' }],
  [
    'an access after its removal',
    orders.removal,
    afterwards,
    { 'GET /assignments/9': 404 },
    { found: 'gone' },
  ],
  ['an access before its change', orders.change, before, { 'GET /assignments/9': 404 }, { go: 'wait' }],
  [
    'a group after its removal',
    orders.group,
    afterwards,
    { 'GET /groups': 405, 'GET /groups/3/cars': 404 },
    { found: 'gone' },
  ],
  [
    'a member after its removal',
    orders.service,
    afterwards,
    { 'GET /groups/3/services': 404 },
    { isUnread: true },
  ],
  ['a user after the removal', orders.user, afterwards, { 'GET /users/30': 404 }, { found: 'gone' }],
])(
  '"no such thing" about %s is not believed of a customer that is not visible',
  async (_what, order, read, script, wanted) => {
    const operator = scriptedOperator(script);
    expect(await read(order, operator.reading())).toMatchObject(wanted);
    operator.losesCustomer();
    expect(await read(order, operator.reading())).toMatchObject({ error: { code: 'customer-gone' } });
  },
);

/** The traits of most kinds. */
const usual: KindTraits = {
  endsBy: 'answer',
  isDoneWhenAbsent: false,
  isDoneOnConflict: false,
  negativeReads: 1,
};
const traits: Readonly<Record<OperationKind, KindTraits>> = {
  'create-car': { ...usual, negativeReads: 2, distinct: true },
  'update-car': usual,
  install: usual,
  uninstall: usual,
  'create-group': { ...usual, negativeReads: 2 },
  'rename-group': usual,
  'delete-group': { ...usual, isDoneWhenAbsent: true, assumed: true },
  'add-car-to-group': { ...usual, isDoneOnConflict: true },
  'add-user-to-group': { ...usual, isDoneOnConflict: true },
  'add-product-to-group': { ...usual, isDoneOnConflict: true, assumed: true },
  'remove-service-from-group': { ...usual, isDoneWhenAbsent: true },
  'create-assignment': { ...usual, endsBy: 'result', negativeReads: 2, distinct: true },
  'update-assignment': { ...usual, endsBy: 'result' },
  'delete-assignment': { ...usual, endsBy: 'result', isDoneWhenAbsent: true },
  'remove-user-from-customer': { ...usual, isDoneWhenAbsent: true },
  'remove-user-by-address': usual,
  'create-event': { ...usual, negativeReads: 2 },
};

/** One payload with the fields of every kind. */
const payload = JSON.stringify({
  ...inGroup,
  ...access,
  self: making,
  name: 'Van',
  vin: null,
  licensePlate: null,
  brand: null,
  model: null,
  patch: {},
  productId: 5,
  serialNumber: 'AB-500',
  takesAssignments: true,
  product: 5,
  service: 70,
  user: 30,
  period: { from: 'sending', minutes: 30 },
  local: other,
  emailAddress: 'jo@operator.example',
  type: 'CarOpened',
  at: 0,
  utcOffsetMinutes: 0,
  userAgent: 'Boxwright',
});

describe.each(operationKind.options)('%s', (kind) => {
  it('is read from its row, with its traits', () => {
    const operation = loadOperation({ kind, payload, payload_version: 1 });
    expect(operation.ok && operation.value.traits).toEqual(traits[kind]);
  });

  it('is parked in a version that this app does not know', () => {
    expect(loadOperation({ kind, payload, payload_version: 2 })).toEqual({
      ok: false,
      error: makeProblem('payload-damaged', {}, `${kind} version 2`),
    });
  });

  it('is parked where its row lacks a field', () => {
    expect(loadOperation({ kind, payload: '{}', payload_version: 1 })).toMatchObject({
      ok: false,
      error: { code: 'payload-damaged' },
    });
  });
});

it('a car has its lane by its number, or by the order that makes it', () => {
  expect(carLane(carId.parse(20))).toBe('car:20');
  expect(carLane(madeCar)).toBe(newCarLane(making));
  expect(carOfLane('car:20')).toBe(20);
  for (const lane of ['group:20', `new-car:${making}`, 'car:x']) expect(carOfLane(lane)).toBeNull();
});

it.each([
  ['car:1', 'car:1'],
  [`new-car:${making}`, 'car:20'],
  [`new-car:${other}`, `new-car:${other}`],
  ['new-car:x', 'new-car:x'],
  [`old-car:${making}`, `old-car:${making}`],
])('the lane %s is %s, once the new car has its number', (lane, wanted) => {
  expect(currentLane(lane, bound)).toBe(wanted);
});
