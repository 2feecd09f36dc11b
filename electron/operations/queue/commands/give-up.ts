import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import { resolveUnmatched } from '../../assignments/take-results.ts';
import type { WriteContext } from '../../../db/open.ts';
import { allDependantsOf } from '../../../db/tables/queue/dependencies.ts';
import { seeIncidents } from '../../../db/tables/queue/incidents.ts';
import { moveOperation, type OperationRow } from '../../../db/tables/queue/operations.ts';
import { holdDependants } from '../../outcomes/apply.ts';
import { asItStood, expectState, record, required, type CommandParts } from './guard.ts';

/** Gives up what has not left, or is blocked. What builds on it is held. */
export function giveUp(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  expectState(row, ['waiting', 'ready', 'held', 'blocked']);
  const now = parts.clock.now();
  moveOperation(context, row, 'cancelled', now, { not_before: null, finished_at: now });
  holdDependants(context, row.id, now);
  record(context, parts, row, { type: 'operation-cancelled', data: asItStood(row) });
  // Results that were kept because they could be of more than one try of it can be settled now.
  resolveUnmatched(context, parts, row.id);
}

/**
 * The same with everything that builds on it; for one that is at its end already, only what builds on it. All or nothing:
 * ProblemError `step-not-ready` when one of them has left.
 */
export function giveUpAll(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  const dependants = allDependantsOf(context.sqlite, row.id);
  seeIncidents(context, row.id, parts.clock.now());
  if (row.state !== 'cancelled' && row.state !== 'failed') {
    giveUp(context, parts, row);
  } else if (dependants.length === 0) {
    throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  }
  for (const { id } of dependants) giveUp(context, parts, required(context, id));
}
