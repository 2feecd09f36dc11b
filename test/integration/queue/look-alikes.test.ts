import { expect, test, vi } from 'vitest';
import { boundValue } from '../../../electron/db/tables/queue/operation-order.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar } from './orders.ts';

const made = ({ operator }: Bench) =>
  [...operator.state.cars.values()]
    .filter(({ licensePlate }) => licensePlate === 'M QX 4711')
    .map(({ id }) => id)
    .sort((one, other) => one - other);
const idOf = (queue: Queue, id: OperationId) => boundValue(queue.database.sqlite, id, 'id') ?? 0;
const idsOf = (queue: Queue, ...ids: readonly OperationId[]) =>
  ids.map((id) => idOf(queue, id)).sort((one, other) => one - other);

for (const when of ['before', 'after'] as const) {
  test(`two equal orders of a car are two cars, each its own, also when the first answer was lost ${when} it was applied`, async () => {
    const bench = await startBench();
    bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when } });
    const queue = bench.open();
    const orders = [orderCar(queue), orderCar(queue)];
    for (const order of orders) await queue.reaches(order, 'done');
    expect(made(bench)).toHaveLength(2);
    expect(idsOf(queue, ...orders)).toEqual(made(bench));
  });
}

test('while one of two equal orders is in doubt the other waits, and work on other cars does not', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const doubtful = orderCar(queue);
  await queue.comesTo(doubtful, 'unknown');
  const alike = orderCar(queue);
  const other = orderCar(queue, 'M QX 1');
  await queue.comesTo(other, 'done');
  expect(queue.row(alike)).toMatchObject({ state: 'ready', attempt: 0 });
  await queue.reaches(alike, 'done');
  expect(idOf(queue, alike)).not.toBe(idOf(queue, doubtful));
});

test('two equal orders that are both in doubt after a crash never adopt the same car', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const orders = [orderCar(queue), orderCar(queue)];
  queue.database.write(({ sqlite }) =>
    sqlite.exec(`UPDATE operation SET state = 'sending', attempt = 1, context = '{"knownBefore":[]}'`),
  );
  const { state } = bench.operator;
  const id = state.nextId('cars');
  const [like] = state.cars.values();
  if (like === undefined) throw new Error('the seed has cars');
  const fields = { name: 'Van M QX 4711', vin: '', licensePlate: 'M QX 4711', brand: 'Ford', model: '' };
  state.cars.set(id, { ...like, ...fields, id });
  queue.engine.start();
  for (const order of orders) await queue.reaches(order, 'done');
  expect(idsOf(queue, ...orders)).toEqual(made(bench));
  expect(made(bench)).toHaveLength(2);
});

test('two equal accesses found by reading are each their own', async () => {
  const bench = await startBench({ resultsLost: true });
  const queue = bench.open();
  const orders = [orderAccess(queue, 20_001), orderAccess(queue, 20_001)];
  for (const order of orders) await queue.reaches(order, 'done');
  const accesses = [...bench.operator.state.assignments.values()].filter(({ carId }) => carId === 20_001);
  expect(idsOf(queue, ...orders)).toEqual(accesses.map(({ id }) => id).sort((one, other) => one - other));
  await vi.waitFor(() => expect(queue.faults).toEqual([]));
});
