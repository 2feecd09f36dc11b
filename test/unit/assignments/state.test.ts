import { expect, test } from 'vitest';
import { assignmentState } from '../../../shared/domain/operation.ts';
import {
  assignmentStateAfter,
  type AssignmentTransition,
} from '../../../electron/operations/assignments/effects.ts';
import type { AssignmentEffect } from '../../../electron/operations/queue/kinds/kind.ts';

/** Spec part 3, "Assignment operations", written down a second time. */
const table: readonly (readonly [AssignmentEffect['effect'], AssignmentTransition, string])[] = [
  ['create', 'accepted', 'pending'],
  ['create', 'succeeded', 'active'],
  ['create', 'failed', 'failed'],
  ['update', 'accepted', 'pending update'],
  ['update', 'succeeded', 'update successful'],
  ['update', 'failed', 'update failed'],
  ['delete', 'accepted', 'pending deletion'],
  ['delete', 'succeeded', 'deleted'],
  ['delete', 'failed', 'deletion failed'],
];

test.each(table)('%s that was %s leaves the assignment %s', (effect, turn, state) => {
  expect(assignmentStateAfter(effect, turn)).toBe(state);
});

test('every state of the spec is reached by exactly one turn', () => {
  expect(table.map(([, , state]) => state).sort()).toEqual([...assignmentState.options].sort());
});
