import { describe, expect, test, vi } from 'vitest';
import { createLiveReads } from '../../../electron/directory/live.ts';
import { carId, groupId, serviceId, userId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { startEdits, type Edits } from '../edits/edits.ts';
import { giveAccess } from '../queue-kinds/orders.ts';

const car = carId.parse(20_001);
const user = userId.parse(notable.testUserId);
const group = groupId.parse(301);
const gone = { car: carId.parse(1), group: groupId.parse(1), user: userId.parse(1) };

/** The rows of a live list; throws with what stood in its place. */
function rowsOf<Row>(list: { state: string; rows?: Row[] }): Row[] {
  if (list.rows === undefined) throw new Error(JSON.stringify(list));
  return list.rows;
}

const ids = (rows: readonly { readonly id: number }[]) => new Set(rows.map(({ id }) => id));

/** Puts this customer's cars, users, products and services into one group, more than a page holds. */
function fill({ state }: RunningOperator) {
  const kept = state.groups.get(group);
  if (kept === undefined) throw new Error('the seed has this group');
  const ours = <Row extends { id: number; customerId: number }>(rows: Iterable<Row>) =>
    [...rows].filter(({ customerId }) => customerId === notable.customerId).map(({ id }) => id);
  for (const id of ours(state.cars.values())) kept.carIds.add(id);
  for (const id of ours(state.products.values())) kept.productIds.add(id);
  for (const id of ours(state.services.values())) kept.serviceIds.add(id);
  for (const { id, customerIds } of state.users.values()) {
    if (customerIds.has(notable.customerId)) kept.userIds.add(id);
  }
  return kept;
}

/** Records events of the car, the newest in the middle. */
function recordEvents({ state }: RunningOperator) {
  for (const day of [3, 9, 5]) {
    const id = state.nextId('events');
    const utcDateTime = `2026-11-0${day}T08:00:00Z`;
    state.events.set(id, {
      id,
      customerId: notable.customerId,
      carId: car,
      userId: user,
      type: 'CarOpened',
      userAgent: 'test',
      dateTime: utcDateTime,
      utcDateTime,
      latitude: null,
      longitude: null,
    });
  }
}

for (const queryOptionsWhereNotShown of ['honoured', 'ignored'] as const) {
  test(`the members of a group come completely, with options ${queryOptionsWhereNotShown}${queryOptionsWhereNotShown === 'ignored' ? ' @long' : ''}`, async () => {
    const edits = await startEdits({ queryOptionsWhereNotShown, maxTop: 20, defaultPageSize: 10 });
    const kept = fill(edits.operator);
    const of = { groupId: group };
    const cars = rowsOf(await edits.call('directory.groupCars', of));
    expect(ids(cars)).toEqual(kept.carIds);
    expect(cars.find(({ id }) => id === car)).toMatchObject({ licensePlate: notable.plates.withoutBox });
    const users = rowsOf(await edits.call('directory.groupUsers', of));
    expect(ids(users)).toEqual(kept.userIds);
    expect(users.find(({ id }) => id === user)?.name).toBe('Bay 3 Tester');
    const products = rowsOf(await edits.call('directory.groupProducts', of));
    expect(ids(products)).toEqual(kept.productIds);
    expect(products.find(({ serialNumber }) => serialNumber === notable.boxes.installed)).toMatchObject({
      family: 'box',
      service: 'active',
      car: { known: true, car: { licensePlate: notable.plates.inAnotherCar } },
    });
    const services = rowsOf(await edits.call('directory.groupServices', of));
    expect(ids(services)).toEqual(kept.serviceIds);
    expect(services.some(({ product }) => product?.serialNumber === notable.boxes.installed)).toBe(true);
    expect(
      services.some(({ isTerminated, terminationDate }) => isTerminated && terminationDate !== null),
    ).toBe(true);
    expect(edits.operator.violations.all).toEqual([]);
  });
}

test('the accesses of a car and of a user carry the names that are known here', async () => {
  const edits = await startEdits();
  const access = giveAccess(edits.operator, car);
  const named = { id: access, carId: car, carLabel: 'M BX 1077', userId: user, userName: 'Bay 3 Tester' };
  expect(rowsOf(await edits.call('directory.carAssignments', { carId: car }))).toMatchObject([named]);
  expect(rowsOf(await edits.call('directory.userAssignments', { userId: user }))).toContainEqual(
    expect.objectContaining({ ...named, lifetime: 604_800 }),
  );
});

describe('the copies of a live read', () => {
  const WAITED = 'waited for the copies';

  /** The app's reads over copies whose writes never reach the disk. */
  const overFullDisk = async () => {
    const { operator, open } = await startEdits();
    const directory = { ...open.directory, written: () => Promise.reject(new Error(WAITED)) };
    const { client, queueParts } = open;
    return { operator, reads: createLiveReads({ client, directory, clock: queueParts.clock }) };
  };
  const options = { signal: new AbortController().signal, onRows: () => undefined };

  test('are on the disk before the read answers', async () => {
    const { reads } = await overFullDisk();
    await expect(reads.carAssignments(car, options)).rejects.toThrow(WAITED);
    await expect(reads.brandKeys('Ford', options)).rejects.toThrow(WAITED);
  });

  test('are not waited for where the operator reported nothing to keep', async () => {
    const { operator, reads } = await overFullDisk();
    operator.faults.add({ path: '/cars/*/assignments', effect: { kind: 'status', status: 500 } });
    expect(await reads.carAssignments(car, options)).toMatchObject({ state: 'failed' });
    operator.faults.add({ path: '/brands/*/keys', effect: { kind: 'status', status: 200, body: '[]' } });
    expect(await reads.brandKeys('Ford', options)).toMatchObject({ state: 'read', rows: [] });
  });
});

test('the events of a car come newest first, also where no order is honoured, and never without a limit', async () => {
  const edits = await startEdits({ ignoredQueryOptions: ['$orderby'] });
  recordEvents(edits.operator);
  const events = rowsOf(await edits.call('directory.carEvents', { carId: car }));
  expect(events.map(({ at }) => new Date(at ?? 0).getUTCDate())).toEqual([9, 5, 3]);
  expect(events[0]).toMatchObject({ type: 'CarOpened', userName: 'Bay 3 Tester' });
  const [asked] = edits.operator.journal.matching({ path: '/cars/*/events' });
  expect(decodeURIComponent(asked?.query ?? '')).toContain('$top=100');
});

test('the customers that this login reaches are listed', async () => {
  const edits = await startEdits();
  const customers = rowsOf(await edits.call('directory.customers', {}));
  expect(ids(customers)).toEqual(new Set([notable.customerId, notable.otherCustomerId]));
});

describe('an assumed list that this environment does not offer', () => {
  const lists: readonly (readonly [string, (edits: Edits) => Promise<{ state: string }>])[] = [
    ['/cars/*/events', (edits) => edits.call('directory.carEvents', { carId: car })],
    ['/groups/*/users', (edits) => edits.call('directory.groupUsers', { groupId: group })],
    ['/groups/*/services', (edits) => edits.call('directory.groupServices', { groupId: group })],
  ];
  const notOffered = [
    'GET /cars/{carId}/events',
    'GET /groups/{groupId}/users',
    'GET /groups/{groupId}/services',
  ];

  test.each(lists)('%s is reported as not offered, and requested once per session', async (path, ask) => {
    const edits = await startEdits({ notOffered });
    expect(await ask(edits)).toEqual({ state: 'not-offered' });
    expect(await ask(edits)).toEqual({ state: 'not-offered' });
    expect(edits.operator.journal.matching({ method: 'GET', path })).toHaveLength(1);
  });

  test.each(lists)('%s is not taken for one behind a captive portal', async (_path, ask) => {
    const edits = await startEdits();
    edits.operator.faults.add({ count: 'all', effect: { kind: 'status', status: 200, html: true } });
    expect(await ask(edits)).toMatchObject({ state: 'failed' });
    edits.operator.faults.clear();
    expect(await ask(edits)).toMatchObject({ state: 'read' });
  });
});

test('a deleted car, group or user is reported as deleted, and no call counts as not offered', async () => {
  const edits = await startEdits();
  for (const list of [
    await edits.call('directory.carEvents', { carId: gone.car }),
    await edits.call('directory.carAssignments', { carId: gone.car }),
    await edits.call('directory.groupUsers', { groupId: gone.group }),
    await edits.call('directory.groupServices', { groupId: gone.group }),
    await edits.call('directory.groupCars', { groupId: gone.group }),
    await edits.call('directory.userAssignments', { userId: gone.user }),
  ]) {
    expect(list).toMatchObject({ state: 'failed', problem: { code: 'operator-not-found' } });
  }
  expect(await edits.call('directory.groupUsers', { groupId: group })).toMatchObject({ state: 'read' });
});

test('without a connection a live list says so, and the local copies are listed', async () => {
  const edits = await startEdits();
  await edits.operator.stop();
  const list = await edits.call('directory.groupCars', { groupId: group });
  const code: unknown = expect.stringMatching(/^(operator-unreachable|read-unanswered)$/);
  expect(list).toMatchObject({ state: 'failed', problem: { code } });
  const { rows } = await edits.call('directory.listCars', { text: '', limit: 5, offset: 0 });
  expect(rows).toHaveLength(5);
});

test('an operator that hangs is waited for until the person stops the reading', async () => {
  const edits = await startEdits();
  edits.operator.faults.add({ path: '/customers', effect: { kind: 'hang' } });
  const customers = edits.call('directory.customers', { reading: 'slow' });
  await vi.waitFor(() =>
    expect(edits.operator.journal.matching({ path: '/customers' }).length).toBeGreaterThan(0),
  );
  await edits.call('directory.stopReading', { reading: 'slow' });
  expect(await customers).toEqual({ state: 'stopped' });
  expect(await edits.call('directory.customers', { reading: 'again' })).toMatchObject({ state: 'read' });
});

test('a reading tells how far it has come, and stops between two pages', async () => {
  const edits = await startEdits({ maxTop: 10, defaultPageSize: 10 });
  const kept = fill(edits.operator);
  const path = '/groups/*/cars';
  edits.operator.faults.add({ path, nth: 3, effect: { kind: 'hang' } });
  const cars = edits.call('directory.groupCars', { groupId: group, reading: 'pages' });
  await vi.waitFor(async () => {
    const { rows } = await edits.call('directory.readingProgress', { reading: 'pages' });
    expect(rows).toBeGreaterThan(10);
    expect(rows).toBeLessThan(kept.carIds.size);
  });
  await edits.call('directory.stopReading', { reading: 'pages' });
  expect(await cars).toEqual({ state: 'stopped' });
  expect(await edits.call('directory.readingProgress', { reading: 'pages' })).toEqual({ rows: null });
  // One that is over, or never was, is left alone.
  await edits.call('directory.stopReading', { reading: 'pages' });
});

describe('a service as the operator has it now', () => {
  const linked = ({ state }: RunningOperator) => {
    const found = [...state.services.values()].find(
      ({ customerId, productId, isTerminated }) =>
        customerId === notable.customerId && productId !== null && !isTerminated,
    );
    if (found === undefined) throw new Error('the seed has a linked service');
    return found;
  };

  test('comes with its product, and the local copies learn both', async () => {
    const edits = await startEdits();
    const service = linked(edits.operator);
    const id = serviceId.parse(service.id);
    edits.operator.state.services.set(service.id, { ...service, name: 'Renamed meanwhile' });
    const now = await edits.call('directory.serviceNow', { serviceId: id });
    expect(now).toMatchObject({
      state: 'read',
      value: { service: { id, name: 'Renamed meanwhile' }, product: { id: service.productId } },
    });
    expect(await edits.call('directory.service', { serviceId: id })).toMatchObject({
      name: 'Renamed meanwhile',
      product: { id: service.productId },
    });
    expect(edits.operator.violations.all).toEqual([]);
  });

  test('has no product where the operator says so, in any form', async () => {
    const edits = await startEdits();
    const service = linked(edits.operator);
    edits.operator.state.services.set(service.id, { ...service, productId: null });
    const of = { serviceId: serviceId.parse(service.id) };
    expect(await edits.call('directory.serviceNow', of)).toMatchObject({
      state: 'read',
      value: { product: null },
    });
    edits.operator.faults.add({ path: '/services/*/products', effect: { kind: 'status', status: 404 } });
    expect(await edits.call('directory.serviceNow', of)).toMatchObject({ value: { product: null } });
    expect((await edits.call('directory.service', of)).product).toBeNull();
  });

  test('that is deleted is reported so; without an answer its product stays unknown', async () => {
    const edits = await startEdits();
    expect(await edits.call('directory.serviceNow', { serviceId: serviceId.parse(1) })).toMatchObject({
      state: 'failed',
      problem: { code: 'operator-not-found' },
    });
    const of = { serviceId: serviceId.parse(linked(edits.operator).id) };
    edits.operator.faults.add({ path: '/services/*/products', effect: { kind: 'status', status: 500 } });
    expect(await edits.call('directory.serviceNow', of)).toMatchObject({
      state: 'failed',
      problem: { code: 'operator-failing' },
    });
  });
});

describe('one event of a car', () => {
  const newest = async (edits: Edits) => {
    recordEvents(edits.operator);
    const [first] = rowsOf(await edits.call('directory.carEvents', { carId: car }));
    if (first === undefined) throw new Error('an event was recorded');
    return first;
  };

  test('is read by itself with all its fields', async () => {
    const edits = await startEdits();
    const { id, at } = await newest(edits);
    expect(await edits.call('directory.eventNow', { carId: car, eventId: id })).toMatchObject({
      state: 'read',
      value: {
        id,
        at,
        type: 'CarOpened',
        userName: 'Bay 3 Tester',
        carLabel: 'M BX 1077',
        userAgent: 'test',
      },
    });
    expect(edits.operator.journal.matching({ path: `/events/${id}` })).toHaveLength(1);
    expect(edits.operator.violations.all).toEqual([]);
  });

  test('is not offered where the environment has no such read, and requested once', async () => {
    const edits = await startEdits({ notOffered: ['GET /events/{eventId}'] });
    const of = { carId: car, eventId: (await newest(edits)).id };
    expect(await edits.call('directory.eventNow', of)).toEqual({ state: 'not-offered' });
    expect(await edits.call('directory.eventNow', of)).toEqual({ state: 'not-offered' });
    expect(edits.operator.journal.matching({ path: '/events/*' })).toHaveLength(1);
  });
});
