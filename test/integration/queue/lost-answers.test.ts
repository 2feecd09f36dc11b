import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { quarantineEnd } from '../../../electron/operations/queue/parts.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderCar, orderGroup, orderInstallation, orderMembership } from './orders.ts';

const [box] = notable.boxes.free;
const car = 20_001;

/** Every write that can be looked up: how it is asked for and where it goes. */
const writes = [
  { what: 'a car', path: '/cars', order: (queue: Queue) => orderCar(queue), end: 'done' },
  {
    what: 'an installation',
    path: '/installations',
    order: (queue: Queue) => orderInstallation(queue, car, box),
    end: 'done',
  },
  { what: 'a group', path: '/groups', order: (queue: Queue) => orderGroup(queue), end: 'done' },
  {
    what: 'a membership',
    path: '/groups/*/cars',
    order: (queue: Queue) => orderMembership(queue, car, emptyGroup(bench)),
    end: 'done',
  },
  {
    what: 'a test access',
    path: '/assignments',
    order: (queue: Queue) => orderAccess(queue, car),
    end: 'awaiting-result',
  },
] as const;

let bench: Bench;
const sent = (path: string) => bench.operator.journal.matching({ method: 'PUT', path }).length;
const applied = (path: string) => bench.operator.journal.executions({ method: 'PUT', path });

for (const { what, path, order, end } of writes) {
  test(`${what} applied before the connection broke is found by reading and not sent again`, async () => {
    bench = await startBench();
    bench.operator.faults.add({ method: 'PUT', path, effect: { kind: 'drop', when: 'after' } });
    const queue = bench.open();
    const id = order(queue);
    await queue.reaches(id, 'done');
    expect(queue.row(id).confirmed_by).toBe('query');
    expect(sent(path)).toBe(1);
    expect(queue.attempts(id).map((attempt) => attempt.sent)).toEqual(['maybe']);
  });

  test(`${what} lost before it was applied is sent again, and only after the quarantine`, async () => {
    bench = await startBench();
    bench.operator.faults.add({ method: 'PUT', path, effect: { kind: 'drop', when: 'before' } });
    const queue = bench.open();
    const id = order(queue);
    await queue.comesTo(id, 'unknown');
    // The first look finds nothing, which proves nothing yet.
    const wait = quarantineEnd(0, end === 'awaiting-result' ? 'result' : 'answer', queue.parts.policy);
    await vi.waitFor(() => expect(queue.row(id).not_before).toBe(bench.clock.now() + wait));
    bench.clock.advance(wait - 1);
    expect(queue.row(id).state).toBe('unknown');
    expect(sent(path)).toBe(1);

    await queue.reaches(id, end);
    expect(sent(path)).toBe(2);
    expect(applied(path)).toBe(1);
  });
}

test('faults.md 7, 22: a request that hangs is aborted in time, and reconciled', async () => {
  bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'hang', when: 'after' },
  });
  const queue = bench.open();
  const id = orderInstallation(queue, car, box);
  await queue.reaches(id, 'done');
  expect(queue.attempts(id).map(({ code }) => code)).toEqual(['timeout']);
  expect(sent('/installations')).toBe(1);
});

for (const effect of [
  { kind: 'status', status: 502, when: 'after', html: true },
  { kind: 'status', status: 500, when: 'after' },
  { kind: 'status', status: 200, when: 'after', html: true },
  { kind: 'truncate' },
  { kind: 'endless' },
] as const) {
  const name =
    'status' in effect ? `an answer of ${effect.status} from elsewhere` : `an ${effect.kind} answer`;
  test(`faults.md 13, 24: after ${name} the created car is adopted`, async () => {
    bench = await startBench();
    bench.operator.faults.add({ method: 'PUT', path: '/cars', effect });
    const queue = bench.open();
    const id = orderCar(queue);
    const member = orderMembership(queue, id, 301);
    await queue.reaches(member, 'done');
    expect(sent('/cars')).toBe(1);
    const made = [...bench.operator.state.cars.values()].filter((row) => row.licensePlate === 'M QX 4711');
    expect(bench.operator.state.groups.get(301)?.carIds.has(made[0]?.id ?? 0)).toBe(true);
  });
}

test('faults.md 13: 429 and 503 are waited for as long as the operator says, and cost no doubt', async () => {
  bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/cars',
    effect: { kind: 'status', status: 503, retryAfter: 120 },
  });
  const queue = bench.open();
  const id = orderCar(queue);
  await vi.waitFor(() => expect(queue.row(id).not_before).toBe(bench.clock.now() + 120_000));
  expect(queue.row(id).state).toBe('ready');
  bench.clock.advance(119_999);
  expect(sent('/cars')).toBe(1);
  await queue.reaches(id, 'done');
  expect(queue.row(id).confirmed_by).toBe('answer');
});

test('a car that looked the same before the first sending is not adopted', async () => {
  bench = await startBench();
  const { state } = bench.operator;
  // Without plate and VIN: a car of the same plate is not ordered a second time at all.
  const alike = { description: null, vin: '', brand: 'Ford', model: '', customerId: 4711 };
  state.cars.set(29_999, { id: 29_999, name: 'Van ', licensePlate: '', ...alike });
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'after' } });
  const queue = bench.open();
  const id = orderCar(queue, '');
  const member = orderMembership(queue, id, 301);
  await queue.reaches(member, 'done');
  expect(state.groups.get(301)?.carIds.has(29_999)).toBe(false);
  expect(sent('/cars')).toBe(1);
});

test('a car that was applied after the quarantine is adopted before it is sent again', async () => {
  bench = await startBench();
  const queue = bench.open({ start: false });
  const id = orderCar(queue);
  // Judged not applied, ready to be sent again, and then the connection was gone for hours.
  queue.database.write(({ sqlite }) =>
    sqlite
      .prepare<[string]>(`UPDATE operation SET attempt = 1, context = '{"knownBefore":[]}' WHERE id = ?`)
      .run(id),
  );
  const late = { description: null, vin: '', brand: 'Ford', model: '', customerId: 4711 };
  bench.operator.state.cars.set(29_999, {
    id: 29_999,
    name: 'Van M QX 4711',
    licensePlate: 'M QX 4711',
    ...late,
  });
  queue.engine.start();
  await queue.comesTo(id, 'done');
  expect(sent('/cars')).toBe(0);
});

test('several new cars that match are left to a person', async () => {
  bench = await startBench();
  const { state } = bench.operator;
  bench.operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'before' } });
  const queue = bench.open();
  const id = orderCar(queue);
  await queue.comesTo(id, 'unknown');
  const twin = { description: null, vin: '', brand: 'Ford', model: '', customerId: 4711 };
  for (const twinId of [29_998, 29_999]) {
    state.cars.set(twinId, { id: twinId, name: 'Van M QX 4711', licensePlate: 'M QX 4711', ...twin });
  }
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({ code: 'several-cars-match', params: { count: 2 } });
});

test('a test access that is sent again keeps its times, so that a late first one is the same access', async () => {
  bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/assignments',
    effect: { kind: 'drop', when: 'before' },
  });
  const queue = bench.open();
  const id = orderAccess(queue, car);
  await queue.comesTo(id, 'unknown');
  await queue.reaches(id, 'awaiting-result');
  const bodies = bench.operator.journal
    .matching({ method: 'PUT', path: '/assignments' })
    .map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
});

test('a test access ordered offline begins when it is sent, not when it was ordered', async () => {
  bench = await startBench();
  await bench.operator.stop();
  const queue = bench.open();
  const id = orderAccess(queue, car);
  await vi.waitFor(() => expect(queue.engine.connection().state).toBe('offline'));
  // Not so long that the access would have run out: then it would get new times anyway.
  bench.clock.advance(10 * 60_000);
  await bench.operator.startAgain();
  await queue.reaches(id, 'awaiting-result');
  const made = bench.operator.journal.matching({ method: 'PUT', path: '/assignments' })[0]?.body ?? '';
  const { start } = accessTimes.parse(JSON.parse(made));
  expect(Date.parse(start)).toBeGreaterThan(queue.row(id).created_at + 9 * 60_000);
});

test('an access whose time has run out before its repetition is ordered with new times', async () => {
  bench = await startBench();
  bench.operator.faults.add({
    method: 'PUT',
    path: '/assignments',
    effect: { kind: 'drop', when: 'before' },
  });
  const queue = bench.open();
  const id = orderAccess(queue, car);
  await queue.comesTo(id, 'unknown');
  bench.clock.advance(20 * 60_000);
  await queue.reaches(id, 'awaiting-result');
  const bodies = bench.operator.journal.matching({ method: 'PUT', path: '/assignments' });
  const { end } = accessTimes.parse(JSON.parse(bodies.at(-1)?.body ?? ''));
  expect(Date.parse(end)).toBeGreaterThan(bench.clock.now());
});

const accessTimes = z.object({ start: z.string(), end: z.string() });
