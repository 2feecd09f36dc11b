import { expect, test, vi } from 'vitest';
import type { OperationId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';
import {
  orderAccess,
  orderCar,
  orderEvent,
  orderInstallation,
  orderMembership,
  orderRemoval,
} from './orders.ts';

const [box] = notable.boxes.free;
const states = (queue: Queue, ...ids: readonly OperationId[]) => ids.map((id) => queue.row(id).state);
const sent = ({ operator }: Bench, path: string) => operator.journal.matching({ method: 'PUT', path }).length;
const logged = (queue: Queue) =>
  queue.database.sqlite.prepare<[], string>('SELECT type FROM log_entry ORDER BY number').pluck().all();

/** A car that the operator refuses, with what builds on it. */
async function refusedCar() {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/cars',
    effect: { kind: 'status', status: 400, body: '"The brand is not known."' },
  });
  const queue = bench.open();
  const car = orderCar(queue);
  const install = orderInstallation(queue, car, box);
  const access = orderAccess(queue, car);
  const removal = orderRemoval(queue, car, access);
  await queue.comesTo(car, 'blocked');
  return { bench, queue, car, install, access, removal };
}

test('faults.md 16: a refused request waits for a person with the operator’s message; its dependants wait', async () => {
  const { bench, queue, car, install, access } = await refusedCar();
  expect(queue.problem(car)).toMatchObject({ code: 'operator-rejected', raw: 'The brand is not known.' });
  expect(states(queue, install, access)).toEqual(['waiting', 'waiting']);
  expect(sent(bench, '/cars')).toBe(1);
});

test('"send again" sends again, and its dependants follow', async () => {
  const { bench, queue, car, install, access } = await refusedCar();
  queue.commands.retry(car);
  await queue.comesTo(install, 'done');
  await queue.comesTo(access, 'awaiting-result');
  expect(sent(bench, '/cars')).toBe(2);
  expect(queue.row(car).revision).toBe(2);
  expect(queue.attempts(car).map(({ status }) => status)).toEqual([400, null]);
  expect(logged(queue)).toContain('operation-retried');
});

test('a cancellation holds its dependants, with the reason', async () => {
  const { queue, car, install, access, removal } = await refusedCar();
  queue.commands.cancel(car);
  expect(states(queue, car, install, access, removal)).toEqual(['cancelled', 'held', 'held', 'held']);
  expect(queue.problem(removal)?.code).toBe('dependency-ended');
  expect(logged(queue)).toContain('operation-cancelled');
});

test('a held operation cannot go on without its foundation, and does not wait for ever', async () => {
  const { queue, car, install, access, removal } = await refusedCar();
  queue.commands.cancel(car);
  expect(problemCodeOf(() => queue.commands.retry(install))).toBe('dependency-ended');
  expect(problemCodeOf(() => queue.commands.retry(removal))).toBe('dependency-ended');
  expect(states(queue, install, access, removal)).toEqual(['held', 'held', 'held']);
  queue.commands.cancel(access);
  expect(states(queue, access, removal)).toEqual(['cancelled', 'held']);
});

test('faults.md 18: a retry releases the operations held with it, but not those that another failure holds', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const group = emptyGroup(bench);
  const first = orderMembership(queue, 20_001, group);
  const second = orderMembership(queue, 20_002, group);
  const onFirst = orderAfter(queue, [first]);
  const onOnFirst = orderAfter(queue, [onFirst]);
  const onBoth = orderAfter(queue, [onFirst, second]);
  queue.database.write(({ sqlite }) => {
    const hold = sqlite.prepare<[OperationId]>(`UPDATE operation SET state = 'held' WHERE id = ?`);
    for (const id of [onFirst, onOnFirst, onBoth]) hold.run(id);
  });
  queue.commands.cancel(second);
  queue.commands.retry(onFirst);
  expect(states(queue, onFirst, onOnFirst, onBoth)).toEqual(['waiting', 'waiting', 'held']);
});

/** A membership that must wait for others. */
const orderAfter = (queue: Queue, after: readonly OperationId[]) =>
  orderMembership(queue, 20_003, 301, after);

test('an operation based on a cancelled one is held from the start', async () => {
  const { queue, car } = await refusedCar();
  queue.commands.cancel(car);
  const late = orderInstallation(queue, car, box);
  expect(queue.row(late).state).toBe('held');
  expect(queue.problem(late)?.code).toBe('dependency-ended');
});

test('a sent operation cannot be cancelled, and only a blocked one can be decided', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/installations', effect: { kind: 'hang' } });
  const queue = bench.open();
  const id = orderInstallation(queue, 20_001, box);
  await queue.comesTo(id, 'sending');
  for (const act of [
    () => queue.commands.cancel(id),
    () => queue.commands.retry(id),
    () => queue.commands.decide(id, true),
  ]) {
    expect(problemCodeOf(act)).toBe('step-not-ready');
  }
  expect(queue.row(id).state).toBe('sending');
});

test('an operation that is cancelled during its pre-send check is never sent', async () => {
  const bench = await startBench();
  const { faults } = bench.operator;
  const look = faults.add({ method: 'GET', path: '/cars', effect: { kind: 'hold' } });
  const queue = bench.open();
  const car = orderCar(queue);
  await vi.waitFor(() => expect(bench.operator.journal.matching({ path: '/cars' })).toHaveLength(1));
  queue.commands.cancel(car);
  faults.clear(look);
  await vi.waitFor(() =>
    expect(bench.operator.journal.matching({ path: '/cars' })[0]?.outcome).toBe('answered'),
  );
  const other = orderInstallation(queue, 20_001, box);
  await queue.comesTo(other, 'done');
  expect(queue.row(car).state).toBe('cancelled');
  expect(sent(bench, '/cars')).toBe(0);
});

/** An event that may have been recorded. */
async function doubtfulEvent() {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/events', effect: { kind: 'drop', when: 'after' } });
  const queue = bench.open();
  const event = orderEvent(queue, 20_001);
  await queue.comesTo(event, 'blocked');
  return { bench, queue, event };
}

test('"it was done" ends a doubtful event without another sending', async () => {
  const { bench, queue, event } = await doubtfulEvent();
  queue.commands.decide(event, true);
  expect(queue.row(event)).toMatchObject({ state: 'done', confirmed_by: 'person' });
  expect(sent(bench, '/events')).toBe(1);
  expect(logged(queue)).toContain('operation-decided');
});

test('"it was not done" repeats a doubtful event', async () => {
  const { bench, queue, event } = await doubtfulEvent();
  bench.clock.advance(queue.parts.policy.quarantineMs);
  queue.commands.decide(event, false);
  await queue.comesTo(event, 'done');
  expect(sent(bench, '/events')).toBe(2);
});

/** A new car of which two look alike, with what builds on it. */
async function doubtfulCar() {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const car = orderCar(queue);
  await queue.comesTo(car, 'unknown');
  const { cars } = bench.operator.state;
  const twin = { description: null, vin: '', brand: 'Ford', model: '', customerId: 4711 };
  for (const id of [29_998, 29_999]) {
    cars.set(id, { id, name: 'Van M QX 4711', licensePlate: 'M QX 4711', ...twin });
  }
  await queue.reaches(car, 'blocked');
  return { bench, queue, car, cars };
}

test('faults.md 19: "it was done" about a new car still finds the car’s id for its dependants', async () => {
  const { bench, queue, car, cars } = await doubtfulCar();
  cars.delete(29_998);
  queue.commands.decide(car, true);
  await queue.comesTo(car, 'done');
  const install = orderInstallation(queue, car, box);
  await queue.comesTo(install, 'done');
  const product = [...bench.operator.state.products.values()].find(
    ({ serialNumber }) => serialNumber === box,
  );
  expect(product?.carId).toBe(29_999);
  expect(sent(bench, '/cars')).toBe(1);
});

test('"it was done" about a car that cannot be found is never answered with a second sending', async () => {
  const { bench, queue, car, cars } = await doubtfulCar();
  cars.delete(29_998);
  cars.delete(29_999);
  queue.commands.decide(car, true);
  await queue.comesTo(car, 'blocked');
  bench.clock.advance(3_600_000);
  expect(queue.problem(car)?.code).toBe('several-cars-match');
  expect(sent(bench, '/cars')).toBe(1);

  queue.commands.decide(car, false);
  await queue.comesTo(car, 'done');
  expect(sent(bench, '/cars')).toBe(2);
});

test('"send again" about a car that may exist looks again before anything else', async () => {
  const { bench, queue, car } = await doubtfulCar();
  queue.commands.retry(car);
  expect(queue.row(car).state).toBe('unknown');
  await queue.comesTo(car, 'blocked');
  expect(sent(bench, '/cars')).toBe(1);
});
