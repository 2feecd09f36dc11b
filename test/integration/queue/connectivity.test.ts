import { expect, test, vi } from 'vitest';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { assignmentId, carId } from '../../../shared/ids.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { operatorError } from '../../../electron/operator/operator-error.ts';
import { notable } from '../../operator/seed/notable.ts';
import { emptyGroup, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar, orderInstallation, orderMembership } from './orders.ts';

const [box] = notable.boxes.free;
const isOffline = (queue: Queue) => vi.waitFor(() => expect(queue.engine.connection().state).toBe('offline'));

test('faults.md 11: a token that becomes invalid during a drain is renewed once, and all continues', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const first = orderCar(queue);
  await queue.comesTo(first, 'done');
  bench.operator.revokeTokens();
  bench.operator.journal.clear();
  const orders = [1, 2, 3, 4].map((number) => orderMembership(queue, 20_000 + number, emptyGroup(bench)));
  for (const order of orders) await queue.comesTo(order, 'done');
  expect(bench.operator.journal.matching({ path: '/oauth2/token' })).toHaveLength(1);
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/groups/*/cars' })).toBe(4);
});

test('faults.md 12: with a wrong login all work keeps its place and the operator is asked at most twice', async () => {
  const bench = await startBench();
  const { password } = bench.operator.settings;
  const queue = bench.open({ start: false });
  bench.operator.settings.password = 'another one';
  const orders = [orderCar(queue), orderInstallation(queue, 20_001, box), orderAccess(queue, 20_002)];
  queue.engine.start();
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('paused'));
  await vi.waitFor(() =>
    expect(orders.map((id) => queue.row(id).state)).toEqual(['ready', 'ready', 'ready']),
  );
  bench.clock.advance(3_600_000);
  queue.engine.wake();
  expect(queue.engine.connection()).toMatchObject({ problem: { code: 'operator-login-refused' } });
  expect(bench.operator.journal.matching({ path: '/oauth2/token' }).length).toBeLessThanOrEqual(2);
  expect(bench.operator.violations.all).toEqual([]);

  // The right credentials come with a client of their own, over the same file.
  await queue.stop();
  bench.operator.settings.password = password;
  const mended = bench.open();
  for (const order of orders) await mended.reaches(order, 'done', 'awaiting-result');
});

test('a "try now" that cannot be stored leaves the drain paused, and the next one works', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', count: 'all', effect: { kind: 'status', status: 401 } });
  let full = false;
  const queue = bench.open({ diskFull: () => full });
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('paused'));
  await queue.comesTo(id, 'ready');

  bench.operator.faults.clear();
  full = true;
  expect(() => queue.engine.tryNow()).toThrow(/./);
  expect(queue.engine.connection().state).toBe('paused');
  full = false;
  queue.engine.tryNow();
  await queue.comesTo(id, 'done');
});

test('faults.md 11: a key that the operator refuses although the login is good pauses the drain', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', count: 'all', effect: { kind: 'status', status: 401 } });
  const queue = bench.open();
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('paused'));
  await queue.comesTo(id, 'ready');
  expect(queue.problem(id)?.code).toBe('operator-unauthorised');

  bench.operator.faults.clear();
  queue.engine.tryNow();
  await queue.comesTo(id, 'done');
});

test('faults.md 14: while the login does not see the customer nothing counts as absent: all pauses and keeps its place', async () => {
  const bench = await startBench();
  const { customers } = bench.operator.state;
  const customer = customers.get(4711);
  const queue = bench.open({ start: false });
  const member = orderMembership(queue, 20_001, emptyGroup(bench));
  // "No such access" would be its goal.
  const removal = queue.put(deleteAssignmentKind, () => ({
    assignment: assignmentId.parse(770_001),
    local: null,
    car: carId.parse(20_002),
    carLabel: 'M QX 4712',
    userName: 'Bay 3 Tester',
  }));
  customers.delete(4711);
  queue.engine.start();
  await vi.waitFor(() => {
    expect(queue.engine.connection().state).toBe('paused');
    expect([queue.row(member).state, queue.row(removal).state]).toEqual(['ready', 'ready']);
  });
  expect(queue.engine.connection()).toMatchObject({ problem: { code: 'customer-not-visible' } });

  if (customer !== undefined) customers.set(4711, customer);
  queue.engine.tryNow();
  await queue.comesTo(member, 'done');
  await queue.comesTo(removal, 'done');
});

test('faults.md 8: without a connection one operation at a time asks whether there is one', async () => {
  const bench = await startBench();
  await bench.operator.stop();
  const queue = bench.open({ start: false });
  const orders = [1, 2, 3, 4, 5, 6].map((number) =>
    orderMembership(queue, 20_000 + number, emptyGroup(bench)),
  );
  queue.engine.start();
  await isOffline(queue);
  await vi.waitFor(() => expect(orders.map((id) => queue.row(id).state)).not.toContain('sending'));
  const tries = () => orders.reduce((sum, id) => sum + queue.attempts(id).length, 0);
  for (let probe = 0; probe < 4; probe += 1) {
    const before = tries();
    const { connection } = queue.engine;
    const state = connection();
    bench.clock.advance(state.state === 'offline' ? (state.nextTryAt ?? 0) - bench.clock.now() : 0);
    await vi.waitFor(() => expect(connection()).not.toEqual(state));
    expect(tries()).toBe(before + 1);
  }
  // The doubt about the connection delays no operation by itself.
  expect(orders.map((id) => queue.row(id).delays)).toEqual(orders.map(() => 0));

  await bench.operator.startAgain();
  for (const order of orders) await queue.reaches(order, 'done');
  const sent = bench.operator.journal.matching({ method: 'PUT', path: '/groups/*/cars', applied: true });
  expect(sent.map(({ body }) => body)[0]).toContain('20001');
});

test('"try now" asks at once instead of at the next probe', async () => {
  const bench = await startBench();
  await bench.operator.stop();
  const queue = bench.open();
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await isOffline(queue);
  await bench.operator.startAgain();
  queue.parts.client.wake();
  queue.engine.tryNow();
  await queue.comesTo(id, 'done');
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('online'));
});

test('with nothing to send it asks by itself whether the connection is back, one small read at a time', async () => {
  const bench = await startBench();
  const queue = bench.open();
  queue.engine.connectionFailed(operatorError({ code: 'unreachable', sent: 'no', endpoint: 'cars.list' }));
  expect(queue.engine.connection().state).toBe('offline');
  expect(bench.operator.journal.matching({})).toEqual([]);
  await bench.operator.stop();
  for (let probe = 0; probe < 3; probe += 1) {
    const before = queue.engine.connection();
    bench.clock.advance(before.state === 'offline' ? (before.nextTryAt ?? 0) - bench.clock.now() : 0);
    await vi.waitFor(() => expect(queue.engine.connection()).not.toEqual(before));
    expect(queue.engine.connection().state).toBe('offline');
  }

  await bench.operator.startAgain();
  const last = queue.engine.connection();
  bench.clock.advance(last.state === 'offline' ? (last.nextTryAt ?? 0) - bench.clock.now() : 0);
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('online'));
  const asked = bench.operator.journal.matching({ method: 'GET' });
  expect(asked.map(({ path }) => path)).toEqual(['/customers']);
  expect(bench.operator.violations.all).toEqual([]);
});

test('"try now" with nothing to send still finds out, also when the login is refused', async () => {
  const bench = await startBench();
  const { password } = bench.operator.settings;
  const queue = bench.open();
  expect(queue.engine.connection().state).toBe('untried');
  bench.operator.settings.password = 'another one';
  queue.engine.tryNow();
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('paused'));

  await queue.stop();
  bench.operator.settings.password = password;
  const mended = bench.open();
  mended.engine.tryNow();
  await vi.waitFor(() => expect(mended.engine.connection().state).toBe('online'));
});

test('an idle connection is checked by one small read a minute, so that an operator that is gone is not shown as online', async () => {
  const bench = await startBench();
  const queue = bench.open({ policy: { ...defaultPolicy, idleCheckMs: 60_000 } });
  const reads = () => bench.operator.journal.matching({ method: 'GET' }).map(({ path }) => path);
  await queue.comesTo(orderCar(queue), 'done');
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('online'));
  const before = reads().length;
  bench.clock.advance(59_000);
  queue.engine.connectionSucceeded();
  // Another answer counts: the minute begins again.
  bench.clock.advance(59_000);
  expect(reads()).toHaveLength(before);
  bench.clock.advance(1_000);
  await vi.waitFor(() => expect(reads().slice(before)).toEqual(['/customers']));
  await bench.operator.stop();
  await vi.waitFor(() => {
    bench.clock.advance(60_000);
    expect(queue.engine.connection().state).toBe('offline');
  });
  expect(bench.operator.violations.all).toEqual([]);
});

test('a success of another part opens the connection for the queue', async () => {
  const bench = await startBench();
  await bench.operator.stop();
  const queue = bench.open();
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await isOffline(queue);
  await bench.operator.startAgain();
  queue.parts.client.wake();
  queue.engine.connectionSucceeded();
  await queue.comesTo(id, 'done');
  expect(queue.engine.connection().state).toBe('online');
});

for (const [what, effect] of [
  ['breaks off', { kind: 'drop', when: 'before' }],
  ['answers nonsense', { kind: 'status', status: 200, html: true }],
  ['is out of order', { kind: 'status', status: 500 }],
] as const) {
  test(`a token endpoint that ${what} is asked with pauses, never in a tight loop`, async () => {
    const bench = await startBench();
    bench.operator.faults.add({ method: 'POST', path: '/oauth2/token', count: 'all', effect });
    const queue = bench.open();
    const access = orderAccess(queue, 20_001);
    const car = orderCar(queue);
    await isOffline(queue);
    await vi.waitFor(() => expect(queue.row(access).state).toBe('ready'));
    const tries = queue.attempts(access).length + queue.attempts(car).length;
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(queue.attempts(access).length + queue.attempts(car).length).toBe(tries);

    bench.operator.faults.clear();
    await queue.reaches(car, 'done');
    await queue.reaches(access, 'awaiting-result');
  });
}

test('an aborted pre-send check delays that operation alone', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'GET', path: '/cars', count: 'all', effect: { kind: 'drop' } });
  const queue = bench.open();
  const car = orderCar(queue);
  const elsewhere = orderMembership(queue, 20_001, emptyGroup(bench));
  await queue.comesTo(elsewhere, 'done');
  await vi.waitFor(() => expect(queue.row(car).not_before).toBeGreaterThan(bench.clock.now()));
  expect(bench.operator.journal.matching({ method: 'GET', path: '/cars' })).toHaveLength(1);

  bench.operator.faults.clear();
  await queue.reaches(car, 'done');
});

test('a pre-send check that the operator refuses for good is left to a person instead of being repeated for ever', async () => {
  const bench = await startBench();
  bench.operator.faults.add({
    method: 'GET',
    path: '/cars',
    effect: { kind: 'status', status: 400, body: '"The filter is not supported."' },
  });
  const queue = bench.open();
  const car = orderCar(queue);
  await queue.comesTo(car, 'blocked');
  expect(queue.problem(car)).toMatchObject({
    code: 'operator-rejected',
    raw: 'The filter is not supported.',
  });
  queue.commands.retry(car);
  await queue.comesTo(car, 'done');
});
