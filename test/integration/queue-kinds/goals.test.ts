import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { loadOperation } from '../../../electron/operations/queue/kinds/registry.ts';
import { placeProduct } from '../../operator/control/state-views.ts';
import { notable } from '../../operator/seed/notable.ts';
import { emptyGroup, startBench } from '../queue/fixture.ts';
import { feedOf, incidents, keptResults } from '../queue/results.ts';
import {
  car,
  fitted,
  giveAccess,
  groupWithService,
  orderCarChange,
  orderGroupName,
  orderServiceRemoval,
  orderUninstallation,
  orderUserMembership,
  orderUserRemoval,
  productOf,
  user,
} from './orders.ts';

const uninstalled = { method: 'DELETE', path: '/installations' } as const;
const kept = z.object({ assignments: z.array(z.object({ id: z.number(), userId: z.number() })) });

test('a member already, a service and a user gone already: the goal is reached', async () => {
  const bench = await startBench();
  const group = emptyGroup(bench);
  bench.operator.state.groups.get(group)?.userIds.add(user);
  const { group: other, service } = groupWithService(bench.operator);
  bench.operator.state.groups.get(other)?.serviceIds.delete(service);
  const queue = bench.open();
  const orders = [
    orderUserMembership(queue, group),
    orderServiceRemoval(queue, other, service),
    orderUserRemoval(queue, 999_999),
  ];
  for (const id of orders) await queue.comesTo(id, 'done');
  expect(orders.map((id) => queue.problem(id))).toEqual([null, null, null]);
});

test('a name that another group has is left to a person', async () => {
  const bench = await startBench();
  const group = emptyGroup(bench);
  const taken = [...bench.operator.state.groups.values()].find(({ id }) => id !== group)?.name ?? '';
  const queue = bench.open();
  const id = orderGroupName(queue, group, taken);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({ code: 'operator-conflict' });
  expect(queue.problem(id)?.raw).toContain('already exists');
});

test('a car changed in letter case only is distinguished from an unchanged one', async () => {
  const bench = await startBench();
  const queue = bench.open();
  bench.operator.faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'before' } });
  const name = bench.operator.state.cars.get(car)?.name ?? '';
  const id = orderCarChange(queue, car, { name: name.toUpperCase() });
  await queue.reaches(id, 'done');
  expect(bench.operator.state.cars.get(car)?.name).toBe(name.toUpperCase());
});

test('an emptied field that reads back as blank is emptied', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PATCH', effect: { kind: 'drop', when: 'after' } });
  const queue = bench.open({
    // The look that follows a lost answer comes at once.
    crashPoint: (name) => {
      const changed = bench.operator.state.cars.get(car);
      if (name === 'after-settling' && changed !== undefined) changed.licensePlate = '  ';
    },
  });
  const id = orderCarChange(queue, car, { licensePlate: null });
  await queue.reaches(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('query');
  expect(bench.operator.journal.matching({ method: 'PATCH' })).toHaveLength(1);
});

test('a car that is gone is left to a person', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderCarChange(queue, 999_999, { name: 'Nothing' });
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('operator-not-found');
});

test('a Box that is in no car is out of this one by the operator’s 409; nothing is sent for one in another car', async () => {
  const bench = await startBench();
  const product = productOf(bench.operator, notable.boxes.installed);
  const queue = bench.open();
  product.carId = null;
  const free = orderUninstallation(queue, fitted, product);
  await queue.comesTo(free, 'done');
  expect(bench.operator.journal.executions(uninstalled)).toBe(0);
  expect(bench.operator.journal.matching(uninstalled)).toHaveLength(1);
  placeProduct(bench.operator.state, product.serialNumber, car);
  const elsewhere = orderUninstallation(queue, fitted, product);
  await queue.comesTo(elsewhere, 'blocked');
  const named = bench.operator.state.cars.get(car);
  expect(queue.problem(elsewhere)).toMatchObject({
    code: 'product-in-another-car',
    params: { serial: product.serialNumber, wanted: 'B AL 209', car: named?.licensePlate },
  });
  expect(queue.reported).toEqual([free]);
  expect(bench.operator.journal.matching(uninstalled)).toHaveLength(1);
});

test('a product that is put into another car while its removal is in doubt is out, and in that car', async () => {
  const bench = await startBench();
  const product = productOf(bench.operator, notable.boxes.installed);
  bench.operator.faults.add({ ...uninstalled, effect: { kind: 'drop', when: 'after' } });
  const echoes: unknown[] = [];
  const queue = bench.open({
    onDone: (row, bindings) => {
      const loaded = loadOperation(row);
      if (loaded.ok) echoes.push(loaded.value.cacheUpdate(() => undefined, bindings));
    },
    // The look that follows a lost answer comes at once.
    crashPoint: (name) => {
      if (name === 'after-settling') placeProduct(bench.operator.state, product.serialNumber, car);
    },
  });
  const id = orderUninstallation(queue, fitted, product);
  await queue.reaches(id, 'done');
  expect(echoes).toEqual([{ of: 'product-car', product: product.id, car }]);
});

test('a Box that a colleague took out between our read and our request is out', async () => {
  const bench = await startBench();
  const product = productOf(bench.operator, notable.boxes.installed);
  const { faults } = bench.operator;
  const request = faults.add({ ...uninstalled, effect: { kind: 'hold' } });
  const queue = bench.open();
  const id = orderUninstallation(queue, fitted, product);
  await queue.comesTo(id, 'sending');
  product.carId = null;
  faults.clear(request);
  await queue.comesTo(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('query');
});

test('the accesses that a removal ends are recorded before it is sent, and its results are part of it', async () => {
  const bench = await startBench();
  const product = productOf(bench.operator, notable.boxes.installed);
  const taken = [giveAccess(bench.operator, fitted), giveAccess(bench.operator, fitted)];
  bench.operator.faults.add({ ...uninstalled, effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const id = orderUninstallation(queue, fitted, product);
  await queue.comesTo(id, 'unknown');
  const before = queue.row(id).context;
  const onRecord = kept.parse(JSON.parse(before ?? '')).assignments;
  expect(new Set(onRecord.map((row) => row.id))).toEqual(new Set(taken));

  // One of them ends by itself before the request goes out again: it is still on record.
  bench.operator.state.assignments.delete(taken[0] ?? 0);
  await queue.reaches(id, 'done');
  expect(queue.row(id).context).toBe(before);
  await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(taken.length - 1));
  feed.take();
  expect(keptResults(queue)).toEqual(['applied']);
  expect(incidents(queue)).toEqual([]);
});

test('an IQ is removed without a read of the car’s accesses', async () => {
  const bench = await startBench();
  const [serial] = notable.iq.free;
  placeProduct(bench.operator.state, serial, fitted);
  const queue = bench.open();
  const id = orderUninstallation(queue, fitted, productOf(bench.operator, serial));
  await queue.comesTo(id, 'done');
  expect(bench.operator.journal.matching({ path: '/cars/*/assignments' })).toEqual([]);
  expect(queue.row(id).context).toBe('{"assignments":[]}');
});

test('a removal waits while the accesses cannot be read for a moment, and goes where they never can', async () => {
  const bench = await startBench();
  const product = productOf(bench.operator, notable.boxes.installed);
  const path = '/cars/*/assignments';
  bench.operator.faults.add({ path, effect: { kind: 'status', status: 503 } });
  const queue = bench.open();
  const id = orderUninstallation(queue, fitted, product);
  await vi.waitFor(() => expect(queue.problem(id)?.code).toBe('operator-busy'));
  expect(bench.operator.journal.matching(uninstalled)).toEqual([]);
  bench.operator.faults.add({ path, count: 'all', effect: { kind: 'status', status: 200, body: '[{}]' } });
  await queue.reaches(id, 'done');
  expect(queue.row(id).context).toBe('{"assignments":null}');
});
