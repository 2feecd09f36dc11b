import { z } from 'zod';
import { assignmentId, carId, localAssignmentId, userId } from '../../../../shared/ids.ts';
import { deleteAssignment, readAssignment } from '../../../operator/endpoints/assignments.ts';
import {
  type BoundValue,
  idOrReference,
  referencedOperations,
  resolveId,
  resolveIdIfBound,
  carLane,
} from './references.ts';
import { isAnotherAccess } from './shared-findings.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendable } from './kind.ts';

const payload = z.object({
  assignment: idOrReference(assignmentId),
  /** This laptop's row of the access, if it created it. */
  local: localAssignmentId.nullable(),
  car: idOrReference(carId),
  carLabel: z.string(),
  /** Absent if the operator did not report the user, and in rows of earlier builds. */
  userId: userId.exactOptional(),
  userName: z.string(),
  /** True for an access that is not a job's test access; used for the wording only. */
  ordinary: z.literal(true).exactOptional(),
});

/** Ends an access. 404 = already gone, which is the goal; otherwise the deleted-result completes it. */
export const deleteAssignmentKind = defineKind({
  kind: 'delete-assignment',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'result', isDoneWhenAbsent: true, isDoneOnConflict: false, negativeReads: 1 },
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
      return isAnotherAccess(read.value, targetOf(wanted, bound))
        ? { go: 'already', bindings: {} }
        : { go: 'send', context: null };
    }
    // The removal's answer and a read after it prove more than one read.
    return read.error.code === 'not-found' || notOffered(read.error)
      ? { go: 'send', context: null }
      : { go: 'later', error: read.error };
  },
  request: ({ assignment }, bound) => sendable(deleteAssignment(resolveId(assignmentId, assignment, bound))),
  reconcile: async (wanted, bound, { client, signal, isReused }) => {
    const { assignment, local } = wanted;
    const number = resolveIdIfBound(assignmentId, assignment, bound);
    // The operator reassigns the numbers of deleted accesses only, and a read would show the new one.
    if (number === null || isReused(local, number)) return { found: 'gone' };
    const read = await client.call(readAssignment(number), { signal, sure: true });
    if (read.ok)
      return { found: isAnotherAccess(read.value, targetOf(wanted, bound)) ? 'gone' : 'not-applied' };
    return read.error.code === 'not-found' ? { found: 'gone' } : { found: 'nothing', error: read.error };
  },
  assignment: ({ assignment, local }, bound) => {
    const number = resolveIdIfBound(assignmentId, assignment, bound);
    return number === null ? null : { effect: 'delete', local, assignmentId: number };
  },
});

/** The access to end; its car is unknown if the number of a new car was withdrawn. */
function targetOf({ car, userId: user }: z.infer<typeof payload>, bound: BoundValue) {
  return { carId: resolveIdIfBound(carId, car, bound), userId: user };
}
