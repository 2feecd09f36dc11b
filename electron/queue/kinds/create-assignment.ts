import { z } from 'zod';
import { carId, localAssignmentId, userId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { ok } from '../../../shared/result.ts';
import { instant, MINUTE, SECOND } from '../../../shared/time.ts';
import { createAssignment } from '../../operator/endpoints/assignments.ts';
import { listCarAssignments } from '../../operator/endpoints/cars.ts';
import { idOrReference, referencedOperations, resolveId } from '../reference.ts';
import { defineKind } from './define-kind.ts';
import { type Preparation, sendable, type TakenOut } from './kind.ts';
import { carLane } from './lanes.ts';

const payload = z.object({
  local: localAssignmentId,
  car: idOrReference(carId),
  carLabel: z.string(),
  userId,
  userName: z.string(),
  /**
   * `fixed` as chosen; `sending` from the moment it first leaves: a test access asked for in a hall without signal must
   * not have run out when the van reaches the road.
   */
  period: z.discriminatedUnion('from', [
    z.object({ from: z.literal('fixed'), start: instant, end: instant.nullable() }),
    z.object({
      from: z.literal('sending'),
      minutes: z.number().int().positive(),
      /**
       * The start an earlier try of the same access had. Two requests with the same body have the same failed result, and
       * one that was told already is not told again: each try begins at a second of its own.
       */
      after: instant.optional(),
    }),
  ]),
  /** Seconds; null or left out = the usual, capped to the assignment's length. */
  lifetime: z.number().int().positive().nullable().exactOptional(),
  renewableAfter: z.number().int().positive().nullable().exactOptional(),
  /** Makes an access again that went with a Box of the same job: not before the old one is gone. */
  again: z.literal(true).exactOptional(),
});
type Payload = z.infer<typeof payload>;

/** The times that were sent. */
const context = z.object({ start: instant, end: instant.nullable() });

/** Assumed defaults when a person does not choose, in seconds, capped to the assignment's length. */
const DEFAULT_LIFETIME = 604_800;
const DEFAULT_RENEWABLE_AFTER = 345_600;

/** Gives a user access to a car. 204 is acceptance only; the created-result ends it. */
export const createAssignmentKind = defineKind({
  kind: 'create-assignment',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'result', absenceIsGoal: false, conflictIsGoal: false, negativeReads: 2, distinct: true },
  references: ({ car }) => referencedOperations(car),
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, userName, period }) => ({
    // Only a test access begins when it leaves.
    key: period.from === 'sending' ? 'operations.create-assignment' : 'operations.create-access',
    params: { car: carLabel, user: userName },
  }),
  // A test access begins when it leaves: it has no times yet that could be wrong.
  correctable: [
    {
      field: 'start',
      form: 'moment',
      read: ({ period }) => (period.from === 'fixed' ? period.start : undefined),
      write: (wanted, start) => ({ ...wanted, period: { ...wanted.period, start } }),
    },
    {
      field: 'end',
      form: 'open-moment',
      read: ({ period }) => (period.from === 'fixed' ? period.end : undefined),
      write: (wanted, end) => ({ ...wanted, period: { ...wanted.period, end } }),
    },
  ],
  candidates: async (wanted, bound, { client, signal }) => {
    const car = resolveId(carId, wanted.car, bound);
    const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
    if (!listed.ok) return listed;
    return ok(
      listed.value
        .filter(({ userId: of }) => of === wanted.userId)
        .map(({ id, start, end }) => ({ id, label: wanted.userName, facts: [], start, end })),
    );
  },
  prepare: (wanted, _bound, { now, takenOut }, before) => {
    const { period } = wanted;
    // An earlier sending may still be applied: the same times again, so that both are one access and its result fits.
    // Once it would have run out, a late one gives nobody access, and the times may be new.
    if (before !== null && (before.end === null || before.end > now)) {
      return Promise.resolve({ go: 'send', context: before });
    }
    const first = wanted.again === true ? afterTheOldOne(wanted, takenOut()) : null;
    if (first !== null) return Promise.resolve(first);
    if (period.from === 'fixed') {
      return Promise.resolve({ go: 'send', context: { start: period.start, end: period.end } });
    }
    // Whole seconds: whether the operator keeps milliseconds is not known, and the read must find the same times.
    const second = Math.floor(now / SECOND) * SECOND;
    const { after } = period;
    // A clock that was put back by more must not make the access begin far ahead.
    const isSoonAfter = after !== undefined && second <= after && after - second < MINUTE;
    const start = isSoonAfter ? after + SECOND : second;
    return Promise.resolve({ go: 'send', context: { start, end: start + period.minutes * MINUTE } });
  },
  unprepared: ({ period }) => (period.from === 'fixed' ? { start: period.start, end: period.end } : null),
  request: (wanted, bound, { start, end }) => {
    const seconds = end === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((end - start) / SECOND));
    return sendable(
      createAssignment({
        carId: resolveId(carId, wanted.car, bound),
        userId: wanted.userId,
        start,
        end,
        lifetime: wanted.lifetime ?? Math.min(DEFAULT_LIFETIME, seconds),
        renewableAfter: wanted.renewableAfter ?? Math.min(DEFAULT_RENEWABLE_AFTER, seconds),
      }),
    );
  },
  reconcile: async (wanted, bound, { client, signal, isTaken }, { start, end }) => {
    const car = resolveId(carId, wanted.car, bound);
    const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
    if (!listed.ok) return { found: 'nothing', error: listed.error };
    const match = listed.value.find(
      (assignment) =>
        assignment.userId === wanted.userId &&
        assignment.start === start &&
        assignment.end === end &&
        !isTaken(assignment.id),
    );
    return match === undefined ? { found: 'not-applied' } : { found: 'applied', bindings: { id: match.id } };
  },
  assignment: (wanted, bound, { start, end }) => ({
    effect: 'create',
    local: wanted.local,
    carId: resolveId(carId, wanted.car, bound),
    userId: wanted.userId,
    start,
    end,
    ...(wanted.again === true ? { again: true } : {}),
  }),
});

/**
 * The operator deletes the accesses of a removed Box in its own time (spec part 4). One that is made again sooner could be
 * taken for the old one, or go with it. Null: nothing stands against it.
 */
function afterTheOldOne(
  { userId: user, userName, period }: Payload,
  { listed, accesses }: TakenOut,
): Preparation<never> | null {
  if (!listed) return null;
  const old = accesses.filter(
    (access) =>
      access.userId === user &&
      period.from === 'fixed' &&
      access.end === period.end &&
      // A second try begins a little later than the old one did.
      access.start <= period.start,
  );
  if (old.length === 0)
    return { go: 'refused', problem: makeProblem('access-ended-before', { user: userName }) };
  if (old.some(({ fate }) => fate === 'leaving')) {
    return { go: 'wait', problem: makeProblem('access-still-leaving', { user: userName }) };
  }
  return old.some(({ fate }) => fate === 'stayed')
    ? { go: 'refused', problem: makeProblem('access-not-gone', { user: userName }) }
    : null;
}
