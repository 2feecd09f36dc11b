import { describe, expect, test, vi } from 'vitest';
import { readLocalAssignment } from '../../../electron/db/tables/queue/assignments.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { type Queue, startBench } from '../queue/fixture.ts';
import { orderAccess, orderRemoval } from '../queue/orders.ts';
import { feedOf, incidents } from '../queue/results.ts';
import { car, orderAccessChange } from './orders.ts';

const day = (number: number) => Date.UTC(2026, 11, number, 12);
const WORDS = 'The car does not answer.';

/** A test access of this laptop that the operator has confirmed. */
async function given() {
  const bench = await startBench();
  // Reads end after three questions instead of a day of them.
  const queue = bench.open({ policy: { ...defaultPolicy, resultQuestions: 3 } });
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, car);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(feed.take()).toBe(1));
  const local = () => readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access));
  const number = local()?.assignment_id ?? 0;
  /** Orders a request that the operator reports as failed; returns the later report that it was carried out. */
  const failed = async (kind: 'updated' | 'deleted', order: () => OperationId) => {
    bench.operator.results.add({ kind, count: 1, failWith: WORDS });
    const operation = order();
    await queue.comesTo(operation, 'awaiting-result');
    await vi.waitFor(() => expect(feed.take()).toBe(1));
    await queue.reaches(operation, 'failed');
    const { payload } = bench.operator.webhooks.attempts.at(-1) ?? { payload: {} };
    return { kind, payload: { ...payload, operationSucceeded: true, errorMessage: null } };
  };
  const done = async (order: () => OperationId) => {
    const operation = order();
    await queue.comesTo(operation, 'awaiting-result');
    await vi.waitFor(() => expect(feed.take()).toBe(1));
    expect(queue.row(operation).state).toBe('done');
  };
  const change = (patch: Parameters<typeof orderAccessChange>[2]) => () =>
    orderAccessChange(queue, number, patch, access);
  return { bench, queue, feed, access, local, failed, done, change };
}

const contradictions = (queue: Queue) => incidents(queue).filter((code) => code === 'outcome-contradicts');

test('a failed change that was carried out sets the times of the local access', async () => {
  const { queue, feed, local, failed, change } = await given();
  const success = await failed('updated', change({ end: day(5) }));
  expect(local()?.end_at).not.toBe(day(5));
  feed.give(success);
  expect(local()).toMatchObject({ state: 'update successful', end_at: day(5) });
  expect(contradictions(queue)).toHaveLength(1);
});

test('a failed change that was carried out keeps what a later change has set', async () => {
  const { feed, local, failed, done, change } = await given();
  const success = await failed('updated', change({ start: day(1), end: day(5) }));
  await done(change({ end: day(6) }));
  feed.give(success);
  expect(local()).toMatchObject({ start_at: day(1), end_at: day(6) });
});

test('a failed removal that was carried out ends the local access', async () => {
  const { queue, feed, access, local, failed } = await given();
  const success = await failed('deleted', () => orderRemoval(queue, car, access));
  expect(local()?.state).toBe('deletion failed');
  feed.give(success);
  expect(local()?.state).toBe('deleted');
  expect(contradictions(queue)).toHaveLength(1);
});

describe('a change that a person gave up', () => {
  const givenUp = async () => {
    const place = await given();
    const { bench, queue, change } = place;
    bench.operator.results.add({ kind: 'updated', count: 1, failWith: WORDS });
    const operation = change({ end: day(5) })();
    await queue.comesTo(operation, 'awaiting-result');
    await queue.reaches(operation, 'blocked');
    expect(queue.problem(operation)?.code).toBe('result-missing');
    queue.commands.cancel(operation);
    const { payload } = bench.operator.webhooks.attempts.at(-1) ?? { payload: {} };
    return { ...place, payload: { ...payload, operationSucceeded: true, errorMessage: null } };
  };

  test('sets the times once it is reported as carried out, and is an incident', async () => {
    const { queue, feed, local, payload } = await givenUp();
    feed.give({ kind: 'updated', payload });
    expect(local()).toMatchObject({ state: 'update successful', end_at: day(5) });
    expect(contradictions(queue)).toHaveLength(1);
  });

  test('is not taken for a colleague’s change', async () => {
    const { queue, feed, local, payload } = await givenUp();
    feed.give({ kind: 'updated', payload: { ...payload, checksum: 'other', updateData: [] } });
    expect(local()?.end_at).not.toBe(day(5));
    expect(contradictions(queue)).toEqual([]);
  });
});
