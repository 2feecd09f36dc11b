import type { OperationState } from '../../../shared/domain/operation.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Instant, Clock } from '../../../shared/time.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  type OperationRow,
  moveOperation,
  noteMaybeSent,
  operationsSending,
  readOperation,
  doubtOperation,
  listOperations,
} from '../../db/tables/queue/operations.ts';
import {
  moveTimes,
  capDueTimes,
  dependenciesOf,
  hasOpenDependency,
  insertDependency,
} from '../../db/tables/queue/operation-order.ts';
import { expectResult } from '../../db/tables/queue/results.ts';
import { addRelayNote } from '../../db/tables/queue/relay-exchange.ts';
import { resolveUnmatched, resolveAllUnmatched } from '../assignments/take-results.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import type { Outcome } from '../outcomes/classify.ts';
import type { InstallationLog } from '../../log/append.ts';
import { effectOf, expectedOf } from '../assignments/effects.ts';
import { loadOperation } from './kinds/registry.ts';
import { type QueueParts, announce, latestSensible } from './parts.ts';

/* Outcomes of operations, and doubts: operations whose last state is uncertain after a crash or in a set-back file. */

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

/** SQLite's LIMIT value for no limit. */
const ALL = -1;

/**
 * Puts every unfinished operation whose last state is uncertain in doubt. It may have been sent since, so it is read at
 * the operator, never just sent (docs/decisions/0003-look-before-sending.md). Returns their number.
 */
export function doubtUnfinished(context: WriteContext, certain: ReadonlySet<string>, at: Instant): number {
  const problem = JSON.stringify(makeProblem('operator-interrupted'));
  let doubted = 0;
  for (const row of listOperations(context.sqlite, 'unfinished', ALL)) {
    if (certain.has(row.id)) continue;
    const loaded = loadOperation(row);
    doubtOperation(context, row.id, { at, context: loaded.ok ? loaded.value.unprepared() : null, problem });
    expectResultOfLostTry(context, row.id);
    doubted += 1;
  }
  if (doubted > 0) context.changed('queue', 'status', 'jobs');
  return doubted;
}

/**
 * An access created by a lost run may have been deleted since, with its Box or by a colleague. Then only its result
 * proves that it was created, and a read would lead to a second one. Everything else a lost run did is visible to a
 * read.
 */
function expectResultOfLostTry(context: WriteContext, id: OperationId): void {
  const row = readOperation(context.sqlite, id);
  const effect = row === undefined ? null : effectOf(context.sqlite, row);
  if (effect?.effect === 'create') expectResult(context, id, expectedOf(effect));
}

/**
 * The data are older than what was sent from them, or exist in two places. Every unfinished operation is read first;
 * the log and a person are informed.
 */
export function doubtSetBack(
  context: WriteContext,
  parts: {
    readonly clock: Pick<Clock, 'now'>;
    readonly log: InstallationLog;
    readonly certain: ReadonlySet<string>;
    readonly reason: 'copied' | 'relay-ahead';
  },
): void {
  const at = parts.clock.now();
  const lookedUp = doubtUnfinished(context, parts.certain, at);
  const { reason } = parts;
  parts.log.append(context, { job: null, type: 'data-set-back', data: { reason, lookedUp } });
  addRelayNote(context, { matter: 'data-set-back', count: lookedUp, at });
  context.changed('status');
}

/**
 * After damage, relinks waiting operations to the operations their payloads refer to. One with unreadable dependencies
 * would wait for ever, so a person decides.
 */
export function blockOrphans(
  context: WriteContext,
  { log }: { readonly log: InstallationLog },
  at: Instant,
): void {
  const { sqlite } = context;
  const problem = makeProblem('dependency-lost');
  for (const row of listOperations(sqlite, 'unfinished', ALL)) {
    if (row.state !== 'waiting') continue;
    const loaded = loadOperation(row);
    const references = loaded.ok ? loaded.value.references() : [];
    const there = references.filter((id) => readOperation(sqlite, id) !== undefined);
    for (const id of there) insertDependency(context, row.id, id);
    if (there.length === references.length) {
      if (hasOpenDependency(sqlite, row.id)) continue;
      // Its dependencies are all done: the backup is older than their end. It is read first, never just sent.
      if (row.maybe_sent_at !== null && dependenciesOf(sqlite, row.id).length > 0) {
        moveOperation(context, row, 'unknown', at, { not_before: null });
        continue;
      }
    }
    moveOperation(context, row, 'blocked', at, { not_before: null, problem: JSON.stringify(problem) });
    log.append(context, {
      job: row.job_id,
      type: 'operation-blocked',
      data: { operation: row.id, kind: row.kind, problem: problem.code },
    });
  }
}
