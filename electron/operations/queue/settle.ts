import { resolveUnmatched } from '../assignments/take-results.ts';
import type { WriteContext } from '../../db/open.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { QueueParts } from './parts.ts';

/** Applies an outcome in a transaction of its own. */
export function settle(parts: QueueParts, row: OperationRow, outcome: Outcome): void {
  const settled = parts.database.write((context) => applyIn(context, parts, row, outcome));
  if (settled && outcome.outcome === 'done') parts.onDone(row, outcome.bindings);
}

/** Applies, then lets results that came early find what they belong to, in the same transaction. */
export function applyIn(
  context: WriteContext,
  parts: Pick<QueueParts, 'log' | 'clock' | 'target'>,
  row: OperationRow,
  outcome: Outcome,
): boolean {
  const applied = applyOutcome(context, parts, row, outcome, parts.clock.now());
  if (applied) resolveUnmatched(context, parts, row.id);
  return applied;
}
