import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { WriteContext } from '../../../db/open.ts';
import { dependantsOf, dependenciesOf } from '../../../db/tables/queue/dependencies.ts';
import { moveOperation, type OperationRow } from '../../../db/tables/queue/operations.ts';
import { hasEnded, problemCodeOf } from '../actions.ts';
import { asItStood, expectState, record, type CommandParts } from './guard.ts';

/** Sends a blocked or held operation again, with everything that is held for its sake alone. */
export function resume(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  expectState(row, ['blocked', 'held']);
  const dependencies = dependenciesOf(context.sqlite, row.id);
  if (dependencies.some(hasEnded)) throw new ProblemError(makeProblem('dependency-ended'));
  const open = dependencies.some(({ state }) => state !== 'done');
  // An operation that may have been applied is read first, never just sent again.
  const mayStand = row.maybe_sent_at !== null || row.accepted_at !== null;
  const to = open ? 'waiting' : mayStand ? 'unknown' : 'ready';
  moveOperation(context, row, to, parts.clock.now(), {
    not_before: null,
    crashes: 0,
    delays: 0,
    negative_reads: 0,
    confirmed_by: null,
    problem: null,
    revision: row.revision + 1,
  });
  record(context, parts, row, {
    type: row.state === 'held' ? 'operation-released' : 'operation-retried',
    data: asItStood(row),
  });
  // An operation that a person or another failure holds does not go on with it.
  for (const dependant of dependantsOf(context.sqlite, row.id)) {
    if (dependant.state !== 'held' || problemCodeOf(dependant) === 'held-by-person') continue;
    if (!dependenciesOf(context.sqlite, dependant.id).some(hasEnded)) resume(context, parts, dependant);
  }
}

/** Keeps back what has not left. What builds on it waits for it. */
export function hold(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  expectState(row, ['ready', 'waiting']);
  moveOperation(context, row, 'held', parts.clock.now(), {
    not_before: null,
    problem: JSON.stringify(makeProblem('held-by-person')),
    revision: row.revision + 1,
  });
  record(context, parts, row, { type: 'operation-held', data: asItStood(row) });
}
