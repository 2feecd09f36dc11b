import { expect, test, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { placeProduct } from '../../operator/control/state-views.ts';
import { type Bench, startBench } from './fixture.ts';
import { orderAccess, orderGroup, orderInstallation, orderMembership, orderRemoval } from './orders.ts';
import { feedOf } from './results.ts';

const [box] = notable.boxes.free;
const car = 20_001;
const sent = ({ operator }: Bench, path: string) => operator.journal.matching({ method: 'PUT', path }).length;

test('a Box in another car is never requested', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderInstallation(queue, car, notable.boxes.installed);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({
    code: 'box-in-another-car',
    params: { serial: notable.boxes.installed, car: notable.plates.inAnotherCar },
  });
  expect(sent(bench, '/installations')).toBe(0);
});

test('faults.md 10: a Box that was put into another car meanwhile is requested once and left to a person', async () => {
  const bench = await startBench();
  // A colleague was faster, between our read and our request.
  const { faults } = bench.operator;
  const request = faults.add({ method: 'PUT', path: '/installations', effect: { kind: 'hold' } });
  const queue = bench.open();
  const id = orderInstallation(queue, car, box);
  await queue.comesTo(id, 'sending');
  placeProduct(bench.operator.state, box, 20_002);
  faults.clear(request);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-in-another-car');
  expect(queue.problem(id)?.raw).toContain('already installed');
  bench.clock.advance(3_600_000);
  expect(sent(bench, '/installations')).toBe(1);
});

test('a Box that is in this car already is done without a request', async () => {
  const bench = await startBench();
  placeProduct(bench.operator.state, box, car);
  const queue = bench.open();
  const id = orderInstallation(queue, car, box);
  await queue.comesTo(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('query');
  expect(sent(bench, '/installations')).toBe(0);
});

test('faults.md 10: a 409 whose goal turns out to be reached is done, "already so"', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'status', status: 409, when: 'after', body: '"already installed in a car"' },
  });
  const queue = bench.open();
  const id = orderInstallation(queue, car, box);
  await queue.comesTo(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('query');
  expect(sent(bench, '/installations')).toBe(1);
});

const serviceNotReported = { notOffered: ['GET /products/{productId}/services'] };

test('a Box refused for a missing service that could not be read before is named as such, with the operator’s message', async () => {
  const bench = await startBench(serviceNotReported);
  const queue = bench.open();
  const id = orderInstallation(queue, car, notable.boxes.withoutService);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({
    code: 'box-without-service',
    params: { serial: notable.boxes.withoutService },
  });
  expect(queue.problem(id)?.raw).toContain('no service assigned');
  expect(sent(bench, '/installations')).toBe(1);
});

test('where lists do not name the car, a refused Box is not reported as lacking a service', async () => {
  const bench = await startBench({
    productListsShowCarId: false,
    notOffered: ['GET /products/{productId}'],
  });
  const queue = bench.open();
  const id = orderInstallation(queue, car, notable.boxes.installed);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('operator-conflict');
  expect(queue.problem(id)?.raw).toContain('already installed');
  expect(sent(bench, '/installations')).toBe(1);
});

test('a 409 whose read fails is read again, never sent again', async () => {
  const bench = await startBench(serviceNotReported);
  const queue = bench.open({ start: false });
  const id = orderInstallation(queue, car, notable.boxes.withoutService);
  bench.operator.faults.add({
    path: '/cars/*/products',
    nth: 2,
    count: 3,
    effect: { kind: 'status', status: 500 },
  });
  queue.engine.start();
  await queue.comesTo(id, 'unknown');
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-without-service');
  expect(sent(bench, '/installations')).toBe(1);
});

test('a group of that name is adopted without being made', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const group = orderGroup(queue, notable.emptyGroup);
  const member = orderMembership(queue, car, group);
  await queue.comesTo(member, 'done');
  expect(sent(bench, '/groups')).toBe(0);
});

test('a group that a colleague made meanwhile is adopted on its 409', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/groups',
    effect: { kind: 'status', status: 409, when: 'after', body: '"A group with the name exists."' },
  });
  const queue = bench.open();
  const group = orderGroup(queue);
  const member = orderMembership(queue, car, group);
  await queue.comesTo(member, 'done');
  expect(queue.row(group).confirmed_by).toBe('query');
  expect(sent(bench, '/groups')).toBe(1);
});

test('"already a member" counts as done', async () => {
  const bench = await startBench();
  bench.operator.state.groups.get(301)?.carIds.add(car);
  const queue = bench.open();
  const id = orderMembership(queue, car, 301);
  await queue.comesTo(id, 'done');
  expect(sent(bench, '/groups/*/cars')).toBe(1);
});

test('faults.md 14: a membership in a group that is not there is left to a person with the answer of the operator', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = orderMembership(queue, car, 999);
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('operator-not-found');
});

test('an access that is deleted already counts as removed', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  bench.operator.state.assignments.clear();
  const removal = orderRemoval(queue, car, access);
  await queue.comesTo(removal, 'done');
  expect(queue.row(removal).confirmed_by).toBe('answer');
});
