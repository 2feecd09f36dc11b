import { z } from 'zod';
import { assignmentId, carId, localAssignmentId, userId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { ok } from '../../../../shared/result.ts';
import { type Instant, instant } from '../../../../shared/time.ts';
import { readAssignment, updateAssignment } from '../../../operator/endpoints/assignments.ts';
import {
  accessValues,
  isAnotherAccess,
  type ChangedValue,
  findingOfChange,
  prepareChange,
} from './shared-findings.ts';
import { defineKind } from './define-kind.ts';
import { type Finding, type Reading, sendable } from './kind.ts';
import { carLane } from './references.ts';

const payload = z.object({
  assignment: assignmentId,
  /** This laptop's row of the access, if it created it. */
  local: localAssignmentId.nullable(),
  car: carId,
  carLabel: z.string(),
  /** Absent if the operator did not report the user, and in rows of earlier builds. */
  userId: userId.exactOptional(),
  userName: z.string(),
  /** Whole seconds: the operator may drop milliseconds, and the read must find the same times. */
  patch: z.object({
    start: instant.exactOptional(),
    end: instant.nullable().exactOptional(),
    lifetime: z.int().positive().exactOptional(),
    renewableAfter: z.int().positive().exactOptional(),
  }),
});

/** Seconds; null = not reported by the operator. */
const seconds = z.number().nullable().exactOptional();

/**
 * The access before the first sending; null = not known. `end` null = open-ended. Rows of earlier builds have no
 * seconds.
 */
const context = z
  .object({
    before: z
      .object({ start: instant, end: instant.nullable(), lifetime: seconds, renewableAfter: seconds })
      .nullable(),
  })
  .nullable();

const secondsFields = ['lifetime', 'renewableAfter'] as const;

/**
 * Changes the times of an access, or how long it is valid offline. 204 is acceptance only; the updated-result completes
 * it.
 */
export const updateAssignmentKind = defineKind({
  kind: 'update-assignment',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'result', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
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
  prepare: async (wanted, _bound, reading, before) => {
    const { assignment, carLabel, userName } = wanted;
    const { client, signal, notOffered, wasAbsent } = reading;
    if (reading.isChanging(assignment)) {
      return {
        go: 'wait',
        problem: makeProblem('access-still-changing', { user: userName, car: carLabel }),
      };
    }
    return prepareChange(before, {
      notOffered,
      read: async () => {
        const read = await client.call(readAssignment(assignment), { signal, sure: true });
        // The number of a deleted access may be reassigned before the request arrives, so it is not sent.
        if (!read.ok && read.error.code === 'not-found' && !wasAbsent()) {
          return { go: 'wait', problem: makeProblem('operator-not-found') };
        }
        if (read.ok ? isAnotherAccess(read.value, targetOf(wanted)) : read.error.code === 'not-found') {
          return { go: 'refused', problem: makeProblem('assignment-ended-elsewhere') };
        }
        return read.ok ? ok(accessValues(read.value)) : read;
      },
      wasAbsent,
      probe: () => probe(wanted, reading, before),
    });
  },
  request: ({ assignment, patch }) => sendable(updateAssignment(assignment, patch)),
  reconcile: (wanted, _bound, reading, kept) => probe(wanted, reading, kept),
  assignment: ({ assignment, local, patch }) => ({
    effect: 'update',
    local,
    assignmentId: assignment,
    patch,
  }),
});

function targetOf({ car, userId: user }: z.infer<typeof payload>) {
  return { carId: car, userId: user };
}

/** Compares the operator's present state with the requested one and the one before the first sending. */
async function probe(
  wanted: z.infer<typeof payload>,
  { client, signal, isReused, isReplaced }: Reading,
  kept: z.infer<typeof context>,
): Promise<Finding> {
  const { assignment, local, carLabel, userName, patch } = wanted;
  if (isReused(local, assignment)) {
    return { found: 'contradiction', problem: makeProblem('assignment-ended-elsewhere') };
  }
  const read = await client.call(readAssignment(assignment), { signal, sure: true });
  if (!read.ok) {
    return read.error.code === 'not-found'
      ? { found: 'absent', problem: makeProblem('assignment-ended-elsewhere') }
      : { found: 'nothing', error: read.error };
  }
  const { value } = read;
  if (isAnotherAccess(value, targetOf(wanted))) {
    return { found: 'contradiction', problem: makeProblem('assignment-ended-elsewhere') };
  }
  const values = (['start', 'end'] as const).flatMap((field): readonly ChangedValue<Instant | null>[] => {
    const asked = patch[field];
    return asked === undefined ? [] : [{ asked, before: kept?.before?.[field], now: value[field] }];
  });
  const about = { car: carLabel, user: userName };
  const times = findingOfChange(values, ({ asked, now }) =>
    asked === null || now === null
      ? makeProblem('open-end-changed-meanwhile', about)
      : makeProblem('times-changed-meanwhile', { ...about, asked, now }),
  );
  const lengths = secondsFields.flatMap((field): readonly ChangedValue<number | null>[] => {
    const asked = patch[field];
    return asked === undefined ? [] : [{ asked, before: kept?.before?.[field], now: value[field] ?? null }];
  });
  // Unreported seconds match neither the previous nor the requested value.
  const unreported = lengths.some(({ now }) => now === null);
  if (unreported) return { found: 'undecidable', problem: makeProblem('outcome-not-reported') };
  const found = ofBoth(
    times,
    findingOfChange(lengths, ({ asked, now }) =>
      makeProblem('changed-meanwhile', { asked: asked ?? '–', now: now ?? '–' }),
    ),
  );
  return found.found === 'not-applied' && isReplaced(assignment)
    ? { found: 'contradiction', problem: makeProblem('assignment-ended-elsewhere') }
    : found;
}

/** The finding of a change of two kinds of values, which one request resends: a colleague's value in either counts. */
function ofBoth(one: Finding, other: Finding): Finding {
  if (one.found === 'applied') return other;
  const isColleagues = other.found === 'not-applied' && other.mayBe !== undefined;
  return isColleagues && one.found === 'not-applied' && one.mayBe === undefined ? other : one;
}
