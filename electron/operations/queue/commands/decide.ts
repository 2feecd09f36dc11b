import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { WriteContext } from '../../../db/open.ts';
import { moveOperation, type OperationRow } from '../../../db/tables/queue/operations.ts';
import {
  bringsId,
  isEarlierAccess,
  isOfAnotherOrder,
  isQuarantineOver,
  overwritesColleague,
} from '../actions.ts';
import { applyIn } from '../settle.ts';
import { asItStood, expectState, record, type CommandParts } from './guard.ts';

/** A person's word about an operation that may have been applied. `adopt`: which one at the operator it is. */
export type Decision =
  { readonly wasDone: true; readonly adopt: number | null } | { readonly wasDone: false };

/**
 * "It was done" ends it, with the id that a person chose where others need one; without a choice it is looked for once more
 * and never sent again. "It was not done" sends it again. ProblemErrors: `still-being-found-out` while a request may still
 * be executed, `adopted-already` when another of our operations has made what was chosen, `adopted-earlier` when the user had
 * that access before.
 */
export function decide(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  decision: Decision,
): void {
  expectState(row, ['blocked', 'unknown']);
  if (decision.wasDone) decideDone(context, parts, row, decision.adopt);
  else decideNotDone(context, parts, row);
}

function decideNotDone(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  const now = parts.clock.now();
  if (row.state === 'unknown' && !isQuarantineOver({ now, policy: parts.policy }, row)) {
    throw new ProblemError(makeProblem('still-being-found-out'));
  }
  moveOperation(context, row, 'ready', now, {
    not_before: null,
    maybe_sent_at: null,
    negative_reads: 0,
    crashes: 0,
    // The person saw the colleague's value: it is the one before the next sending.
    context: overwritesColleague(row) ? null : row.context,
    delays: 0,
    confirmed_by: null,
    problem: null,
    revision: row.revision + 1,
  });
  record(context, parts, row, { type: 'operation-decided', data: { ...asItStood(row), wasDone: false } });
}

function decideDone(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  adopt: number | null,
): void {
  const now = parts.clock.now();
  if (!bringsId(row)) {
    record(context, parts, row, { type: 'operation-decided', data: { ...asItStood(row), wasDone: true } });
    applyIn(context, parts, row, { outcome: 'done', confirmedBy: 'person', bindings: {} });
    return;
  }
  record(context, parts, row, {
    type: 'operation-decided',
    data: { ...asItStood(row), wasDone: true, adopted: adopt },
  });
  if (adopt === null) {
    // "It was done" still needs the new id for what builds on it, now or later: look again. With a person's word on it
    // a look that finds nothing never leads to a second sending.
    moveOperation(context, row, 'unknown', now, {
      not_before: null,
      delays: 0,
      confirmed_by: 'person',
      revision: row.revision + 1,
    });
    return;
  }
  if (isOfAnotherOrder(context.sqlite, row, adopt)) {
    throw new ProblemError(makeProblem('adopted-already'));
  }
  if (isEarlierAccess(row, adopt)) throw new ProblemError(makeProblem('adopted-earlier'));
  applyIn(context, parts, row, { outcome: 'done', confirmedBy: 'person', bindings: { id: adopt } });
}
