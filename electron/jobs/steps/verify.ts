import { accessIsLeft, wasSeenFailing } from '../../../shared/domain/proof.ts';
import { LONGEST_TEST_MINUTES } from '../../../shared/domain/settings.ts';
import type { JobId, OperationId, UserId } from '../../../shared/ids.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { DAY, type Instant, MINUTE, SECOND } from '../../../shared/time.ts';
import { effectOf } from '../../operations/assignments/effects.ts';
import { readLocalAssignment } from '../../db/tables/queue/assignments.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { giveUpFrom } from '../../operations/queue/actions.ts';
import { createAssignmentKind } from '../../operations/queue/kinds/create-assignment.ts';
import { createEventKind } from '../../operations/queue/kinds/create-event.ts';
import { deleteAssignmentKind } from '../../operations/queue/kinds/delete-assignment.ts';
import { updateAssignmentKind } from '../../operations/queue/kinds/update-assignment.ts';
import {
  changeJobOf,
  type JobChange,
  requireReason,
  requireStep,
  together,
  type JobParts,
} from '../change.ts';
import type { AccessTest, DataOf } from '../job-data.ts';
import { requireTestUser } from '../planned/expectations.ts';
import { reopenForTest } from '../finish.ts';
import { allTests, hasGivenNothing, numberOfTest, phaseOf, proofOfJob } from '../verification-view.ts';
import { carLabel, carOfJob, carReference } from './car.ts';

/* The step Verify: the test access, the record of a test, and the hand-over of a car that does not work. */

/** The kinds of jobs with a testable Box. */
type VerifiedData = DataOf<'installation' | 'swap'>;

/**
 * Queues a short test access, for a day at most: a taken-over job or a series may name any length. It waits for the
 * installation of the job's Box, and for the end of the previous test's access, which is removed if it has expired.
 * ProblemErrors: `step-not-ready` (no car, a test access is still usable, or the exchange of a swap is not decided),
 * `test-user-published`.
 */
export function startVerification(parts: JobParts, job: JobId, user: UserId, wanted: number): void {
  const minutes = Math.min(wanted, LONGEST_TEST_MINUTES);
  requireTestUser(parts, job, user);
  const known = parts.directory.user(user);
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const { box, kind } = change.data;
    // Before the exchange of a swap the car has its old Box, and the test would prove that one.
    const fitting = kind === 'swap' ? requireStep(box?.operation ?? null, 'exchange') : box?.operation;
    refuseSecondTest(change);
    giveUpHeld(change);
    const before = startOfEarlierTry(change);
    const tests = testsWithoutAccess(parts, change);
    const removals = tests.flatMap(({ remove }) => (remove === null ? [] : [remove]));
    const create = parts.ids.operation();
    const local = parts.ids.localAssignment();
    const userName = known?.name ?? `User ${user}`;
    change.enqueue({
      id: create,
      kind: createAssignmentKind,
      payload: {
        local,
        car: carReference(car),
        carLabel: carLabel(car),
        userId: user,
        userName,
        period: { from: 'sending', minutes, ...(before === null ? {} : { after: before }) },
      },
      after: [
        ...(fitting === undefined ? [] : [fitting]),
        ...removals.filter((id) => isInFlight(change, id)),
      ],
    });
    change.record('verification-started', { user, minutes, operation: create });
    const verification = {
      userId: user,
      userName,
      minutes,
      local,
      create,
      opened: null,
      closed: null,
      earlierTries: [],
      extension: null,
      operatorEvents: null,
      remove: null,
    };
    return { ...change.data, verification, earlierTests: [...tests], notWorking: null };
  });
}

/** The start of the previous test access; null when none was ever sent. */
function startOfEarlierTry({ data, context }: JobChange<VerifiedData>): Instant | null {
  if (data.verification === null) return null;
  const earlier = readOperation(context.sqlite, data.verification.create);
  const effect = earlier === undefined ? null : effectOf(context.sqlite, earlier);
  return effect?.effect === 'create' ? effect.start : null;
}

/** Tests in sequence are allowed; two test accesses at the same time are not. */
function refuseSecondTest(change: JobChange<VerifiedData>): void {
  const { data, context } = change;
  if (data.verification === null) return;
  const phase = phaseOf(context.sqlite, data.verification);
  switch (phase) {
    case 'not-started':
    case 'failed':
    case 'removed':
    case 'removal-requested':
    case 'removal-accepted':
    case 'removal-failed':
      return;
    case 'requested':
      if (readOperation(context.sqlite, data.verification.create)?.state === 'held') return;
      break;
    case 'accepted':
      break;
    case 'confirmed':
      if (hasRunOut(change, data.verification)) return;
      break;
    default:
      neverReached(phase);
  }
  throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
}

/** The earlier tests, each with the removal of its access. Accesses that still exist are queued for removal. */
function testsWithoutAccess(parts: JobParts, change: JobChange<VerifiedData>): readonly AccessTest[] {
  return allTests(change.data).map((test) =>
    removable(change, test) ? { ...test, remove: askForRemoval(parts, change, test) } : test,
  );
}

/** Whether the test's access exists and its removal is not under way. */
function removable({ context }: JobChange<VerifiedData>, test: AccessTest): boolean {
  const phase = phaseOf(context.sqlite, test);
  return phase === 'confirmed' || phase === 'removal-failed';
}

const isInFlight = ({ context }: JobChange<VerifiedData>, id: OperationId): boolean => {
  const state = readOperation(context.sqlite, id)?.state;
  return state !== undefined && state !== 'done' && state !== 'cancelled' && state !== 'failed';
};

function hasRunOut({ context, now }: JobChange<VerifiedData>, test: AccessTest): boolean {
  const end = readLocalAssignment(context.sqlite, test.local)?.end_at ?? null;
  return end !== null && now >= end;
}

/** A held operation left over from a failed test access would keep the job unfinished for ever. */
function giveUpHeld({ data, context, replace }: JobChange<VerifiedData>): void {
  for (const id of [data.verification?.create, data.verification?.remove]) {
    const isHeld = id !== null && id !== undefined && readOperation(context.sqlite, id)?.state === 'held';
    if (isHeld) replace(id);
  }
}

/**
 * Tests the car again: with the same access while it is usable, else with a new one for the same user and duration. It
 * reopens a finished job. ProblemErrors: `step-not-ready` (no earlier test, or one is under way), those of
 * `reopenForTest`.
 */
export function retest(parts: JobParts, job: JobId): void {
  together(parts, (inside) => {
    reopenForTest(inside, job);
    let next: Pick<AccessTest, 'userId' | 'minutes'> | null = null;
    changeJobOf(inside, job, ['installation', 'swap'], (change) => {
      const test = requireStep(change.data.verification, 'verify');
      if (phaseOf(change.context.sqlite, test) !== 'confirmed' || hasRunOut(change, test)) {
        next = test;
        return change.data;
      }
      change.record('test-repeated', {});
      const tries = [...test.earlierTries, ...tryOf(test, 'opened'), ...tryOf(test, 'closed')];
      const again = { ...test, earlierTries: tries, opened: null, closed: null };
      return { ...change.data, verification: again, notWorking: null };
    });
    startNext(inside, job, next);
  });
}

function startNext(parts: JobParts, job: JobId, next: Pick<AccessTest, 'userId' | 'minutes'> | null): void {
  if (next !== null) startVerification(parts, job, next.userId, next.minutes);
}

function tryOf(test: AccessTest, what: 'opened' | 'closed'): AccessTest['earlierTries'] {
  const seen = test[what];
  return seen === null ? [] : [{ what, worked: seen.worked, at: seen.at }];
}

/**
 * Extends the running test access, at most to a day from now. ProblemErrors: `step-not-ready` (no access exists, an
 * extension is under way, or it already lasts a day), `test-access-expired`.
 */
export function extendTestAccess(parts: JobParts, job: JobId, minutes: number): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const test = usableTest(change);
    const { sqlite } = change.context;
    const assignment = numberOfTest(sqlite, test);
    const { id: carId } = carOfJob(sqlite, car);
    const end = readLocalAssignment(sqlite, test.local)?.end_at ?? null;
    const underWay = test.extension !== null && isInFlight(change, test.extension);
    if (assignment === undefined || carId === null || end === null || underWay) {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    }
    // Upper bound over all extensions: a longer access needs the rights of the directory.
    const wanted = Math.min(end + minutes * MINUTE, change.now + DAY);
    // Whole seconds: whether the operator keeps milliseconds is not known, and a read must find the same times.
    const until = Math.floor(wanted / SECOND) * SECOND;
    if (until <= end) throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    const extension = parts.ids.operation();
    change.enqueue({
      id: extension,
      kind: updateAssignmentKind,
      payload: {
        assignment,
        local: test.local,
        car: carId,
        carLabel: carLabel(car),
        userId: test.userId,
        userName: test.userName,
        patch: { end: until },
      },
    });
    change.record('test-extended', { minutes, until, operation: extension });
    return { ...change.data, verification: { ...test, extension } };
  });
}

/** The test with a usable access. ProblemErrors `step-not-ready`, `test-access-expired`. */
function usableTest(change: JobChange<VerifiedData>): AccessTest {
  const test = requireStep(change.data.verification, 'verify');
  if (!removable(change, test)) throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
  if (hasRunOut(change, test)) throw new ProblemError(makeProblem('test-access-expired'));
  return test;
}

/**
 * Records the installer's observation at the car. A success is also recorded at the operator as an event.
 * ProblemErrors: `step-not-ready` (no test access exists), `test-access-expired` (the observation cannot be of that
 * time).
 */
export function recordAccess(parts: JobParts, job: JobId, what: 'opened' | 'closed', worked: boolean): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const test = usableTest(change);
    // A repeated report is recorded once, because an event at the operator cannot be deleted.
    if (test[what]?.worked === worked) return change.data;
    const event = worked ? parts.ids.operation() : null;
    if (event !== null) {
      change.enqueue({
        id: event,
        kind: createEventKind,
        payload: {
          self: event,
          car: carReference(car),
          carLabel: carLabel(car),
          userId: test.userId,
          type: what === 'opened' ? 'CarOpened' : 'CarClosed',
          at: change.now,
          utcOffsetMinutes: parts.utcOffsetMinutes(change.now),
          userAgent: parts.userAgent,
        },
        after: what === 'closed' ? openedInFlight(change, test) : [],
      });
    }
    change.record('access-observed', { what, worked });
    const earlierTries = [...test.earlierTries, ...tryOf(test, what)];
    const seen = { worked, at: change.now, event };
    return { ...change.data, verification: { ...test, earlierTries, [what]: seen } };
  });
}

/**
 * Each event has its own lane. Without this dependency, the operator could store a closing before the opening that
 * preceded it.
 */
function openedInFlight(change: JobChange<VerifiedData>, { opened }: AccessTest): readonly OperationId[] {
  const event = opened?.event ?? null;
  return event !== null && isInFlight(change, event) ? [event] : [];
}

/** Records that the car opened and closed, and removes the test access: all or nothing. ProblemErrors of its parts. */
export function proveAccess(parts: JobParts, job: JobId): void {
  together(parts, (inside) => {
    recordAccess(inside, job, 'opened', true);
    recordAccess(inside, job, 'closed', true);
    removeTestAccess(inside, job);
  });
}

/**
 * Removes the test access: cancelled while it is unsent, else removed at the operator. ProblemErrors: `step-not-ready`
 * (it was not requested, was never created, or its removal is under way), `job-finished` (another laptop continues it).
 */
export function removeTestAccess(parts: JobParts, job: JobId): void {
  const decide = (change: JobChange<VerifiedData>): VerifiedData => {
    // The laptop that continues the job removes it. An order of this one would never be sent.
    if (isGiven(change.context.sqlite, job)) throw new ProblemError(makeProblem('job-finished'));
    requireStep(change.data.verification, 'verify');
    const earlierTests = change.data.earlierTests.map((test) => withRemoval(parts, change, test));
    const verification = change.data.verification && withRemoval(parts, change, change.data.verification);
    const asked =
      verification !== change.data.verification ||
      earlierTests.some((test, index) => test !== change.data.earlierTests[index]) ||
      giveUpUnsent(change);
    if (!asked) throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    return { ...change.data, verification, earlierTests };
  };
  // Also allowed after the finish: a leftover access must still be removable.
  changeJobOf(parts, job, ['installation', 'swap'], decide, { evenFinished: true });
}

/** The unchanged test if there is nothing to remove. */
function withRemoval(parts: JobParts, change: JobChange<VerifiedData>, test: AccessTest): AccessTest {
  const unsent = isUnsent(change, test);
  const left = accessIsLeft(phaseOf(change.context.sqlite, test));
  return left && !unsent ? { ...test, remove: askForRemoval(parts, change, test) } : test;
}

/** Cancels an unsent access. Returns whether it did. */
function giveUpUnsent(change: JobChange<VerifiedData>): boolean {
  const test = change.data.verification;
  if (test === null || !isUnsent(change, test)) return false;
  change.record('removal-requested', { create: test.create });
  change.replace(test.create);
  return true;
}

function isUnsent({ context, now }: JobChange<VerifiedData>, test: AccessTest): boolean {
  const create = readOperation(context.sqlite, test.create);
  if (create === undefined || giveUpFrom({ now }, create) !== null) return false;
  return create.state === 'ready' || create.state === 'waiting' || create.state === 'held';
}

function askForRemoval(parts: JobParts, change: JobChange<VerifiedData>, test: AccessTest): OperationId {
  const car = requireStep(change.data.car, 'car');
  const remove = parts.ids.operation();
  const { sqlite } = change.context;
  const create = readOperation(sqlite, test.create);
  const number = create !== undefined && hasGivenNothing(create) ? numberOfTest(sqlite, test) : undefined;
  // An earlier removal that waits for a request that was given up or refused would never be sent.
  if (test.remove !== null && readOperation(sqlite, test.remove)?.state === 'held')
    change.replace(test.remove);
  change.record('removal-requested', { create: test.create, operation: remove });
  change.enqueue({
    id: remove,
    kind: deleteAssignmentKind,
    payload: {
      assignment: number ?? { op: test.create, field: 'id' },
      local: test.local,
      car: carReference(car),
      carLabel: carLabel(car),
      userId: test.userId,
      userName: test.userName,
    },
  });
  return remove;
}

/**
 * Hands over a car that does not open or close to the customer: with a reason, and without the test access.
 * ProblemErrors: `step-not-ready` (no failure was recorded), `reason-missing`, `name-too-long`.
 */
export function handOverNotWorking(parts: JobParts, job: JobId, typed: string): void {
  const reason = requireReason(typed);
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const proof = proofOfJob(change.context.sqlite, change.data, change.now);
    if (proof.state !== 'unproven' || !wasSeenFailing(proof)) {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    }
    const { earlierTests, verification } = change.data;
    const gone = {
      earlierTests: earlierTests.map((test) => withRemoval(parts, change, test)),
      verification: verification && withRemoval(parts, change, verification),
    };
    change.record('handed-over-not-working', { proof: proof.why, reason });
    return { ...change.data, ...gone, notWorking: { reason, at: change.now } };
  });
}
