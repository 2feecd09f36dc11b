import { describe, expect, test, vi } from 'vitest';
import {
  readAssignmentByOperatorId,
  readLocalAssignment,
} from '../../../electron/db/tables/queue/assignments.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { assignmentId, carId, localAssignmentId, type OperationId } from '../../../shared/ids.ts';
import { DAY, HOUR } from '../../../shared/time.ts';
import { orderAccessChange } from '../queue-kinds/orders.ts';
import { noticesClock, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderRemoval } from './orders.ts';
import { feedOf, incidents, keptResults } from './results.ts';

const [CAR, OTHER_CAR] = [20_001, 20_002];

/** An access of this laptop, and one that the operator gives the same number when `giveAgain` is called. */
async function twoUnderOneNumber() {
  const bench = await startBench({ resultsHeld: true });
  const { webhooks, journal } = bench.operator;
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, CAR);
  await queue.comesTo(access, 'awaiting-result');
  const other = orderAccess(queue, OTHER_CAR);
  await queue.comesTo(other, 'awaiting-result');
  const [one, two] = await vi.waitFor(() => {
    const [first, second] = webhooks.held;
    if (first === undefined || second === undefined) throw new Error('not both results yet');
    return [first, second] as const;
  });
  feed.give(one);
  const number = assignmentId.parse(one.payload['assignmentId']);
  return {
    bench,
    queue,
    feed,
    access,
    other,
    number,
    giveAgain: () => feed.give({ ...two, payload: { ...two.payload, assignmentId: number } }),
    sent: (method: 'DELETE' | 'PATCH') => journal.matching({ method }).length,
  };
}

/** A removal of an access that is known by its number, as the Directory orders it. */
const orderEnd = (queue: Queue, number: number, local: OperationId | null) =>
  queue.put(deleteAssignmentKind, () => ({
    assignment: assignmentId.parse(number),
    local: local === null ? null : localAssignmentId.parse(local),
    car: carId.parse(CAR),
    carLabel: 'M QX 4711',
    userName: 'Bay 3 Tester',
    ordinary: true as const,
  }));

test('a removal that was sent before the number was reused is done, and is no fault', async () => {
  const { bench, queue, access, other, number, giveAgain } = await twoUnderOneNumber();
  const removal = orderRemoval(queue, CAR, access);
  await queue.comesTo(removal, 'awaiting-result');
  giveAgain();
  // The access that has the number now is there, and is not taken for the one that was to go.
  bench.operator.state.assignments.set(number, {
    id: number,
    customerId: 4711,
    carId: OTHER_CAR,
    userId: 9001,
    start: '2031-01-01T08:00:00Z',
    end: null,
    lifetime: null,
    renewableAfter: null,
  });
  await queue.reaches(removal, 'done', 'blocked');
  expect(queue.row(removal)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  expect(queue.faults).toEqual([]);
  expect(readAssignmentByOperatorId(queue.database.sqlite, number)?.id).toBe(other);
  expect(readLocalAssignment(queue.database.sqlite, localAssignmentId.parse(access))?.state).toBe('deleted');
});

/** The operator's word of a removal: it names the number and nothing else of the access. */
const removalResult = (number: number) => ({
  kind: 'deleted' as const,
  payload: {
    checksum: 'D41D8CD98F00B204E9800998ECF8427E',
    assignmentId: number,
    customerId: 4711,
    operationSucceeded: true,
    errorMessage: null,
  },
});

test('the result of a removal matches although the number was reused before it came', async () => {
  const { queue, feed, access, number, giveAgain } = await twoUnderOneNumber();
  const removal = orderRemoval(queue, CAR, access);
  await queue.comesTo(removal, 'awaiting-result');
  giveAgain();
  feed.give(removalResult(number));
  await queue.reaches(removal, 'done', 'blocked');
  expect(queue.row(removal)).toMatchObject({ state: 'done', confirmed_by: 'result' });
  expect(keptResults(queue)).not.toContain('unresolved');
  expect(incidents(queue)).toEqual([]);
});

test('so does a result after a read has found the access gone', async () => {
  const { bench, queue, feed, access, number, giveAgain } = await twoUnderOneNumber();
  const removal = orderRemoval(queue, CAR, access);
  await queue.comesTo(removal, 'awaiting-result');
  giveAgain();
  bench.operator.state.assignments.delete(number);
  await queue.reaches(removal, 'done');
  expect(queue.row(removal).confirmed_by).toBe('query');
  feed.give(removalResult(number));
  expect(queue.row(removal).confirmed_by).toBe('result');
  expect(keptResults(queue)).not.toContain('unresolved');
});

test('a result about an earlier access with the number ends no removal, also where the clock was set back since', async () => {
  const bench = await startBench({ resultsHeld: true });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, CAR);
  await queue.comesTo(access, 'awaiting-result');
  const created = await vi.waitFor(() => {
    const [held] = bench.operator.webhooks.held;
    if (held === undefined) throw new Error('no result yet');
    return held;
  });
  feed.give(removalResult(Number(created.payload['assignmentId'])), created);
  await queue.reaches(access, 'done');
  bench.clock.setBack(DAY);
  await noticesClock(bench, queue);
  const removal = orderRemoval(queue, CAR, access);
  await queue.reaches(removal, 'awaiting-result', 'done');
  expect(queue.row(removal).state).toBe('awaiting-result');
});

test('no such result ends a removal where no result has named the number of the access since', async () => {
  const bench = await startBench({ resultsHeld: true });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const access = orderAccess(queue, CAR);
  await queue.comesTo(access, 'awaiting-result');
  const made = [...bench.operator.state.assignments.values()].at(-1);
  feed.give(removalResult(made?.id ?? 0));
  await queue.reaches(access, 'done');
  expect(queue.row(access).confirmed_by).toBe('query');
  bench.clock.setBack(DAY);
  await noticesClock(bench, queue);
  const removal = orderRemoval(queue, CAR, access);
  await queue.reaches(removal, 'awaiting-result', 'done');
  expect(queue.row(removal).state).toBe('awaiting-result');
});

describe('of two removals, one of the access that had the number before and one of the access that has it now', () => {
  const twoRemovals = async () => {
    const place = await twoUnderOneNumber();
    const { bench, queue, access, other, number, giveAgain } = place;
    const before = orderRemoval(queue, CAR, access);
    await queue.comesTo(before, 'awaiting-result');
    giveAgain();
    bench.operator.state.assignments.delete(number);
    await queue.reaches(before, 'done');
    const held = {
      id: number,
      customerId: 4711,
      carId: OTHER_CAR,
      userId: 9001,
      start: '2031-01-01T08:00:00Z',
      end: null,
      lifetime: null,
      renewableAfter: null,
    };
    bench.operator.state.assignments.set(number, held);
    // The operator accepts the removal and does not carry it out for now: no read sees the access gone.
    const asked = vi.spyOn(bench.operator.state.assignments, 'delete').mockReturnValue(true);
    const now = orderRemoval(queue, OTHER_CAR, other);
    await queue.comesTo(now, 'awaiting-result');
    const isGone = () => {
      asked.mockRestore();
      bench.operator.state.assignments.delete(number);
    };
    return { ...place, before, now, isGone };
  };

  test('the late result of the first does not end the second', async () => {
    const { queue, feed, number, before, now, isGone } = await twoRemovals();
    feed.give(removalResult(number));
    await vi.waitFor(() => expect(queue.row(now).delays).toBeGreaterThan(0));
    expect(queue.row(now).state).toBe('awaiting-result');
    isGone();
    await queue.reaches(now, 'done');
    expect(queue.row(before)).toMatchObject({ state: 'done', confirmed_by: 'result' });
    expect(keptResults(queue)).not.toContain('unresolved');
    expect(incidents(queue)).toEqual([]);
  });
});

test('a removal that waits for an access whose number was given out again is refused without a fault', async () => {
  const { queue, access, giveAgain, sent } = await twoUnderOneNumber();
  const removal = orderRemoval(queue, CAR, access);
  giveAgain();
  await queue.comesTo(removal, 'blocked');
  expect(queue.problem(removal)?.code).toBe('dependency-ended');
  expect(queue.faults).toEqual([]);
  expect(sent('DELETE')).toBe(0);
});

test('a removal by number is not sent to the access that has the number now', async () => {
  const { queue, access, number, giveAgain, sent } = await twoUnderOneNumber();
  const end = orderEnd(queue, number, access);
  giveAgain();
  await queue.comesTo(end, 'blocked');
  expect(queue.problem(end)?.code).toBe('assignment-ended-elsewhere');
  expect(sent('DELETE')).toBe(0);
});

test('a change is not sent to the access that has the number now', async () => {
  const { bench, queue, access, number, giveAgain, sent } = await twoUnderOneNumber();
  const change = orderAccessChange(queue, number, { end: bench.clock.now() + DAY }, access);
  giveAgain();
  await queue.comesTo(change, 'blocked');
  expect(queue.problem(change)?.code).toBe('assignment-ended-elsewhere');
  expect(sent('PATCH')).toBe(0);
});

test('a change that is in doubt when the number is given out again is not compared with the other access', async () => {
  const { bench, queue, access, number, giveAgain } = await twoUnderOneNumber();
  const change = orderAccessChange(queue, number, { end: bench.clock.now() + DAY }, access);
  await queue.comesTo(change, 'awaiting-result');
  giveAgain();
  await queue.reaches(change, 'blocked', 'done');
  expect(queue.problem(change)?.code).toBe('assignment-ended-elsewhere');
});

test('an access of a colleague that has lost its number to one of ours is not mistaken for ours', async () => {
  const bench = await startBench({ resultsHeld: true });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const number = assignmentId.parse(500_999);
  // Asked for while the operator knows no such access, so that it cannot have left before the access has the number.
  const change = orderAccessChange(queue, number, { end: bench.clock.now() + DAY });
  queue.commands.hold(change);
  const end = orderEnd(queue, number, null);
  queue.commands.hold(end);
  bench.clock.advance(HOUR);
  const ours = orderAccess(queue, CAR);
  await queue.comesTo(ours, 'awaiting-result');
  const result = await vi.waitFor(() => {
    const [held] = bench.operator.webhooks.held;
    if (held === undefined) throw new Error('no result yet');
    return held;
  });
  feed.give({ ...result, payload: { ...result.payload, assignmentId: number } });
  expect(queue.row(ours).state).toBe('done');
  // Of the same car and user: only what is known here tells that it is another access.
  bench.operator.state.assignments.set(number, {
    id: number,
    customerId: 4711,
    carId: CAR,
    userId: 9001,
    start: '2031-01-01T08:00:00Z',
    end: null,
    lifetime: null,
    renewableAfter: null,
  });
  queue.commands.release(change);
  queue.commands.release(end);
  await queue.comesTo(change, 'blocked');
  await queue.comesTo(end, 'blocked');
  expect([queue.problem(change)?.code, queue.problem(end)?.code]).toEqual([
    'assignment-ended-elsewhere',
    'assignment-ended-elsewhere',
  ]);
});
