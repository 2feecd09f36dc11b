import { expect, test } from 'vitest';
import { type OperationId, carId } from '../../../shared/ids.ts';
import { actionsFor } from '../../../electron/operations/queue/actions.ts';
import { findCandidates } from '../../../electron/operations/queue/decisions.ts';
import { viewDetail } from '../../../electron/operations/queue/detail.ts';
import { notable } from '../../operator/seed/notable.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar, orderInstallation, orderRemoval } from './orders.ts';

const [box] = notable.boxes.free;
const states = (queue: Queue, ...ids: readonly OperationId[]) => ids.map((id) => queue.row(id).state);
const rules = (queue: Queue) => ({
  sqlite: queue.database.sqlite,
  now: queue.parts.clock.now(),
  policy: queue.parts.policy,
});

test('a held operation stays until it is released; its dependants wait, other work on the car goes ahead', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  const other = orderInstallation(queue, 20_001, notable.boxes.free[1]);
  queue.commands.hold(car);
  queue.engine.start();
  await queue.comesTo(other, 'done');
  const late = orderAccess(queue, car);
  expect(states(queue, car, install, late)).toEqual(['held', 'waiting', 'waiting']);
  queue.commands.release(car);
  await queue.comesTo(install, 'done');
  await queue.comesTo(late, 'awaiting-result');
});

test('held back survives a restart', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const install = orderInstallation(queue, 20_001, box);
  queue.commands.hold(install);
  await queue.stop();
  const next = bench.open();
  const other = orderInstallation(next, 20_002, notable.boxes.free[1]);
  await next.comesTo(other, 'done');
  expect(states(next, install)).toEqual(['held']);
});

test('before a cancellation all affected operations are named, also indirect ones; cancelled with it, none is left', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  const access = orderAccess(queue, car);
  const removal = orderRemoval(queue, car, access);
  const { dependants } = viewDetail(rules(queue), queue.row(car), () => null);
  expect(dependants.map(({ id }) => id)).toEqual([install, access, removal]);
  queue.commands.cancelAll(car);
  expect(states(queue, car, install, access, removal)).toEqual(Array(4).fill('cancelled'));
});

test('giving up everything is all or nothing', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  queue.database.sqlite.prepare(`UPDATE operation SET state = 'sending' WHERE id = ?`).run(install);
  expect(problemCodeOf(() => queue.commands.cancelAll(car))).toBe('step-not-ready');
  expect(states(queue, car, install)).toEqual(['ready', 'sending']);
});

/** A new car that was given up with work hanging on it. */
async function lostCar() {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  const access = orderAccess(queue, car);
  const removal = orderRemoval(queue, car, access);
  queue.commands.cancel(car);
  queue.engine.start();
  return { bench, queue, car, install, access, removal };
}

test('the dependants of a cancelled car move to another car, and are done there', async () => {
  const { bench, queue, car, install, access, removal } = await lostCar();
  expect(viewDetail(rules(queue), queue.row(removal), () => null).lostCar).toBe(car);
  queue.commands.moveToCar(car, { car: carId.parse(20_001), label: 'M BX 1077' });
  await queue.comesTo(install, 'done');
  await queue.comesTo(access, 'awaiting-result');
  expect(queue.row(install).lane).toBe('car:20001');
  const product = [...bench.operator.state.products.values()].find(
    ({ serialNumber }) => serialNumber === box,
  );
  expect(product?.carId).toBe(20_001);
  expect(viewDetail(rules(queue), queue.row(install), () => null).timeline).toContainEqual(
    expect.objectContaining({
      act: 'moved',
      changes: [{ field: 'car', before: 'M QX 4711', after: 'M BX 1077' }],
    }),
  );
  expect(queue.row(removal).state).toBe('waiting');
  expect(problemCodeOf(() => queue.commands.moveToCar(car, { car: carId.parse(20_002), label: 'x' }))).toBe(
    'step-not-ready',
  );
});

test('the dependants of a cancelled car can move to a new one, created first', async () => {
  const { queue, car, install, access } = await lostCar();
  const next = orderCar(queue, 'M QX 4713');
  queue.commands.moveToCar(car, { car: { op: next, field: 'id' }, label: 'M QX 4713' });
  await queue.comesTo(install, 'done');
  await queue.comesTo(access, 'awaiting-result');
  expect(queue.row(install).lane).toMatch(/^car:\d+$/);
});

test('the dependants of a cancelled car can be cancelled', async () => {
  const { queue, car, install, access, removal } = await lostCar();
  expect(actionsFor(rules(queue), queue.row(car))).toEqual(['move-to-car', 'cancel-dependants']);
  queue.commands.cancelAll(car);
  expect(states(queue, install, access, removal)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(actionsFor(rules(queue), queue.row(car))).toEqual([]);
});

/** A new car of which the answer was lost, and two like it at the operator. */
async function twins() {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  await queue.comesTo(car, 'unknown');
  const twin = { description: null, vin: '', brand: 'Ford', model: '', customerId: 4711 };
  for (const id of [29_998, 29_999]) {
    bench.operator.state.cars.set(id, { id, name: 'Van M QX 4711', licensePlate: 'M QX 4711', ...twin });
  }
  await queue.reaches(car, 'blocked');
  return { bench, queue, car, install };
}

test('"it was done" with a chosen object releases the dependants with that object', async () => {
  const { bench, queue, car, install } = await twins();
  const { candidates: found } = await findCandidates(queue.parts, queue.row(car));
  expect(found.map(({ id, label }) => ({ id, label }))).toEqual([
    { id: 29_998, label: 'M QX 4711' },
    { id: 29_999, label: 'M QX 4711' },
  ]);
  queue.commands.decide(car, true, 29_999);
  await queue.comesTo(install, 'done');
  expect(queue.row(car)).toMatchObject({ state: 'done', confirmed_by: 'person' });
  const product = [...bench.operator.state.products.values()].find(
    ({ serialNumber }) => serialNumber === box,
  );
  expect(product?.carId).toBe(29_999);
  expect(bench.operator.journal.matching({ method: 'PUT', path: '/cars' })).toHaveLength(1);
});

test('two operations never adopt the same car', async () => {
  const { queue, car } = await twins();
  queue.commands.decide(car, true, 29_999);
  const second = orderCar(queue);
  queue.database.sqlite.prepare(`UPDATE operation SET state = 'blocked' WHERE id = ?`).run(second);
  expect(await findCandidates(queue.parts, queue.row(second))).toEqual({
    candidates: [expect.objectContaining({ id: 29_998 })],
    listed: true,
  });
  expect(problemCodeOf(() => queue.commands.decide(second, true, 29_999))).toBe('adopted-already');
  expect(queue.row(second).state).toBe('blocked');
});

test('an earlier access of the user is never taken for the ordered one', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const asked = orderAccess(queue, 20_001);
  const [earlier, made] = [501, 502];
  queue.database.sqlite
    .prepare(`UPDATE operation SET state = 'blocked', context = ? WHERE id = ?`)
    .run(JSON.stringify({ start: 1000, end: 2000, knownBefore: [earlier] }), asked);
  for (const id of [earlier, made]) {
    const [like] = bench.operator.state.assignments.values();
    if (like === undefined) throw new Error('the seed has no access');
    bench.operator.state.assignments.set(id, { ...like, id, carId: 20_001, userId: notable.testUserId });
  }
  const { candidates } = await findCandidates(queue.parts, queue.row(asked));
  expect(candidates.map(({ id }) => id)).toContain(made);
  expect(candidates.map(({ id }) => id)).not.toContain(earlier);
  expect(problemCodeOf(() => queue.commands.decide(asked, true, earlier))).toBe('adopted-earlier');
  expect(queue.row(asked).state).toBe('blocked');
  queue.commands.decide(asked, true, made);
  expect(queue.row(asked).state).toBe('done');
});

test('"it was not done" is refused while the request may still be executed', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'drop', when: 'before' },
  });
  const queue = bench.open();
  const install = orderInstallation(queue, 20_001, box);
  await queue.comesTo(install, 'unknown');
  expect(problemCodeOf(() => queue.commands.decide(install, false))).toBe('still-being-found-out');
  expect(actionsFor(rules(queue), queue.row(install))).toEqual(['decide-done']);
  const over = { ...rules(queue), now: queue.parts.clock.now() + queue.parts.policy.quarantineMs };
  expect(actionsFor(over, queue.row(install))).toEqual(['decide-done', 'decide-not-done']);
});
