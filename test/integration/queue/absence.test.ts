import { describe, expect, test, vi } from 'vitest';
import { deleteGroupKind } from '../../../electron/operations/queue/kinds/delete-group.ts';
import { removeUserFromCustomerKind } from '../../../electron/operations/queue/kinds/remove-user-from-customer.ts';
import { removeServiceFromGroupKind } from '../../../electron/operations/queue/kinds/remove-service-from-group.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { groupId, serviceId, userId } from '../../../shared/ids.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';
import { notable } from '../../operator/seed/notable.ts';
import { orderUninstallation } from '../queue-kinds/orders.ts';
import { orderAccess, orderCar, orderRemoval } from './orders.ts';

/** A car with an access that the operator has confirmed. */
async function standingAccess(bench: Bench, queue: Queue): Promise<OperationId> {
  const access = orderAccess(queue, 20_001);
  await queue.reaches(access, 'awaiting-result');
  await vi.waitFor(() => expect(bench.operator.state.assignments.size).toBeGreaterThan(0));
  await queue.reaches(access, 'done');
  return access;
}

/** Orders that the first service of the first group with one is taken out of it. */
function orderRemovalOfService({ operator }: Bench, queue: Queue) {
  const group = [...operator.state.groups.values()].find(({ serviceIds }) => serviceIds.size > 0);
  const [service] = group?.serviceIds ?? [];
  if (group === undefined || service === undefined) throw new Error('the seed has a group with a service');
  const id = queue.put(removeServiceFromGroupKind, () => ({
    service: serviceId.parse(service),
    serviceName: null,
    group: groupId.parse(group.id),
    groupName: group.name,
  }));
  return { id, group, service };
}

/** The environment has no list of a group's services. */
const offerNoServices = ({ operator }: Bench) =>
  operator.faults.add({
    method: 'GET',
    path: '/groups/*/services',
    count: 'all',
    effect: { kind: 'status', status: 404 },
  });

const executed = ({ operator }: Bench, method: string, path: string) =>
  operator.journal.executions({ method, path });

describe('where the operator answers 404 or 403 to everything, nothing is done and everything waits', () => {
  test.each([
    { status: 404, html: false },
    { status: 404, html: true },
    { status: 403, html: false },
    { status: 403, html: true },
  ])('$status, a page: $html', async ({ status, html }) => {
    const bench = await startBench();
    const queue = bench.open();
    const access = await standingAccess(bench, queue);
    const fault = bench.operator.faults.add({
      path: '/**',
      count: 'all',
      effect: { kind: 'status', status, html },
    });
    const removal = orderRemoval(queue, 20_001, access);
    const cars = ['M QX 1', 'M QX 2', 'M QX 3'].map((plate) => orderCar(queue, plate));
    await vi.waitFor(
      () => {
        bench.clock.advance(200);
        expect(['offline', 'paused']).toContain(queue.engine.connection().state);
      },
      { interval: 4 },
    );
    bench.clock.advance(600_000);
    // Requests in flight end first: else they would meet an operator that is back in the middle of one read.
    await queue.stop();
    bench.operator.faults.clear(fault);
    const again = bench.open();
    for (const id of [removal, ...cars]) {
      expect(['ready', 'unknown', 'sending', 'done']).toContain(again.row(id).state);
      await again.reaches(id, 'done');
    }
    expect(executed(bench, 'DELETE', '/assignments/*')).toBe(1);
  });
});

test.each([403, 404])(
  'a proxy that answers %i with a page to changes alone pauses everything',
  async (status) => {
    const bench = await startBench();
    const fault = bench.operator.faults.add({
      method: 'PUT',
      path: '/**',
      count: 'all',
      effect: { kind: 'status', status, html: true },
    });
    const queue = bench.open();
    const cars = Array.from({ length: 12 }, (_, n) => orderCar(queue, `M QX ${n}`));
    await vi.waitFor(() => expect(queue.engine.connection().state).toBe('paused'));
    expect(queue.engine.connection()).toMatchObject({ problem: { code: 'operator-intercepted' } });
    bench.clock.advance(60_000);
    const blocked = cars.filter((id) => queue.row(id).state === 'blocked');
    expect(blocked.length).toBeLessThanOrEqual(1);
    bench.operator.faults.clear(fault);
    queue.engine.tryNow();
    for (const id of cars.filter((one) => !blocked.includes(one))) await queue.reaches(id, 'done');
    expect(executed(bench, 'PUT', '/cars')).toBe(cars.length - blocked.length);
  },
);

describe('a 404 to a removal is believed when a read agrees: a gateway that lost its context may have answered it', () => {
  test('the access stands: its removal is sent again, and done when it is gone', async () => {
    const bench = await startBench();
    const queue = bench.open();
    const access = await standingAccess(bench, queue);
    bench.operator.faults.add({
      method: 'DELETE',
      path: '/assignments/*',
      effect: { kind: 'status', status: 404 },
    });
    const removal = orderRemoval(queue, 20_001, access);
    await queue.reaches(removal, 'done');
    expect(executed(bench, 'DELETE', '/assignments/*')).toBe(1);
  });

  test('the user is still listed, and is removed then', async () => {
    const bench = await startBench();
    const queue = bench.open();
    bench.operator.faults.add({
      method: 'DELETE',
      path: '/users/assignments/customers',
      effect: { kind: 'status', status: 404 },
    });
    const removal = queue.put(removeUserFromCustomerKind, () => ({
      user: userId.parse(notable.testUserId),
      userName: 'Bay 3 Tester',
    }));
    await queue.reaches(removal, 'done');
    expect(executed(bench, 'DELETE', '/users/assignments/customers')).toBe(1);
  });

  test('no read is offered: one 404 does not count as absence, and the removal is sent again', async () => {
    const bench = await startBench();
    const queue = bench.open();
    offerNoServices(bench);
    bench.operator.faults.add({
      method: 'DELETE',
      path: '/groups/*/services/*',
      effect: { kind: 'status', status: 404 },
    });
    const { id, group, service } = orderRemovalOfService(bench, queue);
    await queue.reaches(id, 'done');
    expect(group.serviceIds.has(service)).toBe(false);
    expect(queue.row(id)).toMatchObject({ attempt: 2 });
  });

  test('no read is offered: a second 404, after the quarantine, is believed', async () => {
    const bench = await startBench();
    const queue = bench.open();
    offerNoServices(bench);
    const { id, group, service } = orderRemovalOfService(bench, queue);
    group.serviceIds.delete(service);
    await queue.reaches(id, 'done');
    expect(queue.row(id)).toMatchObject({ attempt: 2, confirmed_by: 'answer' });
  });

  test('the access is gone: its removal is done after one look, and nothing is sent again', async () => {
    const bench = await startBench();
    const queue = bench.open();
    const access = await standingAccess(bench, queue);
    const held = bench.operator.faults.add({
      method: 'GET',
      path: '/assignments/*',
      effect: { kind: 'hold' },
    });
    const removal = orderRemoval(queue, 20_001, access);
    bench.operator.state.assignments.clear();
    bench.operator.faults.clear(held);
    await queue.comesTo(removal, 'done');
    expect(queue.row(removal)).toMatchObject({ attempt: 1, confirmed_by: 'answer' });
  });
});

describe('a missing object counts as deleted after the quarantine and two reads', () => {
  test('a removal that was never executed is not done because one read lags behind', async () => {
    const bench = await startBench();
    const queue = bench.open();
    const access = await standingAccess(bench, queue);
    bench.operator.faults.add({ method: 'DELETE', path: '/assignments/*', effect: { kind: 'drop' } });
    bench.operator.faults.add({
      method: 'GET',
      path: '/assignments/*',
      effect: { kind: 'status', status: 404 },
    });
    const removal = orderRemoval(queue, 20_001, access);
    await queue.reaches(removal, 'done');
    expect(executed(bench, 'DELETE', '/assignments/*')).toBe(1);
  });

  test('nor does a group that one list omits', async () => {
    const bench = await startBench();
    const queue = bench.open();
    const group = emptyGroup(bench);
    bench.operator.faults.add({ method: 'DELETE', path: '/groups/*', effect: { kind: 'drop' } });
    bench.operator.faults.add({
      method: 'GET',
      path: '/groups',
      effect: { kind: 'status', status: 200, body: '[]' },
    });
    const removal = queue.put(deleteGroupKind, () => ({ group: groupId.parse(group), groupName: 'Empty' }));
    await queue.reaches(removal, 'done');
    expect(bench.operator.state.groups.has(group)).toBe(false);
  });

  test('nor does a service', async () => {
    const bench = await startBench();
    const queue = bench.open();
    bench.operator.faults.add({
      method: 'DELETE',
      path: '/groups/*/services/*',
      effect: { kind: 'drop' },
    });
    bench.operator.faults.add({
      method: 'GET',
      path: '/groups/*/services',
      effect: { kind: 'status', status: 200, body: '[]' },
    });
    const { id, group, service } = orderRemovalOfService(bench, queue);
    await queue.reaches(id, 'done');
    expect(group.serviceIds.has(service)).toBe(false);
  });

  test('nor does a Box that one read shows in no car', async () => {
    const bench = await startBench();
    const { state, faults } = bench.operator;
    const product = [...state.products.values()].find(
      ({ serialNumber }) => serialNumber === notable.boxes.installed,
    );
    if (product === undefined || product.carId === null) throw new Error('the seed has a fitted Box');
    const queue = bench.open({ start: false });
    const removal = orderUninstallation(queue, product.carId, product);
    faults.add({
      method: 'GET',
      path: '/cars/*/products',
      effect: { kind: 'status', status: 200, body: '[]' },
    });
    const lagging = JSON.stringify({ ...product, carId: null });
    faults.add({
      method: 'GET',
      path: '/products/*',
      effect: { kind: 'status', status: 200, body: lagging },
    });
    queue.engine.start();
    await queue.reaches(removal, 'done');
    expect(product.carId).toBeNull();
  });
});
