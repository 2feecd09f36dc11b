import { expect, test } from 'vitest';
import { readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createGroupKind } from '../../../electron/operations/queue/kinds/create-group.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { makeProblem, problem as problemSchema } from '../../../shared/problem.ts';
import { type JobBench, openJobs } from '../jobs/bench.ts';

/** Orders a group after those operations. */
function order({ parts, database }: JobBench, name: string, after: readonly OperationId[]): OperationId {
  const id = parts.ids.operation();
  database.write((context) =>
    enqueue(
      context,
      parts.target,
      { id, kind: createGroupKind, payload: { name }, job: null, after },
      parts.clock.now(),
    ),
  );
  return id;
}

/** The state of an order that comes after orders in these states. */
function stateAfter(...states: readonly OperationState[]) {
  const bench = openJobs();
  const before = states.map((state, index) => {
    const id = order(bench, `before ${index}`, []);
    bench.becomes(id, state);
    return id;
  });
  const row = readOperation(bench.database.sqlite, order(bench, 'after', before));
  if (row === undefined) throw new Error('an operation was ordered');
  const { state, problem } = row;
  return [state, problem === null ? null : problemSchema.parse(JSON.parse(problem)).code];
}

test.each([
  [[], 'ready', null],
  [['done'], 'ready', null],
  [['done', 'ready'], 'waiting', null],
  [['sending'], 'waiting', null],
  [['awaiting-result'], 'waiting', null],
  [['unknown'], 'waiting', null],
  [['blocked'], 'waiting', null],
  [['failed'], 'held', 'dependency-ended'],
  [['cancelled', 'done'], 'held', 'dependency-ended'],
  [['ready', 'failed'], 'held', 'dependency-ended'],
  [['held', 'ready'], 'held', 'dependency-ended'],
] as const)('an order after %j is %s', (states, state, problem) => {
  expect(stateAfter(...states)).toEqual([state, problem]);
});

test('an order after one that a person holds waits for it', () => {
  const bench = openJobs();
  const kept = order(bench, 'kept back', []);
  bench.commands.hold(kept);
  expect(readOperation(bench.database.sqlite, kept)?.problem).toBe(
    JSON.stringify(makeProblem('held-by-person')),
  );
  expect(readOperation(bench.database.sqlite, order(bench, 'after', [kept]))?.state).toBe('waiting');
});
