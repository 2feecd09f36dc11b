import { expect, test } from 'vitest';
import { actionsFor } from '../../../electron/operations/queue/actions.ts';
import { notable } from '../../operator/seed/notable.ts';
import { emptyGroup, startBench } from '../queue/fixture.ts';
import {
  fitted,
  groupWithService,
  orderGroupDeletion,
  orderGroupName,
  orderProductMembership,
  orderServiceRemoval,
  orderUninstallation,
  orderUserMembership,
  productOf,
  user,
} from './orders.ts';

const [box] = notable.boxes.free;
const everyList = ['GET /groups', 'GET /groups/{groupId}/users', 'GET /groups/{groupId}/services'];
const renamed = { method: 'PATCH', path: '/groups/*' } as const;
const noProducts = ['GET /cars/{carId}/products', 'GET /products', 'GET /products/{productId}'];

for (const lists of [[], everyList]) {
  const where = lists.length === 0 ? '' : ', also where groups are not listed';
  test(`an environment that cannot delete groups is reported, and requested once${where}`, async () => {
    const bench = await startBench({ notOffered: ['DELETE /groups/{groupId}', ...lists] });
    const queue = bench.open();
    const id = orderGroupDeletion(queue, emptyGroup(bench));
    await queue.comesTo(id, 'blocked');
    expect(queue.problem(id)?.code).toBe('operator-not-offered');
    bench.clock.advance(3_600_000);
    expect(bench.operator.journal.matching({ method: 'DELETE' })).toHaveLength(1);
  });

  test(`a group that a colleague has deleted is deleted${where}`, async () => {
    const bench = await startBench({ notOffered: lists });
    const group = emptyGroup(bench);
    const queue = bench.open();
    bench.operator.state.groups.delete(group);
    const id = orderGroupDeletion(queue, group);
    await queue.reaches(id, 'done');
    expect(queue.row(id).confirmed_by).toBe('query');
  });

  test(`a deletion whose answer was lost is found out${where}`, async () => {
    const bench = await startBench({ notOffered: lists });
    bench.operator.faults.add({ method: 'DELETE', effect: { kind: 'drop', when: 'after' } });
    const queue = bench.open();
    const id = orderGroupDeletion(queue, emptyGroup(bench));
    await queue.reaches(id, 'done');
    expect(bench.operator.journal.matching({ method: 'DELETE' })).toHaveLength(1);
  });
}

for (const status of [405, 501, 200]) {
  test(`a page with ${status} in place of the deletion is "not offered", not a doubt without end`, async () => {
    const bench = await startBench();
    bench.operator.faults.add({
      method: 'DELETE',
      count: 'all',
      effect: { kind: 'status', status, html: true },
    });
    const queue = bench.open();
    const id = orderGroupDeletion(queue, emptyGroup(bench));
    await queue.reaches(id, 'blocked');
    expect(queue.problem(id)?.code).toBe('operator-not-offered');
    expect(bench.operator.journal.matching({ method: 'DELETE' })).toHaveLength(1);
  });
}

test('a group that accepts no products is reported; so is an unknown product', async () => {
  const bench = await startBench({ notOffered: ['PUT /groups/{groupId}/products'] });
  const queue = bench.open();
  const group = emptyGroup(bench);
  const known = orderProductMembership(queue, group, productOf(bench.operator, box).id);
  await queue.comesTo(known, 'blocked');
  expect(queue.problem(known)?.code).toBe('operator-not-offered');
  const unknown = orderProductMembership(queue, group, 999_999);
  await queue.comesTo(unknown, 'blocked');
  expect(queue.problem(unknown)?.code).toBe('operator-not-found');
  const nowhere = orderProductMembership(queue, 999_999, productOf(bench.operator, box).id);
  await queue.comesTo(nowhere, 'blocked');
  expect(queue.problem(nowhere)?.code).toBe('operator-not-found');
});

test('a membership and a removal whose answers were lost end well where nothing can be listed', async () => {
  const bench = await startBench({ notOffered: everyList });
  const group = emptyGroup(bench);
  const { group: other, service } = groupWithService(bench.operator);
  bench.operator.faults.add({ path: '/groups/**', count: 2, effect: { kind: 'drop', when: 'after' } });
  const queue = bench.open();
  await queue.reaches(orderServiceRemoval(queue, other, service), 'done');
  const member = orderUserMembership(queue, group);
  await queue.reaches(member, 'done');
  const { groups } = bench.operator.state;
  expect([...(groups.get(group)?.userIds ?? [])]).toEqual([user]);
  expect(groups.get(other)?.serviceIds.has(service)).toBe(false);
});

test('pages in place of the list of groups settle no doubt: a new name whose answer was lost is sent once', async () => {
  const bench = await startBench();
  const group = emptyGroup(bench);
  bench.operator.faults.add({ ...renamed, effect: { kind: 'drop', when: 'after' } });
  const page = { kind: 'status', status: 200, html: true } as const;
  bench.operator.faults.add({ method: 'GET', path: '/groups', count: 3, effect: page });
  const queue = bench.open();
  const id = orderGroupName(queue, group, 'Bay 3 arrivals');
  await queue.reaches(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('query');
  expect(bench.operator.journal.executions(renamed)).toBe(1);
});

for (const [where, status] of [
  ['groups are not listed', 404],
  ['the list of groups is never readable', 200],
] as const) {
  test(`where ${where}, a new name whose answer was lost is left to a person, who can say how it was`, async () => {
    const bench = await startBench();
    const group = emptyGroup(bench);
    bench.operator.faults.add({ ...renamed, effect: { kind: 'drop', when: 'after' } });
    const page = { kind: 'status', status, html: true } as const;
    bench.operator.faults.add({ method: 'GET', path: '/groups', count: 'all', effect: page });
    const queue = bench.open();
    const id = orderGroupName(queue, group, 'Bay 3 arrivals');
    await queue.reaches(id, 'blocked');
    expect(queue.problem(id)?.code).toBe('outcome-not-reported');
    const { policy } = queue.parts;
    const rules = { sqlite: queue.database.sqlite, now: bench.clock.now(), policy };
    expect(actionsFor(rules, queue.row(id))).toEqual(['decide-done', 'cancel']);
    expect(bench.operator.journal.executions(renamed)).toBe(1);
    queue.commands.decide(id, true);
    expect(queue.row(id)).toMatchObject({ state: 'done', confirmed_by: 'person' });
  });
}

test('a Box is taken out where no product can be read; after a lost answer its group tells where it is', async () => {
  const bench = await startBench({ notOffered: noProducts });
  const product = productOf(bench.operator, notable.boxes.installed);
  const queue = bench.open();
  const id = orderUninstallation(queue, fitted, product);
  await queue.comesTo(id, 'done');
  expect(product.carId).toBeNull();

  product.carId = fitted;
  bench.operator.faults.add({ method: 'DELETE', effect: { kind: 'drop', when: 'after' } });
  const again = orderUninstallation(queue, fitted, product);
  await queue.reaches(again, 'done');
  expect(queue.row(again).confirmed_by).toBe('query');
  expect(bench.operator.journal.executions({ method: 'DELETE', path: '/installations' })).toBe(2);
});

test('where groups cannot be listed either, a lost answer about a Box is left to a person', async () => {
  const bench = await startBench({ notOffered: [...noProducts, 'GET /groups'] });
  const product = productOf(bench.operator, notable.boxes.installed);
  const queue = bench.open();
  bench.operator.faults.add({ method: 'DELETE', effect: { kind: 'drop', when: 'after' } });
  const id = orderUninstallation(queue, fitted, product);
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('outcome-not-reported');
  expect(product.carId).toBeNull();
});
