import type { AssignmentState } from '../../../shared/domain/assignment.ts';
import type { AssignmentEffect } from '../queue/kinds/kind.ts';

/** The effect on an assignment operation, as far as local state cares. */
export type AssignmentTurn = 'accepted' | 'succeeded' | 'failed';

/** The local state after a turn, exactly as spec part 3 recommends. */
export function assignmentStateAfter(
  effect: AssignmentEffect['effect'],
  turn: AssignmentTurn,
): AssignmentState {
  return table[effect][turn];
}

const table = {
  create: { accepted: 'pending', succeeded: 'active', failed: 'failed' },
  update: { accepted: 'pending update', succeeded: 'update successful', failed: 'update failed' },
  delete: { accepted: 'pending deletion', succeeded: 'deleted', failed: 'deletion failed' },
} as const satisfies Record<AssignmentEffect['effect'], Record<AssignmentTurn, AssignmentState>>;
