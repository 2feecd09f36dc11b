import { describe, expect, test, vi } from 'vitest';
import {
  readAssignmentByOperatorId,
  readLocalAssignment,
} from '../../../electron/db/tables/queue/assignments.ts';
import { readFeedPosition } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { faultyResults } from '../../../electron/db/tables/queue/results.ts';
import { resolveAllUnmatched } from '../../../electron/operations/assignments/take-results.ts';
import { checkResults } from '../../../electron/diagnostics/health/checks.ts';
import { assignmentId, localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/time.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderRemoval } from './orders.ts';
import { feedOf, keptResults } from './results.ts';

const [CAR, OTHER_CAR] = [20_001, 20_002];

const reported = async ({ operator }: Bench, count: number) =>
  await vi.waitFor(() => {
    const all = operator.webhooks.attempts.slice(0, count);
    if (all.length < count) throw new Error('not all results yet');
    return all;
  });
const local = (queue: Queue, access: OperationId) =>
  readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access));

/** Two accesses that the operator has made, and their results not yet taken. */
async function twoAccesses() {
  const bench = await startBench();
  const queue = bench.open();
  const first = orderAccess(queue, CAR);
  await queue.comesTo(first, 'awaiting-result');
  const second = orderAccess(queue, OTHER_CAR);
  await queue.comesTo(second, 'awaiting-result');
  const results = await reported(bench, 2);
  return { bench, queue, first, second, results, feed: feedOf(bench, queue) };
}

/** Breaks one result from inside: no row of an access in this car can be written. */
const breakAccessesOf = (queue: Queue, car: number) =>
  queue.database.sqlite.exec(
    `CREATE TRIGGER broken BEFORE UPDATE ON assignment WHEN NEW.car_id = ${car}
     BEGIN SELECT RAISE(ABORT, 'a row that is broken'); END`,
  );

test('a result that cannot be applied stops no other, is kept with the reason, and is tried again at a start', async () => {
  const { bench, queue, first, second, feed } = await twoAccesses();
  breakAccessesOf(queue, CAR);
  feed.take();
  expect(queue.row(second)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(queue.row(first).state).toBe('awaiting-result');
  expect(readFeedPosition(queue.database.sqlite)).toMatch(/\.2$/);
  const [kept, ...others] = faultyResults(queue.database.sqlite);
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ kind: 'created' });
  expect(kept?.fault).toMatch(/^SQLITE_CONSTRAINT/);
  expect(kept?.fault).not.toContain('broken');
  expect(checkResults(queue)).toMatchObject({ state: 'attention' });

  queue.database.sqlite.exec('DROP TRIGGER broken');
  queue.database.write((context) => {
    resolveAllUnmatched(context, queue.parts);
  });
  expect(queue.row(first)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(faultyResults(queue.database.sqlite)).toEqual([]);
  expect(keptResults(queue)).toEqual(['applied', 'applied']);
  expect(bench.operator.state.assignments.size).toBeGreaterThan(0);
});

test('a reused number belongs to the new access; the earlier one is gone', async () => {
  const { queue, first, second, results, feed } = await twoAccesses();
  const [one, two] = results;
  if (one === undefined || two === undefined) throw new Error('two results');
  feed.give(one);
  const number = assignmentId.parse(one.payload['assignmentId']);
  feed.give({ ...two, payload: { ...two.payload, assignmentId: number } });
  expect(queue.row(second)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(readAssignmentByOperatorId(queue.database.sqlite, number)?.id).toBe(local(queue, second)?.id);
  expect(local(queue, first)).toMatchObject({ state: 'deleted', assignment_id: null });
  expect(faultyResults(queue.database.sqlite)).toEqual([]);
});

test('a removal of the earlier access is not sent to the access that has its number now', async () => {
  const { bench, queue, first, second, results, feed } = await twoAccesses();
  const [one, two] = results;
  if (one === undefined || two === undefined) throw new Error('two results');
  const removal = orderRemoval(queue, CAR, first);
  feed.give(one, { ...two, payload: { ...two.payload, assignmentId: one.payload['assignmentId'] } });
  expect(queue.row(second).state).toBe('done');
  await queue.comesTo(removal, 'blocked');
  expect(queue.problem(removal)?.code).toBe('dependency-ended');
  expect(bench.operator.journal.matching({ method: 'DELETE' })).toEqual([]);
});

test('the same car and user under a known number with other times is another access', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const first = orderAccess(queue, CAR);
  await queue.comesTo(first, 'awaiting-result');
  const [one] = await reported(bench, 1);
  if (one === undefined) throw new Error('one result');
  feed.give(one);
  expect(queue.row(first).state).toBe('done');
  bench.clock.advance(HOUR);
  const later = orderAccess(queue, CAR);
  await queue.comesTo(later, 'awaiting-result');
  const [, two] = await reported(bench, 2);
  if (two === undefined) throw new Error('two results');
  feed.give({ ...two, payload: { ...two.payload, assignmentId: one.payload['assignmentId'] } });
  expect(queue.row(later)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(local(queue, first)?.state).toBe('deleted');
});

describe('an access of a colleague under a number that this laptop knows', () => {
  const numbered = async () => {
    const { bench, queue, first, results, feed } = await twoAccesses();
    const [one] = results;
    if (one === undefined) throw new Error('a result');
    feed.give(one);
    const theirs = {
      ...one.payload,
      checksum: 'F'.repeat(32),
      start: '2031-01-01T08:00:00Z',
      end: '2031-01-01T09:00:00Z',
    };
    return { bench, queue, first, feed, one, theirs };
  };

  test.each([
    ['of the same car and user, with other times', {}],
    ['of another car', { carId: 20_009 }],
    ['of another user', { userId: 9005 }],
  ])('%s, ends the local one and is not removed in its place', async (_what, change) => {
    const { bench, queue, first, feed, theirs } = await numbered();
    const removal = orderRemoval(queue, CAR, first);
    feed.give({ kind: 'created', payload: { ...theirs, ...change } });
    expect(local(queue, first)).toMatchObject({ state: 'deleted', assignment_id: null });
    expect(queue.row(first)).toMatchObject({ state: 'done', confirmed_by: 'result' });
    expect(keptResults(queue)).toEqual(['applied', 'unresolved']);
    await queue.comesTo(removal, 'blocked');
    expect(bench.operator.journal.matching({ method: 'DELETE' })).toEqual([]);
  });

  test('is ignored where a relay that was set back delivers an old result again', async () => {
    const { bench, queue, second, results, feed } = await twoAccesses();
    const [one, two] = results;
    if (one === undefined || two === undefined) throw new Error('two results');
    const number = one.payload['assignmentId'];
    feed.give(one, { ...two, payload: { ...two.payload, assignmentId: number } });
    const later = feedOf(bench, queue, '00000000000000bb');
    later.give(one);
    expect(local(queue, second)).toMatchObject({ state: 'active', assignment_id: number });
  });

  test('with the requested times is the local one, whatever its checksum', async () => {
    const { queue, first, feed, one } = await numbered();
    feed.give({ kind: 'created', payload: { ...one.payload, checksum: 'F'.repeat(32) } });
    expect(local(queue, first)).toMatchObject({ state: 'active' });
  });
});
