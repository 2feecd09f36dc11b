import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { WriteContext } from '../../../db/open.ts';
import { seeIncidents, unseenIncidents } from '../../../db/tables/queue/incidents.ts';
import type { OperationRow } from '../../../db/tables/queue/operations.ts';
import { asItStood, record, type CommandParts } from './guard.ts';

/**
 * A person has seen what went wrong: it no longer needs one, and stays in the history. Nothing is sent and nothing that
 * builds on it goes on. `count`: how many incidents were shown. ProblemErrors: `step-not-ready` when there is nothing to
 * see, `changed-meanwhile` when there is more or less than was shown.
 */
export function acknowledge(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  count: number,
): void {
  const unseen = unseenIncidents(context.sqlite, row.id);
  if (unseen.length === 0) throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  if (unseen.length !== count) throw new ProblemError(makeProblem('changed-meanwhile'));
  seeIncidents(context, row.id, parts.clock.now());
  record(context, parts, row, { type: 'operation-seen', data: { ...asItStood(row), incidents: count } });
}
