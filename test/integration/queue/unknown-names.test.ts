import { expect, test } from 'vitest';
import { orderUserRemovalByAddress } from '../queue-kinds/orders.ts';
import { emptyGroup, startBench } from './fixture.ts';
import { notable } from '../../operator/seed/notable.ts';
import { orderInstallation, orderMembership } from './orders.ts';

const [box] = notable.boxes.free;
const car = 20_001;
const NO_CAR = 29_999;

test('an installation that is answered with 404 names the Box that the operator does not know', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderInstallation(queue, car, notable.boxes.ofOtherCustomer);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({ code: 'box-unknown' });
  expect(queue.problem(id)?.params['serial']).toBe(notable.boxes.ofOtherCustomer);
  expect(queue.problem(id)?.raw).not.toBeNull();
});

test('an installation that is answered with 404 names the car where that is unknown', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderInstallation(queue, NO_CAR, box);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({ code: 'car-unknown', params: { car: 'M QX 4711' } });
});

test('a membership that is answered with 404 names the car where that is unknown', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderMembership(queue, NO_CAR, emptyGroup(bench));
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({ code: 'car-unknown', params: { car: 'M QX 4711' } });
});

test('where the car is known, a membership keeps the members of the answer', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderMembership(queue, car, 9999);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('operator-not-found');
});

test('an address that no user has is named, and nothing is taken for removed', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderUserRemovalByAddress(queue, 'no.one@workshop.example');
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({
    code: 'user-address-unknown',
    params: { address: 'no.one@workshop.example' },
  });
  expect(queue.problem(id)?.raw).not.toBeNull();
});

test('an unknown address whose answer was lost is asked again, and not taken for removed', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'DELETE',
    path: '/users/assignments/customers',
    effect: { kind: 'drop', when: 'after' },
  });
  const queue = bench.open();
  const id = orderUserRemovalByAddress(queue, 'no.one@workshop.example');
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('user-address-unknown');
});
