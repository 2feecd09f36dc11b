import { z } from 'zod';
import { assignmentId, carId, localAssignmentId, userId } from '../../../../shared/ids.ts';
import { deleteAssignment, readAssignment } from '../../../operator/endpoints/assignments.ts';
import {
  type BoundValue,
  idOrReference,
  referencedOperations,
  resolveId,
  resolveIdIfBound,
} from '../reference.ts';
import { isAnotherAccess } from './shared-findings.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendable } from './kind.ts';
import { carLane } from './lanes.ts';

const payload = z.object({
  assignment: idOrReference(assignmentId),
  /** Our own row of it, when this laptop made it. */
  local: localAssignmentId.nullable(),
  car: idOrReference(carId),
  carLabel: z.string(),
  /** Absent where the operator did not name the user, and in rows of earlier builds. */
  userId: userId.exactOptional(),
  userName: z.string(),
  /** Not the test access of a job: only what the sentence calls it. */
  ordinary: z.literal(true).exactOptional(),
});

/** Ends an access. 404 means it is gone, which is the goal; else the deleted-result ends it. */
export const deleteAssignmentKind = defineKind({
  kind: 'delete-assignment',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'result', absenceIsGoal: true, conflictIsGoal: false, negativeReads: 1 },
  references: ({ assignment, car }) => referencedOperations(assignment, car),
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, userName, ordinary }) => ({
    key: ordinary === true ? 'operations.delete-access' : 'operations.delete-assignment',
    params: { car: carLabel, user: userName },
  }),
  prepare: async (wanted, bound, { client, signal, notOffered }) => {
    const number = resolveIdIfBound(assignmentId, wanted.assignment, bound);
    if (number === null) return { go: 'send', context: null };
    const read = await client.call(readAssignment(number), { signal, sure: true });
    if (read.ok) {
      return isAnotherAccess(read.value, meantBy(wanted, bound))
        ? { go: 'already', bindings: {} }
        : { go: 'send', context: null };
    }
    // The answer to the removal, and a read after it, are surer than one read.
    return read.error.code === 'not-found' || notOffered(read.error)
      ? { go: 'send', context: null }
      : { go: 'later', error: read.error };
  },
  request: ({ assignment }, bound) => sendable(deleteAssignment(resolveId(assignmentId, assignment, bound))),
  reconcile: async (wanted, bound, { client, signal, isGivenAgain }) => {
    const { assignment, local } = wanted;
    const number = resolveIdIfBound(assignmentId, assignment, bound);
    // The operator gives out the number of what is gone only; a read would show the access that has it now.
    if (number === null || isGivenAgain(local, number)) return { found: 'gone' };
    const read = await client.call(readAssignment(number), { signal, sure: true });
    if (read.ok)
      return { found: isAnotherAccess(read.value, meantBy(wanted, bound)) ? 'gone' : 'not-applied' };
    return read.error.code === 'not-found' ? { found: 'gone' } : { found: 'nothing', error: read.error };
  },
  assignment: ({ assignment, local }, bound) => {
    const number = resolveIdIfBound(assignmentId, assignment, bound);
    return number === null ? null : { effect: 'delete', local, assignmentId: number };
  },
});

/** The access that is to end; its car is not known where the number of a new car was taken back. */
function meantBy({ car, userId: user }: z.infer<typeof payload>, bound: BoundValue) {
  return { carId: resolveIdIfBound(carId, car, bound), userId: user };
}
