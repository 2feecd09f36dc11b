import { assignmentId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  readLocalAssignment,
  releaseNumber,
  setAssignmentState,
  setAssignmentTimes,
  upsertAssignment,
} from '../../db/tables/queue/assignments.ts';
import type { Bindings } from '../../db/tables/queue/dependencies.ts';
import type { AssignmentEffect } from '../queue/kinds/kind.ts';
import { assignmentStateAfter, type AssignmentTurn } from './state.ts';

/** Writes local assignment state for a turn of its operation, in the transaction of that turn. */
export function applyAssignmentTurn(
  context: WriteContext,
  effect: AssignmentEffect,
  turn: AssignmentTurn,
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
  // Terminal states are monotone: a deleted assignment does not come back with a late result.
  const local = readLocalAssignment(context.sqlite, effect.local);
  if (local === undefined || local.state === 'deleted') return;
  setAssignmentState(context, effect.local, state, facts.message, facts.at);
  if (effect.effect === 'update' && turn === 'succeeded') {
    const { start = local.start_at, end = local.end_at } = effect.patch;
    setAssignmentTimes(context, effect.local, start, end);
  }
}
