import type { OperationState } from '../../shared/domain/operation.ts';
import type { OperationId } from '../../shared/ids.ts';
import { makeProblem, ProblemError, problem as problemSchema } from '../../shared/problem.ts';
import type { WriteContext } from '../db/open.ts';
import { dependantsOf, dependenciesOf } from '../db/tables/queue/dependencies.ts';
import { moveOperation, type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import { announce } from '../outcomes/announce.ts';
import { applyOutcome, holdDependants } from '../outcomes/apply.ts';
import type { QueueParts } from './parts.ts';

/** What a person may do to an operation. All throw ProblemError when its state does not allow it. */
export interface Steering {
  /**
   * Blocked or held: send again, after a look where it may have been applied. What was held with it goes on too.
   * `dependency-ended` while something it builds on has failed, was given up or is held itself.
   */
  readonly retry: (id: OperationId) => void;
  /** Give up what has not left, or what is blocked. What builds on it is held. */
  readonly cancel: (id: OperationId) => void;
  /** The same, inside a use case's own transaction (a step that is replaced). */
  readonly cancelIn: (context: WriteContext, id: OperationId) => void;
  /** A person's word about a blocked operation. */
  readonly decide: (id: OperationId, wasDone: boolean) => void;
}

type Parts = Pick<QueueParts, 'database' | 'clock' | 'log'>;

/** Steering over one queue. `wake` is called after each commit. */
export function createSteering(parts: Parts, wake: () => void): Steering {
  const inOne = (id: OperationId, work: (context: WriteContext, row: OperationRow) => void) => {
    parts.database.write((context) => work(context, required(context, id)));
    wake();
  };
  return {
    retry: (id) =>
      inOne(id, (context, row) => {
        retry(context, parts, row);
      }),
    cancel: (id) =>
      inOne(id, (context, row) => {
        cancel(context, parts, row);
      }),
    cancelIn: (context, id) => {
      cancel(context, parts, required(context, id));
    },
    decide: (id, wasDone) =>
      inOne(id, (context, row) => {
        decide(context, parts, row, wasDone);
      }),
  };
}

function retry(context: WriteContext, parts: Parts, row: OperationRow): void {
  expectState(row, ['blocked', 'held']);
  const now = parts.clock.now();
  const dependencies = dependenciesOf(context.sqlite, row.id);
  if (dependencies.some(({ state }) => hasEnded(state))) {
    throw new ProblemError(makeProblem('dependency-ended'));
  }
  const open = dependencies.some(({ state }) => state !== 'done');
  // What may have been applied is looked up first, never just sent again.
  const to = open ? 'waiting' : row.maybe_sent_at !== null ? 'unknown' : 'ready';
  moveOperation(context, row, to, now, {
    not_before: null,
    crashes: 0,
    delays: 0,
    negative_reads: 0,
    confirmed_by: null,
    problem: null,
    revision: row.revision + 1,
  });
  record(context, parts, row, 'operation-retried');
  for (const dependant of dependantsOf(context.sqlite, row.id)) {
    if (dependant.state !== 'held') continue;
    const others = dependenciesOf(context.sqlite, dependant.id);
    if (!others.some(({ state }) => hasEnded(state))) retry(context, parts, dependant);
  }
}

/** Will this never be done, or not until a person has acted on it? What builds on it cannot go on by itself. */
function hasEnded(state: OperationState): boolean {
  return state === 'failed' || state === 'cancelled' || state === 'held';
}

function cancel(context: WriteContext, parts: Parts, row: OperationRow): void {
  expectState(row, ['waiting', 'ready', 'held', 'blocked']);
  const now = parts.clock.now();
  moveOperation(context, row, 'cancelled', now, { not_before: null, finished_at: now });
  holdDependants(context, row.id, now);
  record(context, parts, row, 'operation-cancelled');
}

function decide(context: WriteContext, parts: Parts, row: OperationRow, wasDone: boolean): void {
  expectState(row, ['blocked']);
  const now = parts.clock.now();
  record(context, parts, row, 'operation-decided', { wasDone });
  if (!wasDone) {
    moveOperation(context, row, 'ready', now, {
      not_before: null,
      maybe_sent_at: null,
      crashes: 0,
      delays: 0,
      problem: null,
    });
    announce(context, row);
    return;
  }
  if (bindsId(row)) {
    // "It was done" still needs the new id for what builds on it, now or later: look again. With a person's word on it
    // a look that finds nothing never leads to a second sending.
    moveOperation(context, row, 'unknown', now, { not_before: null, delays: 0, confirmed_by: 'person' });
    announce(context, row);
    return;
  }
  applyOutcome(context, parts, row, { outcome: 'done', confirmedBy: 'person', bindings: {} }, now);
}

function bindsId(row: OperationRow): boolean {
  return row.kind === 'create-car' || row.kind === 'create-group' || row.kind === 'create-assignment';
}

function record(
  context: WriteContext,
  parts: Parts,
  row: OperationRow,
  type: 'operation-retried' | 'operation-cancelled' | 'operation-decided',
  more: Readonly<Record<string, boolean>> = {},
): void {
  const problem = row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)).code;
  parts.log.append(context, {
    job: row.job_id,
    type,
    data: { operation: row.id, kind: row.kind, was: row.state, problem, ...more },
  });
  announce(context, row);
}

function required(context: WriteContext, id: OperationId): OperationRow {
  const row = readOperation(context.sqlite, id);
  if (row === undefined) throw new ProblemError(makeProblem('not-found'));
  return row;
}

function expectState(row: OperationRow, allowed: readonly OperationState[]): void {
  if (!allowed.includes(row.state)) {
    throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  }
}
