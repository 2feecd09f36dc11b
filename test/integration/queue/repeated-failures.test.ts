import { expect, test, vi } from 'vitest';
import type { QueueParts } from '../../../electron/operations/queue/parts.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderRemoval } from './orders.ts';
import { feedOf, incidents } from './results.ts';

const car = 20_001;
const FAILURE = 'The Box did not answer.';

/** The relay's row of both failures, by a clock of its own; null = it cannot be asked. */
interface Row {
  lastCameAt: number;
  deliveries: number;
  payload?: Readonly<Record<string, unknown>>;
  takesMs?: number;
}

/** An access whose removal has failed, and the relay's row of that. */
async function failedRemoval() {
  const bench = await startBench();
  let row: Row | null = null;
  const asked: number[] = [];
  const askRelay: QueueParts['askRelay'] = (sequence) => {
    asked.push(sequence);
    if (row === null) return Promise.resolve(null);
    const failure = bench.operator.webhooks.attempts.find(({ kind }) => kind === 'deleted');
    const ahead = 86_400_000;
    const now = bench.clock.now() + ahead;
    bench.clock.advance(row.takesMs ?? 0);
    return Promise.resolve({
      result: {
        sequence,
        environment: 'uat',
        customerId: 4711,
        receivedAt: now,
        kind: 'deleted',
        payload: row.payload ?? failure?.payload,
      },
      deliveries: row.deliveries,
      lastReceivedAt: row.lastCameAt + ahead,
      now,
    });
  };
  const queue = bench.open({ askRelay });
  const feed = feedOf(bench, queue);
  bench.operator.results.add({ kind: 'deleted', count: 'all', failWith: FAILURE });
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  await reported(bench, 1);
  feed.take();
  const first = orderRemoval(queue, car, access);
  await queue.comesTo(first, 'awaiting-result');
  await reported(bench, 2);
  bench.clock.advance(1000);
  row = { lastCameAt: bench.clock.now(), deliveries: 1 };
  feed.take();
  await queue.reaches(first, 'failed');
  row = null;
  asked.length = 0;
  bench.clock.advance(60_000);
  return {
    bench,
    queue,
    feed,
    access,
    asked,
    setRow: (next: Row) => {
      row = next;
    },
  };
}

const reported = ({ operator }: Bench, count: number) =>
  vi.waitFor(() => expect(operator.webhooks.attempts).toHaveLength(count));

/** The same removal once more: accepted, reported to the relay, which does not hand it on. */
async function removedAgain(place: { bench: Bench; queue: Queue; access: OperationId }) {
  const { bench, queue, access } = place;
  const sentAt = bench.clock.now();
  const second = orderRemoval(queue, car, access);
  await queue.comesTo(second, 'awaiting-result');
  return { second, sentAt };
}

/** Lets its result be overdue and waits until that was looked into. */
async function overdue({ bench, queue }: { bench: Bench; queue: Queue }, id: OperationId) {
  const { delays } = queue.row(id);
  bench.clock.advance(queue.parts.policy.resultDeadlineMs);
  await vi.waitFor(() => {
    const { state, delays: now } = queue.row(id);
    expect(state !== 'awaiting-result' || now > delays).toBe(true);
  });
}

test('a removal that fails again in the same words has failed, and says so', async () => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  place.setRow({ lastCameAt: sentAt + 2000, deliveries: 2 });
  await overdue(place, second);
  expect(place.queue.row(second).state).toBe('failed');
  expect(place.queue.problem(second)).toMatchObject({ code: 'assignment-removal-failed', raw: FAILURE });
  expect(incidents(place.queue)).toEqual(['assignment-removal-failed', 'assignment-removal-failed']);
});

test.for([
  ['came once', { deliveries: 1, came: 2000 }],
  ['came again before the second was sent', { deliveries: 2, came: -1 }],
  ['came at a moment that the way of the answer leaves in doubt', { deliveries: 2, came: 400, takesMs: 500 }],
] as const)('a failure that %s says nothing about the second request', async ([, reported]) => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  place.setRow({ ...reported, lastCameAt: sentAt + reported.came });
  await overdue(place, second);
  expect(place.asked).toHaveLength(1);
  expect(place.queue.row(second).state).toBe('awaiting-result');
});

test('a clock set ahead during the look makes no old failure one of the second request', async () => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  const { faults, journal } = place.bench.operator;
  const look = faults.add({ method: 'GET', path: '/assignments/*', effect: { kind: 'hold' } });
  const looks = journal.matching({ method: 'GET', path: '/assignments/*' }).length;
  place.bench.clock.advance(place.queue.parts.policy.resultDeadlineMs);
  await vi.waitFor(() =>
    expect(journal.matching({ method: 'GET', path: '/assignments/*' })).toHaveLength(looks + 1),
  );
  const byMs = 3_600_000;
  place.bench.clock.setAhead(byMs);
  place.queue.engine.wake();
  place.setRow({ lastCameAt: sentAt - 1 + byMs, deliveries: 2 });
  const { delays } = place.queue.row(second);
  faults.clear(look);
  await vi.waitFor(() => expect(place.queue.row(second).delays).toBeGreaterThan(delays));
  expect(place.asked).toHaveLength(1);
  expect(place.queue.row(second).state).toBe('awaiting-result');
});

test('a repeated failure does not end an operation that a read finds applied', async () => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  place.setRow({ lastCameAt: sentAt + 2000, deliveries: 2 });
  place.bench.operator.state.assignments.clear();
  await place.queue.reaches(second, 'done');
  expect(place.queue.row(second).confirmed_by).toBe('query');
  expect(place.asked).toEqual([]);
});

test('another result under the same number, of a relay that was set back, is not taken', async () => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  const payload = { checksum: 'x', assignmentId: 1, customerId: 4711, operationSucceeded: false };
  place.setRow({ lastCameAt: sentAt + 2000, deliveries: 2, payload });
  await overdue(place, second);
  expect(place.queue.row(second).state).toBe('awaiting-result');
});

test('a relay that cannot be asked leaves it waiting, and is asked again', async () => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  await overdue(place, second);
  expect(place.queue.row(second).state).toBe('awaiting-result');
  place.setRow({ lastCameAt: sentAt + 2000, deliveries: 2 });
  await place.queue.reaches(second, 'failed');
});

test('of two requests in flight together neither takes the single delivery', async () => {
  const place = await failedRemoval();
  const { second, sentAt } = await removedAgain(place);
  const third = orderRemoval(place.queue, car, place.access);
  await place.queue.comesTo(third, 'awaiting-result');
  place.setRow({ lastCameAt: sentAt + 2000, deliveries: 2 });
  await overdue(place, second);
  expect([place.queue.row(second).state, place.queue.row(third).state]).toEqual([
    'awaiting-result',
    'awaiting-result',
  ]);
});
