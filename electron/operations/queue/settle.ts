import type { OperationState } from '../../../shared/domain/operation.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  type OperationRow,
  moveOperation,
  noteMaybeSent,
  operationsSending,
  readOperation,
} from '../../db/tables/queue/operations.ts';
import { moveTimes, capDueTimes } from '../../db/tables/queue/operations-due.ts';
import { resolveUnmatched, resolveAllUnmatched } from '../assignments/take-results.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import type { Outcome } from '../outcomes/classify.ts';
import { announce } from '../outcomes/announce.ts';
import type { QueueParts } from './parts.ts';
import { latestSensible } from './policy.ts';

/** Applies an outcome in a transaction of its own. */
export function settle(parts: QueueParts, row: OperationRow, outcome: Outcome): void {
  const settled = parts.database.write((context) => applyIn(context, parts, row, outcome));
  if (settled && outcome.outcome === 'done') parts.onDone(row, outcome.bindings);
}

/** Applies the outcome, then matches results that arrived early, in the same transaction. */
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

/**
 * The first step at a start: every operation found `sending` may have been applied, so it becomes `unknown` and is read
 * first. One that was in flight in too many crashes is parked, so that the app can start.
 */
export function settleInterrupted(parts: QueueParts, lastBeat: Instant | null): void {
  const { database, clock, policy, log } = parts;
  database.write((context) => {
    const now = clock.now();
    // Elapsed time since the last run is not trusted, because a clock can be set: remaining delays start again as they
    // were.
    if (lastBeat !== null) moveTimes(context, now - lastBeat);
    for (const row of operationsSending(context.sqlite)) {
      const crashes = row.crashes + 1;
      const parked = crashes >= policy.crashLimit;
      const problem = parked
        ? makeProblem('crashed-repeatedly', { times: crashes })
        : makeProblem('operator-interrupted');
      moveOperation(context, row, parked ? 'blocked' : 'unknown', now, {
        crashes,
        maybe_sent_at: now,
        negative_reads: 0,
        delays: 0,
        not_before: null,
        problem: JSON.stringify(problem),
      });
      log.append(context, {
        job: row.job_id,
        type: parked ? 'operation-blocked' : 'operation-unknown',
        data: { operation: row.id, kind: row.kind, problem: problem.code },
      });
      announce(context, row);
    }
    // Times written by a wrong clock must not park operations for years (faults.md 23).
    capDueTimes(context, now, latestSensible(now));
    resolveAllUnmatched(context, parts);
  });
}

/**
 * During a run: an operation whose answer could not be stored (disk full) is still `sending` without a task. It may
 * have been applied, so it is read too; `running` are operations with a task.
 */
export function settleAbandoned(parts: QueueParts, running: readonly string[]): void {
  const { database, clock } = parts;
  database.write((context) => {
    const now = clock.now();
    for (const row of operationsSending(context.sqlite)) {
      if (running.includes(row.id)) continue;
      const problem = makeProblem('operator-interrupted');
      applyOutcome(context, parts, row, { outcome: 'unknown', readAt: now, problem }, now);
    }
  });
}

/** An internal error in one operation parks it, so that it cannot stop the others. */
export function parkFaulty(parts: QueueParts, id: OperationId, cause: unknown): void {
  const { database, clock } = parts;
  const problem =
    cause instanceof ProblemError ? cause.problem : makeProblem('unexpected', {}, String(cause));
  database.write((context) => {
    const row = readOperation(context.sqlite, id);
    if (row === undefined || !faulty.has(row.state)) return;
    const now = clock.now();
    applyOutcome(context, parts, row, { outcome: 'blocked', problem }, now);
    // It may have been sent before the error; after a person's retry it is read first.
    if (row.state === 'sending') noteMaybeSent(context, id, now);
  });
}

/** States in which the engine processes an operation. */
const faulty: ReadonlySet<OperationState> = new Set(['ready', 'sending', 'unknown', 'awaiting-result']);
