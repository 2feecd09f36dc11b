import { assignmentId, type CarId, type JobId, type UserId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AssignmentState } from '../../../shared/domain/operation.ts';
import { makeProblem, type Problem, type ProblemCode } from '../../../shared/problem.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import type { WriteContext, Sqlite } from '../../db/open.ts';
import {
  readLocalAssignment,
  releaseNumber,
  setAssignmentState,
  setAssignmentTimes,
  upsertAssignment,
  type RevokedAssignmentRow,
  revokedAssignmentsOf,
} from '../../db/tables/queue/assignments.ts';
import { type Bindings, boundValue } from '../../db/tables/queue/operation-order.ts';
import { numberSentTo, type ResultKeys } from '../../db/tables/queue/results.ts';
import { type OperationRow, operationsOfJob, readOperation } from '../../db/tables/queue/operations.ts';
import { openIncident } from '../../db/tables/queue/operation-history.ts';
import type { AssignmentEffect, RevokedAssignment, TakenOut } from '../queue/kinds/kind.ts';
import { loadOperation } from '../queue/kinds/registry.ts';
import { triesThatCount, wasAlwaysRefused } from '../queue/tries.ts';
import { carOfLane } from '../queue/kinds/references.ts';
import type { InstallationLog } from '../../log/append.ts';
import { announce } from '../queue/parts.ts';

/* The accesses that an operation creates, changes, deletes or revokes with a Box, and what a failed result means. */

/** Updates the local assignment state for its operation's transition, in the same transaction. */
export function applyAssignmentTransition(
  context: WriteContext,
  effect: AssignmentEffect,
  turn: AssignmentTransition,
  facts: { readonly bindings: Bindings; readonly message: string | null; readonly at: Instant },
): void {
  const state = assignmentStateAfter(effect.effect, turn);
  if (effect.effect === 'create') {
    const bound = assignmentId.safeParse(facts.bindings['id']);
    if (bound.success) releaseNumber(context, { number: bound.data, keeper: effect.local, at: facts.at });
    upsertAssignment(context, {
      id: effect.local,
      assignment_id: bound.success ? bound.data : null,
      car_id: effect.carId,
      user_id: effect.userId,
      start_at: effect.start,
      end_at: effect.end,
      state,
      error_message: facts.message,
      updated_at: facts.at,
    });
    return;
  }
  if (effect.local === null) return;
  // Terminal states are monotone: a late result does not restore a deleted assignment.
  const local = readLocalAssignment(context.sqlite, effect.local);
  if (local === undefined || local.state === 'deleted') return;
  setAssignmentState(context, effect.local, state, facts.message, facts.at);
  if (effect.effect === 'update' && turn === 'succeeded') {
    const { start = local.start_at, end = local.end_at } = effect.patch;
    setAssignmentTimes(context, effect.local, start, end);
  }
}

/** The transitions of an assignment operation that affect local state. */
export type AssignmentTransition = 'accepted' | 'succeeded' | 'failed';

/** The local state after a transition, as spec part 3 recommends. */
export function assignmentStateAfter(
  effect: AssignmentEffect['effect'],
  turn: AssignmentTransition,
): AssignmentState {
  return table[effect][turn];
}

const table = {
  create: { accepted: 'pending', succeeded: 'active', failed: 'failed' },
  update: { accepted: 'pending update', succeeded: 'update successful', failed: 'update failed' },
  delete: { accepted: 'pending deletion', succeeded: 'deleted', failed: 'deletion failed' },
} as const satisfies Record<AssignmentEffect['effect'], Record<AssignmentTransition, AssignmentState>>;

/**
 * The effect on an assignment by an operation that was sent, or may have been sent from a disk that was set back since;
 * null for all others. When the operator has reassigned its number since, the effect names the number that was sent,
 * because the result does.
 */
export function effectOf(
  sqlite: Sqlite,
  row: Pick<OperationRow, 'id' | 'kind' | 'payload' | 'payload_version' | 'context' | 'unknown_tries'>,
): AssignmentEffect | null {
  if (row.context === null && row.unknown_tries === 0 && triesThatCount(sqlite, row.id).length === 0)
    return null;
  const loaded = loadOperation(row);
  if (!loaded.ok) return null;
  return loaded.value.assignment(
    (id, field) => boundValue(sqlite, id, field) ?? numberSentTo(sqlite, row.id),
    row.context ?? 'null',
  );
}

/** The assignment that the operation's result will name. */
export function expectedOf(effect: AssignmentEffect): ResultKeys {
  switch (effect.effect) {
    case 'create':
      return { kind: 'created', carId: effect.carId, userId: effect.userId };
    case 'update':
      return { kind: 'updated', assignmentId: effect.assignmentId };
    case 'delete':
      return { kind: 'deleted', assignmentId: effect.assignmentId };
  }
}

/** The accesses read just before a removal was sent; null = not sent, or not readable. */
export function foundByRemoval(
  row: Pick<OperationRow, 'kind' | 'payload' | 'payload_version' | 'context'>,
): readonly RevokedAssignment[] | null {
  if (row.context === null) return null;
  const loaded = loadOperation(row);
  return loaded.ok ? loaded.value.cascadeDeletes(row.context) : null;
}

/** The car the Box was in and the user of the access; null = not known. */
export function holderOfRevoked(
  sqlite: Sqlite,
  row: Pick<RevokedAssignmentRow, 'operation_id' | 'user_id'>,
): { readonly carId: CarId | null; readonly userId: UserId | null } {
  const removal = readOperation(sqlite, row.operation_id);
  return { carId: removal === undefined ? null : carOfLane(removal.lane), userId: row.user_id };
}

/** Whether the operator still owes the result of a revoked access. */
export const isLeaving = ({
  state,
  ask_at: askAt,
}: Pick<RevokedAssignmentRow, 'state' | 'ask_at'>): boolean => state === 'pending deletion' && askAt !== null;

/** Whether a revoked access was not deleted, or its result did not arrive within a day. */
export const hasStayed = (taken: Pick<RevokedAssignmentRow, 'state' | 'ask_at'>): boolean =>
  taken.state !== 'deleted' && !isLeaving(taken);

/** The accesses that a job's removals have revoked, as known now. */
export function takenOutOf(sqlite: Sqlite, job: JobId | null): TakenOut {
  const removals =
    job === null
      ? []
      : operationsOfJob(sqlite, job).filter(
          (row) => row.kind === 'uninstall' && row.state === 'done' && !wasAlwaysRefused(sqlite, row),
        );
  return {
    listed: removals.some((row) => foundByRemoval(row) !== null),
    accesses: removals
      .flatMap(({ id }) => revokedAssignmentsOf(sqlite, id))
      .map((row) => ({
        userId: row.user_id,
        start: row.start_at,
        end: row.end_at,
        fate: isLeaving(row) ? 'leaving' : hasStayed(row) ? 'stayed' : 'gone',
      })),
  };
}

const failureOf = {
  created: 'assignment-failed',
  updated: 'assignment-change-failed',
  deleted: 'assignment-removal-failed',
} as const satisfies Record<FeedResult['kind'], ProblemCode>;

/** The operator's error message in a result; null = none. */
export function reasonOf({ errorMessage = null }: FeedResult['payload']): string | null {
  return errorMessage;
}

/** The problem that a failed result means for its operation. */
export function problemOfFailure({ kind, payload }: FeedResult): Problem {
  return makeProblem(failureOf[kind], {}, reasonOf(payload));
}

/** Terminal states are monotone (faults.md fact 12): a contradicting result opens one incident. */
export function contradiction(
  context: WriteContext,
  { clock, log }: { readonly clock: { readonly now: () => Instant }; readonly log: InstallationLog },
  operation: Pick<OperationRow, 'id' | 'kind' | 'job_id'>,
  message: string | null,
): boolean {
  const at = clock.now();
  const fresh = openIncident(context, {
    operation: operation.id,
    code: 'outcome-contradicts',
    message,
    at,
  });
  if (fresh) {
    log.append(context, {
      job: operation.job_id,
      type: 'result-contradicts',
      data: { operation: operation.id, kind: operation.kind, said: message },
    });
    announce(context, operation);
  }
  return fresh;
}
