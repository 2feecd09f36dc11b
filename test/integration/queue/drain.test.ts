import { expect, test, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { startBench } from './fixture.ts';
import {
  orderAccess,
  orderCar,
  orderEvent,
  orderGroup,
  orderInstallation,
  orderMembership,
} from './orders.ts';

const [box, secondBox] = notable.boxes.free;
const carWithoutBox = 20_001;
const otherCar = 20_002;
const WAIT = { interval: 4 };

test('operations queued offline are sent in order once the operator is there', async () => {
  const bench = await startBench();
  await bench.operator.stop();
  const queue = bench.open();
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  const group = orderGroup(queue);
  const member = orderMembership(queue, car, group);
  const access = orderAccess(queue, car);
  await queue.comesTo(car, 'ready');
  expect([install, member, access].map((id) => queue.row(id).state)).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ]);

  await bench.operator.startAgain();
  await queue.reaches(access, 'awaiting-result');
  await queue.reaches(member, 'done');
  await queue.reaches(install, 'done');

  const { operator } = bench;
  const made = [...operator.state.cars.values()].filter(({ licensePlate }) => licensePlate === 'M QX 4711');
  expect(made).toHaveLength(1);
  const product = [...operator.state.products.values()].find(({ serialNumber }) => serialNumber === box);
  expect(product?.carId).toBe(made[0]?.id);
  const shift = [...operator.state.groups.values()].filter(({ name }) => name === 'Bay 3 arrivals');
  expect(shift.map(({ carIds }) => [...carIds])).toEqual([[made[0]?.id]]);
  const writes = operator.journal.entries.filter(({ method, applied }) => method === 'PUT' && applied);
  const position = (path: string) => writes.findIndex((entry) => entry.path.startsWith(path));
  expect(position('/cars')).toBeLessThan(position('/installations'));
  expect(position('/installations')).toBeLessThan(position('/assignments'));
  expect(operator.violations.all).toEqual([]);
  expect(queue.faults).toEqual([]);
});

test('a car with blocked work holds neither other cars nor its own later work', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const refused = orderInstallation(queue, carWithoutBox, notable.boxes.withoutService);
  const later = orderMembership(queue, carWithoutBox, 301);
  const elsewhere = orderInstallation(queue, otherCar, box);
  await queue.comesTo(refused, 'blocked');
  await queue.comesTo(elsewhere, 'done');
  await queue.comesTo(later, 'done');
  expect(queue.row(refused).state).toBe('blocked');
});

test('operations of one car are sent one after the other, also while the first is in doubt', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'drop', when: 'before' },
  });
  const queue = bench.open();
  const first = orderInstallation(queue, carWithoutBox, box);
  const second = orderMembership(queue, carWithoutBox, 301);
  const elsewhere = orderInstallation(queue, otherCar, secondBox);
  await queue.comesTo(first, 'unknown');
  await queue.comesTo(elsewhere, 'done');
  expect(queue.row(second).state).toBe('ready');

  await queue.reaches(second, 'done');
  expect(queue.row(first).state).toBe('done');
});

test('an event whose outcome is in doubt holds nothing else of its car', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/events', effect: { kind: 'drop', when: 'after' } });
  const queue = bench.open();
  const event = orderEvent(queue, carWithoutBox);
  const install = orderInstallation(queue, carWithoutBox, box);
  await queue.comesTo(install, 'done');
  await queue.comesTo(event, 'blocked');
  expect(queue.problem(event)?.code).toBe('event-may-be-recorded');
});

test('work enqueued after a new car has its id shares the lane with other work on that car', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const car = orderCar(queue);
  await queue.comesTo(car, 'done');
  const id = [...bench.operator.state.cars.values()].find(({ licensePlate }) => licensePlate === 'M QX 4711');
  const byReference = orderMembership(queue, car, 301);
  const byNumber = orderMembership(queue, id?.id ?? 0, 302);
  expect(queue.row(byReference).lane).toBe(queue.row(byNumber).lane);
});

test('as many operations are in flight at once as the policy allows, and never more', async () => {
  const bench = await startBench();
  const { faults, journal } = bench.operator;
  const memberships = { method: 'PUT', path: '/groups/*/cars' };
  const heldNow = () => journal.matching(memberships).filter(({ outcome }) => outcome === 'open').length;
  const queue = bench.open({ start: false });
  const { concurrency } = queue.parts.policy;
  const orders = Array.from({ length: 3 * concurrency }, (_, index) =>
    orderMembership(queue, 20_001 + index, 301),
  );
  const inState = (wanted: string) => orders.filter((order) => queue.row(order).state === wanted).length;
  const holds = orders.map((_, index) =>
    faults.add({ ...memberships, nth: index + 1, effect: { kind: 'hold' } }),
  );
  queue.engine.start();
  for (const [released, hold] of holds.entries()) {
    const onTheWire = Math.min(concurrency, orders.length - released);
    await vi.waitFor(() => expect([heldNow(), inState('done')]).toEqual([onTheWire, released]), WAIT);
    expect(inState('sending')).toBe(onTheWire);
    faults.clear(hold);
  }
  for (const order of orders) await queue.comesTo(order, 'done');
  expect(bench.operator.peakConcurrency()).toBe(concurrency);
});

test('one stuck car among two hundred delays none of the others @long', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const stuck = orderInstallation(queue, carWithoutBox, notable.boxes.withoutService);
  const orders = Array.from({ length: 199 }, (_, index) => orderCar(queue, `M ZZ ${index}`));
  queue.engine.start();
  for (const order of orders) await queue.comesTo(order, 'done');
  expect(queue.row(stuck).state).toBe('blocked');
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/cars' })).toBe(199);
});

test('a queue of thousands continues at once after a restart, in its order', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false, policy: { ...defaultPolicy, concurrency: 1 } });
  const orders = queue.database.write(() =>
    Array.from({ length: 5000 }, (_, index) => orderCar(queue, `M ZZ ${index}`)),
  );
  queue.engine.start();
  for (const order of orders.slice(0, 40)) await queue.comesTo(order, 'done');
  const names = bench.operator.journal
    .matching({ method: 'PUT', path: '/cars' })
    .map(({ body }) => Number(/M ZZ (\d+)/.exec(body ?? '')?.[1]));
  expect(names.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, index) => index));
});
