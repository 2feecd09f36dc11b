import { z } from 'zod';
import { assignmentId, carId, localAssignmentId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { instant } from '../../../shared/time.ts';
import { readAssignment, updateAssignment } from '../../operator/endpoints/assignments.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { carLane } from './lanes.ts';

const payload = z.object({
  assignment: assignmentId,
  /** Our own row of it, when this laptop made it. */
  local: localAssignmentId.nullable(),
  car: carId,
  carLabel: z.string(),
  userName: z.string(),
  /** Whole seconds: whether the operator keeps milliseconds is not known, and the read must find the same times. */
  patch: z.object({ start: instant.exactOptional(), end: instant.nullable().exactOptional() }),
});

/** Changes the times of an access. 204 is acceptance only; the updated-result ends it. */
export const updateAssignmentKind = defineKind({
  kind: 'update-assignment',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'result', absenceIsGoal: false, conflictIsGoal: false, negativeReads: 1 },
  references: () => [],
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, userName }) => ({
    key: 'operations.update-assignment',
    params: { car: carLabel, user: userName },
  }),
  correctable: [
    {
      field: 'start',
      form: 'moment',
      read: ({ patch }) => patch.start,
      write: (wanted, start) => ({ ...wanted, patch: { ...wanted.patch, start } }),
    },
    {
      field: 'end',
      form: 'open-moment',
      read: ({ patch }) => patch.end,
      write: (wanted, end) => ({ ...wanted, patch: { ...wanted.patch, end } }),
    },
  ],
  prepare: sendAtOnce,
  request: ({ assignment, patch }) => sendable(updateAssignment(assignment, patch)),
  reconcile: async ({ assignment, patch }, _bound, { client, signal }) => {
    const read = await client.call(readAssignment(assignment), { signal });
    if (!read.ok) {
      return read.error.code === 'not-found'
        ? { found: 'contradiction', problem: makeProblem('assignment-ended-elsewhere') }
        : { found: 'nothing', error: read.error };
    }
    const { start, end } = read.value;
    const equal =
      (patch.start === undefined || patch.start === start) && (patch.end === undefined || patch.end === end);
    return equal ? { found: 'applied', bindings: {} } : { found: 'not-applied' };
  },
  assignment: ({ assignment, local, patch }) => ({
    effect: 'update',
    local,
    assignmentId: assignment,
    patch,
  }),
});
