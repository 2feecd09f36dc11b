import { expect, test, vi } from 'vitest';
import { localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { readFeedPosition } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderEvent, orderRemoval } from './orders.ts';
import { feedOf, incidents, keptResults } from './results.ts';

const car = 20_001;

/** An access of which the operator has said nothing but 204. */
async function acceptedAccess(settings: Parameters<typeof startBench>[0] = {}) {
  const bench = await startBench(settings);
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  return { bench, queue, feed, access };
}

/** Waits until the operator has reported the next result. */
const reported = async ({ operator }: Bench, count = 1) =>
  await vi.waitFor(() => {
    const result = operator.webhooks.attempts[count - 1];
    if (result === undefined) throw new Error('no result yet');
    return result;
  });
const local = (queue: Queue, access: OperationId) =>
  readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access));

test('accepted is pending, and active only after the operator’s result', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  expect(local(queue, access)?.state).toBe('pending');
  expect(queue.row(access).confirmed_by).toBeNull();

  const { payload } = await reported(bench);
  feed.take();
  expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(local(queue, access)).toMatchObject({ state: 'active', assignment_id: payload['assignmentId'] });
});

test('the removal goes to the assignment that the result named, and is confirmed by its own result', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const removal = orderRemoval(queue, car, access);
  expect(queue.row(removal).state).toBe('waiting');
  await reported(bench);
  feed.take();
  await queue.comesTo(removal, 'awaiting-result');
  expect(local(queue, access)?.state).toBe('pending deletion');
  await reported(bench, 2);
  feed.take();
  expect(queue.row(removal)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(local(queue, access)?.state).toBe('deleted');
  expect([...bench.operator.state.assignments.values()].filter((row) => row.carId === car)).toEqual([]);
});

test('a reported failure fails the operation with the operator’s message and holds its dependants', async () => {
  const { bench, queue, feed, access } = await acceptedAccess({ resultFailure: 'The car does not answer.' });
  const removal = orderRemoval(queue, car, access);
  const { payload } = await reported(bench);
  feed.take();
  expect(queue.row(access).state).toBe('failed');
  expect(queue.problem(access)).toMatchObject({ code: 'assignment-failed', raw: 'The car does not answer.' });
  expect(local(queue, access)).toMatchObject({ state: 'failed', error_message: 'The car does not answer.' });
  expect(queue.row(removal).state).toBe('held');
  expect(queue.problem(removal)?.code).toBe('dependency-ended');

  feed.give({ kind: 'created', payload });
  expect(incidents(queue)).toEqual(['assignment-failed']);
  expect(keptResults(queue)).toEqual(['applied', 'repeated']);
});

test('faults.md 31: a result that comes before our own 204 was read is kept and applied with it', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/assignments', effect: { kind: 'hang', when: 'after' } });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await reported(bench);
  feed.take();
  expect(queue.row(access).state).toBe('sending');
  expect(keptResults(queue)).toEqual(['unresolved']);

  await queue.reaches(access, 'done');
  expect(queue.row(access).confirmed_by).toBe('result');
  expect(keptResults(queue)).toEqual(['applied']);
});

test('faults.md 37: a result that comes twice, and a page that comes twice, change nothing', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const { payload } = await reported(bench);
  feed.give({ kind: 'created', payload, sequence: 7 });
  const after = queue.row(access);
  feed.give({ kind: 'created', payload, sequence: 7 });
  feed.give({ kind: 'created', payload, sequence: 8 });
  expect(queue.row(access)).toEqual(after);
  expect(keptResults(queue)).toEqual(['applied', 'repeated']);
  expect(incidents(queue)).toEqual([]);
  expect(readFeedPosition(queue.database.sqlite)).toBe('00000000000000aa.8');
});

test('faults.md 31: a result of a colleague is kept as unresolved and hides nothing behind it', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const { payload } = await reported(bench);
  feed.give(
    { kind: 'created', payload: { ...payload, carId: 20_009 } },
    { kind: 'deleted', payload: { ...payload, assignmentId: 555_555 } },
    { kind: 'created', payload },
  );
  expect(keptResults(queue)).toEqual(['unresolved', 'unresolved', 'applied']);
  expect(queue.row(access).state).toBe('done');
});

for (const [what, changed] of [
  ['the same beginning and another end', { end: '2031-01-01T00:00:00Z' }],
  ['the same beginning and no end', { end: null }],
  ['the same end and another beginning', { start: '2020-01-01T00:00:00Z' }],
  ['another user', { userId: 9002 }],
] as const) {
  test(`a created-result with ${what} belongs to another access`, async () => {
    const { bench, queue, feed, access } = await acceptedAccess();
    const { payload } = await reported(bench);
    const another = { ...payload, checksum: 'F'.repeat(32), assignmentId: 777_777, ...changed };
    feed.give(
      { kind: 'created', payload: another },
      { kind: 'created', payload: { ...another, operationSucceeded: false, assignmentId: null } },
    );
    expect(keptResults(queue)).toEqual(['unresolved', 'unresolved']);
    expect(queue.row(access)).toMatchObject({ state: 'awaiting-result', confirmed_by: null });
    expect(local(queue, access)).toMatchObject({ state: 'pending', assignment_id: null });
    // The result of this very access still finds it, without the checksum too.
    feed.give({ kind: 'created', payload: { ...payload, checksum: 'F'.repeat(32) } });
    expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
    expect(local(queue, access)?.assignment_id).toBe(payload['assignmentId']);
  });
}

test('faults.md 40: a result that cannot be read is kept with its text, and those behind it count', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const { payload } = await reported(bench);
  feed.give(
    { kind: 'created', payload: { ...payload, start: 5 } },
    { kind: 'created', payload: { ...payload, operationSucceeded: 'yes' } },
    { kind: 'created', payload },
  );
  expect(keptResults(queue)).toEqual(['unreadable', 'unreadable', 'applied']);
  expect(queue.row(access).state).toBe('done');
});

test('a result nested deeper than can be written is set aside, and those behind it count', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const { payload } = await reported(bench);
  const nested: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
  feed.raw(nested, { sequence: 7, nested });
  feed.give({ kind: 'created', payload: { ...payload, nested } }, { kind: 'created', payload });
  expect(keptResults(queue).toSorted()).toEqual(['applied', 'unreadable', 'unreadable', 'unreadable']);
  expect(queue.row(access).state).toBe('done');
});

test('rows without a usable number are each kept and stop nothing', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const { payload } = await reported(bench);
  feed.raw('no result', { sequence: 1.5 }, { nothing: 'known' });
  expect(keptResults(queue)).toEqual(['unreadable', 'unreadable', 'unreadable']);
  feed.give({ kind: 'created', payload });
  expect(queue.row(access).state).toBe('done');
});

for (const [whose, changed] of [
  ['another customer', { customerId: 4712 }],
  ['another environment', { environment: 'prod' }],
] as const) {
  test(`faults.md 41: a result for ${whose} is foreign and touches nothing`, async () => {
    const { bench, queue, feed, access } = await acceptedAccess();
    const { payload } = await reported(bench);
    const { customerId, environment } = { customerId: 4711, environment: 'uat' as const, ...changed };
    feed.give({ kind: 'created', payload: { ...payload, customerId }, environment });
    expect(keptResults(queue)).toEqual(['foreign']);
    expect(queue.row(access).state).toBe('awaiting-result');
  });
}

test('a result that contradicts an end state opens one incident and changes nothing', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const { payload } = await reported(bench);
  feed.take();
  const after = queue.row(access);
  const opposite = { ...payload, operationSucceeded: false, errorMessage: 'No.', assignmentId: null };
  feed.give({ kind: 'created', payload: opposite });
  feed.give({ kind: 'created', payload: opposite });
  expect(queue.row(access)).toEqual(after);
  expect(local(queue, access)?.state).toBe('active');
  expect(incidents(queue)).toEqual(['outcome-contradicts']);
});

test('faults.md 28, 32: an overdue result is replaced by a read; the operator’s late result then counts more', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  await reported(bench);
  bench.clock.advance(queue.parts.policy.resultDeadlineMs);
  await queue.comesTo(access, 'done');
  expect(queue.row(access).confirmed_by).toBe('query');
  expect(local(queue, access)?.state).toBe('active');

  feed.take();
  expect(queue.row(access).confirmed_by).toBe('result');
  expect(bench.operator.journal.matching({ method: 'PUT', path: '/assignments' })).toHaveLength(1);
});

test('faults.md 28: an accepted access that cannot be seen yet keeps waiting and is never sent again', async () => {
  const { bench, queue, access } = await acceptedAccess({ resultDelayMs: 3_600_000 });
  for (let hour = 0; hour < 3; hour += 1) {
    const { not_before: askAt } = queue.row(access);
    bench.clock.advance(3_600_000);
    await vi.waitFor(() => expect(queue.row(access).not_before).not.toBe(askAt));
  }
  expect(queue.row(access).state).toBe('awaiting-result');
  expect(bench.operator.journal.matching({ method: 'PUT', path: '/assignments' })).toHaveLength(1);
});

test('a result ends an operation that we believed blocked', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  await reported(bench);
  queue.database.write(({ sqlite }) =>
    sqlite.prepare<[string]>(`UPDATE operation SET state = 'blocked' WHERE id = ?`).run(access),
  );
  feed.take();
  expect(queue.row(access).state).toBe('done');
});

test('a damaged row among the candidates does not stop the feed', async () => {
  const { bench, queue, feed, access } = await acceptedAccess();
  const second = orderAccess(queue, car, 9002);
  await queue.comesTo(second, 'awaiting-result');
  queue.database.write(({ sqlite }) =>
    sqlite.prepare<[string]>(`UPDATE operation SET context = '{"start"' WHERE id = ?`).run(second),
  );
  await reported(bench);
  feed.take();
  expect(queue.row(access).state).toBe('done');
  expect(queue.row(second).state).toBe('awaiting-result');
});

test('work without an assignment leaves kept results alone', async () => {
  const { bench, queue, feed } = await acceptedAccess();
  const { payload } = await reported(bench);
  feed.give({ kind: 'created', payload: { ...payload, carId: 20_009 } });
  const event = orderEvent(queue, car);
  await queue.comesTo(event, 'done');
  expect(keptResults(queue)).toEqual(['unresolved']);
});

test('an access that was cancelled in doubt and created anyway is known, and one incident reports it', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/assignments', effect: { kind: 'drop', when: 'after' } });
  const queue: Queue = bench.open({
    // Before the look that follows a lost answer at once.
    crashPoint: (name) => {
      if (name !== 'after-settling') return;
      queue.database.write(({ sqlite }) =>
        sqlite.prepare<[string]>(`UPDATE operation SET state = 'blocked' WHERE id = ?`).run(access),
      );
    },
  });
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'blocked');
  queue.commands.cancel(access);
  expect(queue.row(access).state).toBe('cancelled');
  const { payload } = await reported(bench);
  feed.give({ kind: 'created', payload });
  feed.give({ kind: 'created', payload });
  expect(queue.row(access).state).toBe('cancelled');
  expect(local(queue, access)).toMatchObject({ state: 'active', assignment_id: payload['assignmentId'] });
  expect(incidents(queue)).toEqual(['outcome-contradicts']);
});
