import { z } from 'zod';
import { assignmentId, type CarId, carId, localAssignmentId, userId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { type Instant, instant, MINUTE, SECOND } from '../../../../shared/time.ts';
import { createAssignment } from '../../../operator/endpoints/assignments.ts';
import { listCarAssignments } from '../../../operator/endpoints/cars.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import { idOrReference, referencedOperations, resolveId, resolveIdIfBound, carLane } from './references.ts';
import { defineKind } from './define-kind.ts';
import { type Preparation, type Reading, sendable, type TakenOut } from './kind.ts';

const payload = z.object({
  local: localAssignmentId,
  car: idOrReference(carId),
  carLabel: z.string(),
  userId,
  userName: z.string(),
  /**
   * `fixed`: as chosen. `sending`: from the moment it is first sent, so that a test access requested in a hall without
   * signal has not expired when the van reaches the road.
   */
  period: z.discriminatedUnion('from', [
    z.object({ from: z.literal('fixed'), start: instant, end: instant.nullable() }),
    z.object({
      from: z.literal('sending'),
      minutes: z.number().int().positive(),
      /**
       * The start of an earlier try for the same access. Two requests with the same body have the same failed result,
       * which is delivered once. So each try starts at a different second.
       */
      after: instant.optional(),
    }),
  ]),
  /** Seconds; null or left out = the default, capped to the assignment's length. */
  lifetime: z.number().int().positive().nullable().exactOptional(),
  renewableAfter: z.number().int().positive().nullable().exactOptional(),
  /** Re-creates an access that was revoked with a Box of the same job; waits until the old one is gone. */
  again: z.literal(true).exactOptional(),
  /** The access to re-create. Absent if its number was unknown, and in rows of earlier builds. */
  replaces: assignmentId.exactOptional(),
});
type Payload = z.infer<typeof payload>;

/**
 * The sent times, and the user's accesses to the car before the first sending: those are not ours. Absent: not known.
 */
const context = z.object({
  start: instant,
  end: instant.nullable(),
  knownBefore: z.array(assignmentId).exactOptional(),
});
type Context = z.infer<typeof context>;

/** Default lifetime in seconds if a person chose none (assumption), capped to the assignment's length. */
const DEFAULT_LIFETIME = 604_800;
const DEFAULT_RENEWABLE_AFTER = 345_600;

/** Gives a user access to a car. 204 is acceptance only; the created-result completes it. */
export const createAssignmentKind = defineKind({
  kind: 'create-assignment',
  version: 1,
  payload,
  context,
  traits: {
    endsBy: 'result',
    isDoneWhenAbsent: false,
    isDoneOnConflict: false,
    negativeReads: 2,
    distinct: true,
  },
  references: ({ car }) => referencedOperations(car),
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel, userName, period }) => ({
    // Only a test access starts at its sending.
    key: period.from === 'sending' ? 'operations.create-assignment' : 'operations.create-access',
    params: { car: carLabel, user: userName },
  }),
  // A test access starts at its sending, so it has no times to correct yet.
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
  prepare: async (wanted, bound, reading, before) => {
    const { now, takenOut } = reading;
    // An earlier request may still be applied. It is repeated with the same times, so that both create one access with
    // one result. Once those times have expired, a late request gives no access, and the times may change.
    if (before !== null && (before.end === null || before.end > now)) return { go: 'send', context: before };
    const first = wanted.again === true ? waitForRevocation(wanted, takenOut()) : null;
    if (first !== null) return first;
    const known =
      before === null
        ? await accessesBefore(wanted, resolveId(carId, wanted.car, bound), reading)
        : ok(before);
    if (!known.ok) return { go: 'later', error: known.error };
    // Without a list of the accesses revoked with the Box, only the order itself names the old one.
    const isOldThere = !takenOut().listed && known.value.knownBefore?.some((id) => id === wanted.replaces);
    return isOldThere === true
      ? { go: 'refused', problem: makeProblem('access-not-gone', { user: wanted.userName }) }
      : { go: 'send', context: { ...timesAt(wanted, now), ...knownOf(known.value) } };
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
  reconcile: async (wanted, bound, reading, { start, end, knownBefore = [] }) => {
    const { client, signal, isTaken, hasLeft } = reading;
    const car = resolveId(carId, wanted.car, bound);
    const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
    if (!listed.ok) return { found: 'nothing', error: listed.error };
    const unknown = listed.value.filter(
      ({ id, userId: user }) => user === wanted.userId && !knownBefore.includes(id) && !isTaken(id),
    );
    // Only the others are certainly ours, if the old access still exists or its number was reassigned. A disk that was
    // set back lacks the revoked accesses, so there only the order itself names the old one.
    const fresh = unknown.filter(({ id }) => id !== wanted.replaces && !hasLeft(id));
    const match = fresh.find((access) => access.start === start && access.end === end);
    if (match !== undefined) return { found: 'applied', bindings: { id: match.id } };
    // An operator that rounds times lists the access with different ones.
    const isAlike = fresh.some((access) => overlap(access, { start, end }));
    const params = { car: wanted.carLabel, user: wanted.userName };
    if (unknown.some(({ id }) => id === wanted.replaces && !hasLeft(id))) {
      return { found: 'not-applied', mayBe: makeProblem('access-not-gone', { user: wanted.userName }) };
    }
    return {
      found: 'not-applied',
      ...(isAlike || fresh.length < unknown.length
        ? { mayBe: makeProblem('access-may-be-given', params) }
        : {}),
    };
  },
  assignment: (wanted, bound, { start, end }) => {
    const car = resolveIdIfBound(carId, wanted.car, bound);
    if (car === null) return null;
    return {
      effect: 'create',
      local: wanted.local,
      carId: car,
      userId: wanted.userId,
      start,
      end,
      ...(wanted.again === true ? { again: true, replaces: wanted.replaces ?? null } : {}),
    };
  },
});

/** The times to send now. */
function timesAt({ period }: Payload, now: Instant): Pick<Context, 'start' | 'end'> {
  if (period.from === 'fixed') return { start: period.start, end: period.end };
  // Whole seconds: the operator may drop milliseconds, and the read must find the same times.
  const second = Math.floor(now / SECOND) * SECOND;
  const { after } = period;
  // Upper bound, so that a clock that was set back does not make the access start far in the future.
  const isSoonAfter = after !== undefined && second <= after && after - second < MINUTE;
  const start = isSoonAfter ? after + SECOND : second;
  return { start, end: start + period.minutes * MINUTE };
}

/**
 * The user's accesses to the car before ours. If the environment does not list them, or the car, ours is requested all
 * the same.
 */
async function accessesBefore(
  { userId: user }: Pick<Payload, 'userId'>,
  car: CarId,
  { client, signal, notOffered }: Reading,
): Promise<Result<Pick<Context, 'knownBefore'>, OperatorError>> {
  const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
  if (listed.ok) {
    return ok({ knownBefore: listed.value.filter((access) => access.userId === user).map(({ id }) => id) });
  }
  return listed.error.code === 'not-found' || notOffered(listed.error) ? ok({}) : listed;
}

const knownOf = ({ knownBefore }: Pick<Context, 'knownBefore'>): Pick<Context, 'knownBefore'> =>
  knownBefore === undefined ? {} : { knownBefore };

interface Span {
  readonly start: Instant;
  readonly end: Instant | null;
}

function overlap(one: Span, other: Span): boolean {
  return (
    one.start < (other.end ?? Number.POSITIVE_INFINITY) && other.start < (one.end ?? Number.POSITIVE_INFINITY)
  );
}

/**
 * The operator deletes the accesses of a removed Box asynchronously (spec part 4). One re-created sooner could be
 * mistaken for the old one, or be deleted with it. Null: nothing to wait for.
 */
function waitForRevocation(
  { userId: user, userName, period }: Payload,
  { listed, accesses }: TakenOut,
): Preparation<never> | null {
  if (!listed) return null;
  const old = accesses.filter(
    (access) =>
      access.userId === user &&
      period.from === 'fixed' &&
      access.end === period.end &&
      // A second try starts a little later than the old access did.
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
