import { expect, test, vi } from 'vitest';
import {
  readAssignmentByOperatorId,
  readLocalAssignment,
} from '../../../electron/db/tables/queue/assignments.ts';
import { assignmentId, localAssignmentId } from '../../../shared/ids.ts';
import { type Bench, startBench } from './fixture.ts';
import { orderAccess } from './orders.ts';

const [CAR, OTHER_CAR, USER, OTHER_USER] = [20_001, 20_002, 9001, 9002];

/** The newest access that the operator has made, once there are so many. */
function made({ operator }: Bench, count: number) {
  return vi.waitFor(() => {
    const all = [...operator.state.assignments.values()];
    const newest = all.at(-1);
    if (newest === undefined || all.length < count) throw new Error('it is not made yet');
    return newest;
  });
}

/** An access of this laptop that has gone, and a second one under its number whose result was lost. */
async function secondUnderTheNumber(of: { readonly car: number; readonly user: number }) {
  const bench = await startBench({ resultsLost: true });
  const { assignments } = bench.operator.state;
  const queue = bench.open();
  const before = assignments.size;
  const first = orderAccess(queue, CAR, USER);
  await queue.comesTo(first, 'awaiting-result');
  const { id } = await made(bench, before + 1);
  await queue.reaches(first, 'done');
  assignments.delete(id);
  const second = orderAccess(queue, of.car, of.user);
  await queue.comesTo(second, 'awaiting-result');
  const there = await made(bench, before + 1);
  assignments.delete(there.id);
  assignments.set(id, { ...there, id });
  return { clock: bench.clock, queue, first, second, number: assignmentId.parse(id) };
}

test.for([
  ['another user', { car: CAR, user: OTHER_USER }],
  ['another car', { car: OTHER_CAR, user: USER }],
] as const)('a new access of %s is found under the number of a deleted one', async ([, of]) => {
  const { queue, first, second, number } = await secondUnderTheNumber(of);
  await queue.reaches(second, 'done', 'blocked');
  expect(queue.row(second)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  const { sqlite } = queue.database;
  expect(readAssignmentByOperatorId(sqlite, number)?.id).toBe(second);
  expect(readLocalAssignment(sqlite, localAssignmentId.parse(first))).toMatchObject({
    assignment_id: null,
    state: 'deleted',
  });
});

test('an access of the same car and user cannot be distinguished by its number, and is not adopted', async () => {
  const { clock, queue, second } = await secondUnderTheNumber({ car: CAR, user: USER });
  await vi.waitFor(
    () => {
      clock.advance(200);
      expect(queue.row(second).delays).toBeGreaterThan(1);
    },
    { interval: 4 },
  );
  expect(queue.row(second).state).toBe('awaiting-result');
});
