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
import { moveTimes, pullTimesBack } from '../../db/tables/queue/operations-due.ts';
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

/**
 * First act on start: every operation found `sending` may have been applied, so it becomes `unknown` and is looked up
 * before anything else happens to it. One that was under way in too many crashes is parked, so that the app starts.
 */
export function settleInterrupted(parts: QueueParts, lastBeat: Instant | null): void {
  const { database, clock, policy, log } = parts;
  database.write((context) => {
    const now = clock.now();
    // That time has passed since the last run is not proven by a clock that anybody can set: what was left to wait then
    // is left to wait now.
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
    // A clock that was wrong when these were written must not park them for years (faults.md 23).
    pullTimesBack(context, now, latestSensible(now));
    resolveAllUnmatched(context, parts);
  });
}

/**
 * In the middle of a run: an operation whose answer could not be stored (disk full) is still `sending` although no task
 * is at it any more. It may have been applied, so it is looked up too; `running` are those still under way.
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

/** A fault of our own while at one operation parks that one, so that it cannot stop the others. */
export function parkFaulty(parts: QueueParts, id: OperationId, cause: unknown): void {
  const { database, clock } = parts;
  const problem =
    cause instanceof ProblemError ? cause.problem : makeProblem('unexpected', {}, String(cause));
  database.write((context) => {
    const row = readOperation(context.sqlite, id);
    if (row === undefined || !faulty.has(row.state)) return;
    const now = clock.now();
    applyOutcome(context, parts, row, { outcome: 'blocked', problem }, now);
    // It may have left before the fault; a person's "send again" then looks first.
    if (row.state === 'sending') noteMaybeSent(context, id, now);
  });
}

/** States in which the engine works at an operation. */
const faulty: ReadonlySet<OperationState> = new Set(['ready', 'sending', 'unknown', 'awaiting-result']);
