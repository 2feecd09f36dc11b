import { expect, test, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { emptyGroup, startBench } from './fixture.ts';
import type { MovingClock } from './moving-clock.ts';
import { orderAccess, orderCar, orderInstallation, orderMembership } from './orders.ts';

const [box] = notable.boxes.free;
const DAY = 24 * 3_600_000;

test('faults.md 22, 23: a time that an instance which stood still has written by another clock parks nothing', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const car = orderCar(queue);
  await queue.comesTo(car, 'unknown');
  await vi.waitFor(() => expect(queue.row(car).not_before).not.toBeNull());
  queue.database.sqlite
    .prepare('UPDATE operation SET not_before = ? WHERE id = ?')
    .run(bench.clock.now() + DAY, car);
  queue.engine.wake();
  await vi.waitFor(() => expect(queue.row(car).not_before).toBeLessThan(bench.clock.now() + DAY / 24));
  await queue.reaches(car, 'done');
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/cars' })).toBe(1);
});

for (const [how, set] of [
  ['back by a year', (clock: MovingClock) => clock.setBack(365 * DAY)],
  ['ahead by a year', (clock: MovingClock) => clock.setAhead(365 * DAY)],
] as const) {
  test(`faults.md 23: a clock set ${how} leaves the full Retry-After`, async () => {
    const bench = await startBench();
    bench.operator.faults.add({
      method: 'PUT',
      path: '/cars',
      effect: { kind: 'status', status: 503, retryAfter: 60 },
    });
    const queue = bench.open();
    const car = orderCar(queue);
    await vi.waitFor(() => expect(queue.row(car).not_before).not.toBeNull());
    set(bench.clock);
    queue.engine.wake();
    expect(queue.row(car).not_before).toBe(bench.clock.now() + 60_000);
    bench.clock.advance(59_999);
    queue.engine.wake();
    expect(queue.row(car).state).toBe('ready');
    bench.clock.advance(1);
    await queue.comesTo(car, 'done');
  });

  test(`faults.md 23: a clock set ${how} in the quarantine neither ends nor prolongs it`, async () => {
    const bench = await startBench();
    bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
    const queue = bench.open();
    const car = orderCar(queue);
    await queue.comesTo(car, 'unknown');
    const { quarantineMs } = queue.parts.policy;
    await vi.waitFor(() => expect(queue.row(car).not_before).toBe(bench.clock.now() + quarantineMs));
    set(bench.clock);
    queue.engine.wake();
    expect(queue.row(car)).toMatchObject({
      not_before: bench.clock.now() + quarantineMs,
      maybe_sent_at: bench.clock.now(),
    });
    bench.clock.advance(quarantineMs - 1);
    queue.engine.wake();
    expect(queue.row(car).negative_reads).toBe(0);
    await queue.reaches(car, 'done');
    expect(bench.operator.journal.executions({ method: 'PUT', path: '/cars' })).toBe(1);
  });

  test(`faults.md 23: between two runs a clock set ${how} proves no time passed`, async () => {
    const bench = await startBench();
    bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
    const first = bench.open();
    const car = orderCar(first);
    await vi.waitFor(() => expect(first.row(car).maybe_sent_at).not.toBeNull());
    const { quarantineMs } = first.parts.policy;
    bench.clock.advance(10_000);
    await first.stop();
    set(bench.clock);
    const stopped = bench.clock.now();
    const again = bench.open();
    const until = (again.row(car).maybe_sent_at ?? 0) + quarantineMs - stopped;
    expect(until).toBeGreaterThanOrEqual(quarantineMs - 12_000);
    expect(until).toBeLessThanOrEqual(quarantineMs);
    await again.reaches(car, 'done');
    expect(bench.operator.journal.executions({ method: 'PUT', path: '/cars' })).toBe(1);
  });
}

test('faults.md 23: a clock set ahead during a read does not end the quarantine: a late effect happens once', async () => {
  const bench = await startBench();
  const { faults, journal } = bench.operator;
  faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'late-apply', afterMs: 20_000 } });
  const look = faults.add({ method: 'GET', path: '/cars', nth: 2, effect: { kind: 'hold' } });
  const queue = bench.open();
  const car = orderCar(queue);
  await vi.waitFor(() => expect(journal.matching({ method: 'GET', path: '/cars' })).toHaveLength(2));
  bench.clock.setAhead(DAY);
  queue.engine.wake();
  faults.clear(look);
  await queue.reaches(car, 'done');
  expect(queue.row(car)).toMatchObject({ attempt: 1, confirmed_by: 'query' });
  expect(journal.executions({ method: 'PUT', path: '/cars' })).toBe(1);
});

test('faults.md 23: a clock set back during a read after a refusal does not postpone the next read by a day', async () => {
  const bench = await startBench({ notOffered: ['GET /products/{productId}/services'] });
  const { faults, journal } = bench.operator;
  // The look before the sending is well; the one after the 409 is slow, and comes to nothing.
  const look = faults.add({ method: 'GET', path: '/cars/*/products', nth: 2, effect: { kind: 'hold' } });
  faults.add({ method: 'GET', path: '/products', nth: 3, effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const id = orderInstallation(queue, 20_001, notable.boxes.withoutService);
  await vi.waitFor(() => expect(journal.matching({ path: '/cars/*/products' })).toHaveLength(2));
  bench.clock.setBack(DAY);
  queue.engine.wake();
  faults.clear(look);
  await queue.comesTo(id, 'unknown');
  expect((queue.row(id).not_before ?? 0) - bench.clock.now()).toBeLessThan(60_000);
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-without-service');
});

test('a clock set back while offline does not put the next probe a year ahead', async () => {
  const bench = await startBench();
  await bench.operator.stop();
  const queue = bench.open();
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('offline'));
  bench.clock.setBack(365 * DAY);
  await bench.operator.startAgain();
  await queue.reaches(id, 'done');
});

test('times that a wrong clock wrote before the start are pulled back', async () => {
  const bench = await startBench();
  const first = bench.open({ start: false });
  const install = orderInstallation(first, 20_001, box);
  const car = orderCar(first);
  first.database.write(({ sqlite }) => {
    const ahead = bench.clock.now() + 3650 * DAY;
    sqlite.prepare<[number, string]>('UPDATE operation SET not_before = ? WHERE id = ?').run(ahead, install);
    sqlite
      .prepare<[number, string]>(
        `UPDATE operation SET state = 'unknown', context = '{"knownBefore":[]}', maybe_sent_at = ? WHERE id = ?`,
      )
      .run(ahead, car);
  });
  const queue = bench.open();
  await queue.comesTo(install, 'done');
  await queue.reaches(car, 'done');
  expect(queue.faults).toEqual([]);
});

test('an orderly stop waits for requests in flight', async () => {
  const bench = await startBench();
  const { faults } = bench.operator;
  const request = faults.add({ method: 'PUT', path: '/groups/*/cars', effect: { kind: 'hold' } });
  const queue = bench.open();
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await queue.comesTo(id, 'sending');
  const stopped = queue.engine.stop();
  faults.clear(request);
  await stopped;
  expect(queue.row(id).state).toBe('done');
});

test('a request in flight beyond that wait is aborted and reconciled at the next start', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'hang', when: 'after' } });
  const queue = bench.open();
  const id = orderCar(queue);
  const arrived = () => bench.operator.journal.matching({ method: 'PUT', path: '/cars' });
  await vi.waitFor(() => expect(arrived()).toHaveLength(1));
  await queue.stop();
  const again = bench.open();
  expect(again.row(id).state).toBe('unknown');
  await again.comesTo(id, 'done');
  expect(arrived()).toHaveLength(1);
});

test('after its end no timer is left, nothing is sent, and the next start need not wait', async () => {
  const bench = await startBench({ resultDelayMs: 3_600_000 });
  const queue = bench.open();
  const access = orderAccess(queue, 20_001);
  await queue.comesTo(access, 'awaiting-result');
  const stopping = queue.engine.stop();
  await stopping;
  expect(bench.clock.waiting()).toBe(0);
  const late = orderCar(queue);
  queue.engine.wake();
  queue.engine.connectionSucceeded();
  bench.clock.advance(DAY);
  expect(queue.row(late).state).toBe('ready');

  const again = bench.open({ processAlive: () => true });
  await again.comesTo(late, 'done');
});

test('a lease that cannot be renewed while the disk is full is reported, and renewed afterwards', async () => {
  const bench = await startBench();
  let full = false;
  const queue = bench.open({ diskFull: () => full });
  full = true;
  bench.clock.advance(15_000);
  expect(queue.faults.join()).toContain('lease not renewed');
  full = false;
  bench.clock.advance(15_000);
  const id = orderMembership(queue, 20_001, emptyGroup(bench));
  await queue.comesTo(id, 'done');
});
