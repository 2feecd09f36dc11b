import { expect, test, vi } from 'vitest';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { type QueueParts, defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { assignmentId, carId, localAssignmentId, userId } from '../../../shared/ids.ts';
import { car, user } from '../queue-kinds/orders.ts';
import { type Bench, type Queue, type QueueChanges, startBench } from './fixture.ts';
import { feedOf, keptResults } from './results.ts';

type Row = NonNullable<Awaited<ReturnType<NonNullable<QueueParts['askRelay']>>>>;

const [START, END] = [Date.UTC(2026, 11, 1, 8), Date.UTC(2026, 11, 24, 18)];
const OLD = 500_777;

const orderFixed = (queue: Queue, changes: { again?: true; replaces?: number } = {}) =>
  queue.put(createAssignmentKind, (self) => ({
    local: localAssignmentId.parse(self),
    car: carId.parse(car),
    carLabel: 'M BX 1077',
    userId: userId.parse(user),
    userName: 'Bay 3 Tester',
    period: { from: 'fixed' as const, start: START, end: END },
    lifetime: 604_800,
    renewableAfter: 345_600,
    ...(changes.again === undefined ? {} : { again: changes.again }),
    ...(changes.replaces === undefined ? {} : { replaces: assignmentId.parse(changes.replaces) }),
  }));

/** The checksum of the order's body, as the operator reports it: another laptop's equal request has the same. */
async function checksumOf({ operator }: Bench): Promise<string> {
  const held = await vi.waitFor(() => {
    const [first] = operator.webhooks.held;
    if (first === undefined) throw new Error('no result yet');
    return first;
  });
  return String(held.payload['checksum']);
}

async function place(policy = defaultPolicy, changes: Pick<QueueChanges, 'askRelay'> = {}) {
  const probe = await startBench({ resultsHeld: true });
  const first = probe.open();
  await first.comesTo(orderFixed(first), 'awaiting-result');
  const checksum = await checksumOf(probe);
  const bench = await startBench({ resultsHeld: true });
  // No read shows an access: only results tell of it.
  bench.operator.faults.add({
    method: 'GET',
    path: '/cars/*/assignments',
    count: 'all',
    effect: { kind: 'status', status: 200, body: '[]' },
  });
  const queue = bench.open({ policy, ...changes });
  const payload = {
    checksum,
    customerId: 4711,
    carId: car,
    userId: user,
    start: new Date(START).toISOString(),
    end: new Date(END).toISOString(),
  };
  return {
    bench,
    queue,
    feed: feedOf(bench, queue),
    failed: {
      kind: 'created' as const,
      payload: { ...payload, assignmentId: null, operationSucceeded: false, errorMessage: 'Not possible.' },
    },
    succeeded: (number: number) => ({
      kind: 'created' as const,
      payload: { ...payload, assignmentId: number, operationSucceeded: true, errorMessage: null },
    }),
  };
}

test('the failure of a colleague’s equal request does not end an order that was sent later', async () => {
  const { bench, queue, feed, failed } = await place();
  feed.give(failed);
  const order = orderFixed(queue);
  await queue.comesTo(order, 'awaiting-result');
  await checksumOf(bench);
  expect(queue.row(order).state).toBe('awaiting-result');
  await bench.operator.webhooks.release('in-order');
  feed.take();
  expect(queue.row(order)).toMatchObject({ state: 'done', confirmed_by: 'result' });
});

test('nor where another store of the relay delivers it again', async () => {
  const { bench, queue, feed, failed } = await place();
  feed.give(failed);
  const order = orderFixed(queue);
  await queue.comesTo(order, 'awaiting-result');
  feedOf(bench, queue, '00000000000000bb').give(failed);
  expect(queue.row(order).state).toBe('awaiting-result');
});

test('nor does it end the order when the reads find nothing', async () => {
  const { queue, feed, failed } = await place({ ...defaultPolicy, resultQuestions: 2 });
  feed.give(failed);
  const order = orderFixed(queue);
  await queue.comesTo(order, 'awaiting-result');
  await queue.reaches(order, 'blocked', 'failed');
  expect(queue.problem(order)?.code).toBe('result-missing');
});

test('an equal failure that the relay has received again since the sending is its own', async () => {
  let again: Row | null = null;
  const askRelay = () => Promise.resolve(again);
  const { bench, queue, feed, failed } = await place(defaultPolicy, { askRelay });
  feed.give(failed);
  const order = orderFixed(queue);
  await queue.comesTo(order, 'awaiting-result');
  bench.clock.advance(1000);
  const now = bench.clock.now();
  again = {
    result: { sequence: 1, environment: 'uat', customerId: 4711, receivedAt: now, ...failed },
    deliveries: 2,
    lastReceivedAt: now,
    now,
  };
  await queue.reaches(order, 'failed', 'blocked');
  expect(queue.problem(order)).toMatchObject({ code: 'assignment-failed', raw: 'Not possible.' });
});

test('nor does a success assign it the number of a deleted access', async () => {
  const { queue, feed, succeeded } = await place();
  feed.give(succeeded(OLD));
  const order = orderFixed(queue);
  await queue.comesTo(order, 'awaiting-result');
  expect(queue.row(order).state).toBe('awaiting-result');
  expect(keptResults(queue)).toEqual(['unresolved']);
});

test('its own failure ends it at once', async () => {
  const { queue, feed, failed } = await place();
  const order = orderFixed(queue);
  await queue.comesTo(order, 'awaiting-result');
  feed.give(failed);
  expect(queue.row(order).state).toBe('failed');
});

test('a recreated access is not the one that it replaces, also where its removal is unknown here', async () => {
  const { queue, feed, succeeded } = await place();
  const order = orderFixed(queue, { again: true, replaces: OLD });
  await queue.comesTo(order, 'awaiting-result');
  feed.give(succeeded(OLD));
  expect(queue.row(order).state).toBe('awaiting-result');
  feed.give(succeeded(OLD + 1));
  expect(queue.row(order).state).toBe('done');
});
