import type { OperationState } from '../../../../shared/domain/operation.ts';
import type { SeenOperation } from '../../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../../shared/ids.ts';
import type { LogEntryContent, LogFactsOf } from '../../../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { WriteContext } from '../../../db/open.ts';
import { type OperationRow, readOperation } from '../../../db/tables/queue/operations.ts';
import { announce } from '../../outcomes/announce.ts';
import { problemCodeOf } from '../actions.ts';
import type { QueueParts } from '../parts.ts';

/** The dependencies of the commands. */
export type CommandParts = Pick<QueueParts, 'database' | 'clock' | 'log' | 'policy' | 'target' | 'onDone'> & {
  /**
   * The step that asked for a corrected operation follows it, in the same transaction; `row` is as it is now, `reason` why
   * it is corrected where a check needs one.
   */
  readonly follow?: (context: WriteContext, row: OperationRow, reason: string) => void;
};

/** The row, or ProblemError `not-found`. */
export function required(context: WriteContext, id: OperationId): OperationRow {
  const row = readOperation(context.sqlite, id);
  if (row === undefined) throw new ProblemError(makeProblem('not-found'));
  return row;
}

/** Refuses what the state does not allow: ProblemError `step-not-ready`. */
export function expectState(row: OperationRow, allowed: readonly OperationState[]): void {
  if (!allowed.includes(row.state)) {
    throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  }
}

/** Two windows, a double click, an answer that came first: what has moved since it was seen is left alone. */
export function expectSeen(row: OperationRow, seen: SeenOperation | undefined): void {
  if (seen === undefined) return;
  if (row.state !== seen.state || row.attempt !== seen.attempts || row.revision !== seen.revision) {
    throw new ProblemError(makeProblem('changed-meanwhile'));
  }
}

/** Log entry and announcement of a person's act; part of the act's transaction. */
export function record(
  context: WriteContext,
  parts: Pick<CommandParts, 'log'>,
  row: OperationRow,
  entry: LogEntryContent,
): void {
  parts.log.append(context, { job: row.job_id, ...entry });
  announce(context, row);
}

/** The facts that the entry of every act has: the operation as it stood before. */
export function asItStood(row: OperationRow): LogFactsOf<'operation-held'> {
  return { operation: row.id, kind: row.kind, was: row.state, problem: problemCodeOf(row) };
}
