import { expect, test, vi } from 'vitest';
import { boundValue } from '../../../electron/db/tables/queue/operation-order.ts';
import { findCandidates } from '../../../electron/operations/queue/decisions.ts';
import { MINUTE } from '../../../shared/time.ts';
import { giveAccess } from '../queue-kinds/orders.ts';
import { type Bench, startBench } from './fixture.ts';
import { orderAccess, orderCar } from './orders.ts';

const CAR = 20_001;
const PLATE = 'M QX 4711';

const accesses = ({ operator }: Bench) =>
  [...operator.state.assignments.values()].filter(({ carId }) => carId === CAR);
const cars = ({ operator }: Bench) =>
  [...operator.state.cars.values()].filter(({ licensePlate }) => licensePlate === PLATE);
/** Waits for the access, which the operator then holds with a start that it has rounded. */
const givenEarlier = async (bench: Bench) => {
  const made = await vi.waitFor(() => {
    const [one] = accesses(bench);
    if (one === undefined) throw new Error('not given yet');
    return one;
  });
  const start = new Date(Date.parse(made.start) - MINUTE).toISOString();
  bench.operator.state.assignments.set(made.id, { ...made, start });
  return made;
};
/** The look after the lost answer waits until the operator has changed the record: the read number `nth`, after those before the sending. */
const holdLook = ({ operator }: Bench, path: string, nth: number) =>
  operator.faults.add({
    method: 'GET',
    path,
    nth,
    count: 'all',
    effect: { kind: 'hold' },
  });
const loseAnswer = ({ operator }: Bench, path: string) =>
  operator.faults.add({ method: 'PUT', path, effect: { kind: 'drop', when: 'after' } });

test('a car whose brand the operator spells otherwise is never made a second time: a person says whether it is ours', async () => {
  const bench = await startBench();
  loseAnswer(bench, '/cars');
  const look = holdLook(bench, '/cars', 3);
  const queue = bench.open();
  const order = orderCar(queue, PLATE);
  await queue.comesTo(order, 'unknown');
  const [made] = cars(bench);
  if (made === undefined) throw new Error('the operator has made it');
  bench.operator.state.cars.set(made.id, { ...made, brand: 'FORD-WERKE' });
  bench.operator.faults.clear(look);
  await queue.reaches(order, 'blocked');
  expect(queue.problem(order)).toMatchObject({ code: 'car-exists', params: { carId: made.id } });
  expect(cars(bench)).toHaveLength(1);
  queue.commands.decide(order, true, made.id);
  expect(queue.row(order)).toMatchObject({ state: 'done', confirmed_by: 'person' });
});

test('an access whose times the operator rounds is never given a second time: a person says whether it is ours', async () => {
  const bench = await startBench({ resultsLost: true });
  loseAnswer(bench, '/assignments');
  const look = holdLook(bench, '/cars/*/assignments', 2);
  const queue = bench.open();
  const order = orderAccess(queue, CAR);
  await queue.comesTo(order, 'unknown');
  const made = await givenEarlier(bench);
  bench.operator.faults.clear(look);
  await queue.reaches(order, 'blocked');
  expect(queue.problem(order)?.code).toBe('access-may-be-given');
  expect(accesses(bench)).toHaveLength(1);
  const { candidates } = await findCandidates(queue.parts, queue.row(order));
  expect(candidates.map(({ id }) => id)).toEqual([made.id]);
  queue.commands.decide(order, true, made.id);
  expect(queue.row(order)).toMatchObject({ state: 'done', confirmed_by: 'person' });
});

test('an earlier access of the same user causes no doubt: the unapplied order is sent again', async () => {
  const bench = await startBench({ resultsLost: true });
  bench.operator.faults.add({
    method: 'PUT',
    path: '/assignments',
    effect: { kind: 'drop', when: 'before' },
  });
  const earlier = giveAccess(bench.operator, CAR);
  const queue = bench.open();
  const order = orderAccess(queue, CAR);
  await queue.comesTo(order, 'unknown');
  await queue.reaches(order, 'done');
  expect(accesses(bench)).toHaveLength(2);
  expect(boundValue(queue.database.sqlite, order, 'id')).not.toBe(earlier);
});

test('a person who rejects the other access has ours sent', async () => {
  const bench = await startBench({ resultsLost: true });
  loseAnswer(bench, '/assignments');
  const look = holdLook(bench, '/cars/*/assignments', 2);
  const queue = bench.open();
  const order = orderAccess(queue, CAR);
  await queue.comesTo(order, 'unknown');
  await givenEarlier(bench);
  bench.operator.faults.clear(look);
  await queue.reaches(order, 'blocked');
  queue.commands.decide(order, false, null);
  await queue.reaches(order, 'done');
  expect(accesses(bench)).toHaveLength(2);
});
