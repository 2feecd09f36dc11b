import { z } from 'zod';
import { assignmentId, carId, localAssignmentId, userId } from '../../../../shared/ids.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { instant } from '../../../../shared/time.ts';
import { deleteAssignment, readAssignment } from '../../../operator/endpoints/assignments.ts';
import {
  type BoundValue,
  idOrReference,
  referencedOperations,
  resolveId,
  resolveIdIfBound,
  carLane,
} from './references.ts';
import { type AccessValues, accessValues, isAnotherAccess } from './shared-findings.ts';
import { defineKind } from './define-kind.ts';
import { type Reading, sendable } from './kind.ts';

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

type Payload = z.infer<typeof payload>;

/** The access before the first sending; null = not known. A person's decision to send again clears it. */
const context = z
  .object({
    start: instant,
    end: instant.nullable(),
    lifetime: z.number().nullable(),
    renewableAfter: z.number().nullable(),
  })
  .nullable();

/** Ends an access. 404 = already gone, which is the goal; otherwise the deleted-result completes it. */
export const deleteAssignmentKind = defineKind({
  kind: 'delete-assignment',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'result', isDoneWhenAbsent: true, isDoneOnConflict: false, negativeReads: 1 },
  references: ({ assignment, car }) => referencedOperations(assignment, car),
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, userName, ordinary }) => ({
    key: ordinary === true ? 'operations.delete-access' : 'operations.delete-assignment',
    params: { car: carLabel, user: userName },
  }),
  prepare: async (wanted, bound, reading, kept) => {
    const number = resolveIdIfBound(assignmentId, wanted.assignment, bound);
    if (number === null) return { go: 'send', context: kept };
    const read = await reading.client.call(readAssignment(number), { signal: reading.signal, sure: true });
    if (read.ok) {
      if (isAnotherAccess(read.value, targetOf(wanted, bound))) return { go: 'already', bindings: {} };
      const now = accessValues(read.value);
      return mayBeAnother(now, kept, reading.changesOf(number))
        ? { go: 'refused', problem: anotherAccess(wanted) }
        : { go: 'send', context: kept ?? now };
    }
    // The removal's answer and a read after it prove more than one read.
    return read.error.code === 'not-found' || reading.notOffered(read.error)
      ? { go: 'send', context: kept }
      : { go: 'later', error: read.error };
  },
  request: ({ assignment }, bound) => sendable(deleteAssignment(resolveId(assignmentId, assignment, bound))),
  reconcile: async (wanted, bound, { client, signal, isReused, changesOf }, kept) => {
    const { assignment, local } = wanted;
    const number = resolveIdIfBound(assignmentId, assignment, bound);
    // The operator reassigns the numbers of deleted accesses only, and a read would show the new one.
    if (number === null || isReused(local, number)) return { found: 'gone' };
    const read = await client.call(readAssignment(number), { signal, sure: true });
    if (!read.ok) {
      return read.error.code === 'not-found' ? { found: 'gone' } : { found: 'nothing', error: read.error };
    }
    if (isAnotherAccess(read.value, targetOf(wanted, bound))) return { found: 'gone' };
    return mayBeAnother(accessValues(read.value), kept, changesOf(number))
      ? { found: 'not-applied', mayBe: anotherAccess(wanted) }
      : { found: 'not-applied' };
  },
  assignment: ({ assignment, local }, bound) => {
    const number = resolveIdIfBound(assignmentId, assignment, bound);
    return number === null ? null : { effect: 'delete', local, assignmentId: number };
  },
});

/** The access to end; its car is unknown if the number of a new car was withdrawn. */
function targetOf({ car, userId: user }: Payload, bound: BoundValue) {
  return { carId: resolveIdIfBound(carId, car, bound), userId: user };
}

const fields = ['start', 'end', 'lifetime', 'renewableAfter'] as const;

/**
 * Whether the number may belong to another access of the same car and user: the removal was carried out, and the
 * operator reassigned the number. A value that is neither the one before nor requested by a change of ours shows that
 * access, or a colleague's change of the old one. No field tells them apart.
 */
function mayBeAnother(
  now: AccessValues,
  before: AccessValues | null,
  changes: ReturnType<Reading['changesOf']>,
): boolean {
  return (
    before !== null &&
    fields.some(
      (field) => now[field] !== before[field] && changes.every((change) => change[field] !== now[field]),
    )
  );
}

const anotherAccess = ({ carLabel, userName }: Payload): Problem =>
  makeProblem('access-may-be-another', { car: carLabel, user: userName });
