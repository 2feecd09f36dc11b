import { accessIsLeft, sawItFail } from '../../../shared/domain/proof.ts';
import { assignmentId, type JobId, type OperationId, type UserId } from '../../../shared/ids.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { DAY, type Instant, MINUTE, SECOND } from '../../../shared/time.ts';
import { effectOf } from '../../operations/assignments/effects.ts';
import { readLocalAssignment } from '../../db/tables/queue/assignments.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { createAssignmentKind } from '../../operations/queue/kinds/create-assignment.ts';
import { createEventKind } from '../../operations/queue/kinds/create-event.ts';
import { deleteAssignmentKind } from '../../operations/queue/kinds/delete-assignment.ts';
import { updateAssignmentKind } from '../../operations/queue/kinds/update-assignment.ts';
import { changeJobOf, type JobChange, requireReason, requireStep, together } from '../change.ts';
import type { AccessTest, DataOf } from '../job-data.ts';
import { requireTestUser } from '../publications/test-user.ts';
import type { JobParts } from '../parts.ts';
import { reopenForTest } from '../finish.ts';
import { phaseOf, proofOfJob } from '../verification-view.ts';
import { carLabel, carOfJob, carReference } from './car.ts';

/* The step Verify: the test access, the record of a test, and the hand-over of a car that does not work. */

/** The kinds of jobs with a Box to be tested. */
type VerifiedData = DataOf<'installation' | 'swap'>;

/** The log's entries hold no longer text. */

/**
 * Queues a short test access. It waits for the job's Box to be in, and for the access of the test before to be gone: one
 * that ran out is removed with it. ProblemErrors `step-not-ready` (no car, or a test access can still be used),
 * `test-user-published`.
 */
export function startVerification(parts: JobParts, job: JobId, user: UserId, minutes: number): void {
  requireTestUser(parts, job, user);
  const known = parts.directory.user(user);
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const { box } = change.data;
    // A Box that is only chosen is not queued yet.
    const fitting = box === null ? null : requireStep(box.operation, 'exchange');
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
      after: [...(fitting === null ? [] : [fitting]), ...removals.filter((id) => isInFlight(change, id))],
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

/** When the test access began that this one follows; null when none was ever sent. */
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

/** The tests so far, each with the removal of its access; accesses that still exist are queued for removal. */
function testsWithoutAccess(parts: JobParts, change: JobChange<VerifiedData>): readonly AccessTest[] {
  const { earlierTests, verification } = change.data;
  return (verification === null ? earlierTests : [...earlierTests, verification]).map((test) =>
    removable(change, test) ? { ...test, remove: askForRemoval(parts, change, test) } : test,
  );
}

/** Whether its access exists, with no removal on its way. */
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

/** A held rest of a failed test access would keep the job unfinished forever. */
function giveUpHeld({ data, context, replace }: JobChange<VerifiedData>): void {
  for (const id of [data.verification?.create, data.verification?.remove]) {
    const isHeld = id !== null && id !== undefined && readOperation(context.sqlite, id)?.state === 'held';
    if (isHeld) replace(id);
  }
}

/**
 * Tries the car once more: with the same access while it can be used, else with a new one for the same user and as long. A
 * finished job is opened again for it. ProblemErrors `step-not-ready` (there was no test, or one is under way), those of
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
 * Asks for a later end of the running test access, at most a day from now. ProblemErrors `step-not-ready` (none is there, a longer
 * time is on its way, or it runs for a day), `test-access-expired`.
 */
export function extendTestAccess(parts: JobParts, job: JobId, minutes: number): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const test = usableTest(change);
    const { sqlite } = change.context;
    const assignment = assignmentId.safeParse(boundValue(sqlite, test.create, 'id'));
    const { id: carId } = carOfJob(sqlite, car);
    const end = readLocalAssignment(sqlite, test.local)?.end_at ?? null;
    const underWay = test.extension !== null && isInFlight(change, test.extension);
    if (!assignment.success || carId === null || end === null || underWay) {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    }
    // Upper bound, however often it is extended: longer accesses need the rights of the directory.
    const wanted = Math.min(end + minutes * MINUTE, change.now + DAY);
    // Whole seconds: whether the operator keeps milliseconds is not known, and a read must find the same times.
    const until = Math.floor(wanted / SECOND) * SECOND;
    if (until <= end) throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    const extension = parts.ids.operation();
    change.enqueue({
      id: extension,
      kind: updateAssignmentKind,
      payload: {
        assignment: assignment.data,
        local: test.local,
        car: carId,
        carLabel: carLabel(car),
        userId: test.userId,
        userName: test.userName,
        patch: { end: until },
      },
    });
    change.record('test-extended', { minutes, until });
    return { ...change.data, verification: { ...test, extension } };
  });
}

/** The test whose access can be used now. ProblemErrors `step-not-ready`, `test-access-expired`. */
function usableTest(change: JobChange<VerifiedData>): AccessTest {
  const test = requireStep(change.data.verification, 'verify');
  if (!removable(change, test)) throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
  if (hasRunOut(change, test)) throw new ProblemError(makeProblem('test-access-expired'));
  return test;
}

/**
 * The installer's observation at the car. A success is also recorded at the operator as an event. ProblemErrors
 * `step-not-ready` (no test access is there), `test-access-expired`: it cannot have been seen then.
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
 * Events have one lane each. Without this order, the operator could store a closing before the opening that preceded
 * it.
 */
function openedInFlight(change: JobChange<VerifiedData>, { opened }: AccessTest): readonly OperationId[] {
  const event = opened?.event ?? null;
  return event !== null && isInFlight(change, event) ? [event] : [];
}

/** The car opened and closed, and the test access goes again: all of it or nothing. ProblemErrors of its parts. */
export function proveAccess(parts: JobParts, job: JobId): void {
  together(parts, (inside) => {
    recordAccess(inside, job, 'opened', true);
    recordAccess(inside, job, 'closed', true);
    removeTestAccess(inside, job);
  });
}

/**
 * Takes the test access away again: given up while it has not left, else removed at the operator.
 * ProblemError `step-not-ready` (none was asked for, it never came to be, or its removal is under way).
 */
export function removeTestAccess(parts: JobParts, job: JobId): void {
  const decide = (change: JobChange<VerifiedData>): VerifiedData => {
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

/** The same test where there is nothing to take away. */
function withRemoval(parts: JobParts, change: JobChange<VerifiedData>, test: AccessTest): AccessTest {
  const unsent = isUnsent(change, test);
  const left = accessIsLeft(phaseOf(change.context.sqlite, test));
  return left && !unsent ? { ...test, remove: askForRemoval(parts, change, test) } : test;
}

/** Gives up an access that has not left this laptop. Was there one? */
function giveUpUnsent(change: JobChange<VerifiedData>): boolean {
  const test = change.data.verification;
  if (test === null || !isUnsent(change, test)) return false;
  change.record('removal-requested', { create: test.create });
  change.replace(test.create);
  return true;
}

function isUnsent({ context }: JobChange<VerifiedData>, test: AccessTest): boolean {
  const state = readOperation(context.sqlite, test.create)?.state;
  return state === 'ready' || state === 'waiting' || state === 'held';
}

function askForRemoval(parts: JobParts, change: JobChange<VerifiedData>, test: AccessTest): OperationId {
  const car = requireStep(change.data.car, 'car');
  const remove = parts.ids.operation();
  change.record('removal-requested', { create: test.create, operation: remove });
  change.enqueue({
    id: remove,
    kind: deleteAssignmentKind,
    payload: {
      assignment: { op: test.create, field: 'id' },
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
 * The customer gets the car although it does not open or close: with a reason, and without the test access. ProblemErrors
 * `step-not-ready` (it was not seen to fail), `reason-missing`, `name-too-long`.
 */
export function handOverNotWorking(parts: JobParts, job: JobId, typed: string): void {
  const reason = requireReason(typed);
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const proof = proofOfJob(change.context.sqlite, change.data, change.now);
    if (proof.state !== 'unproven' || !sawItFail(proof)) {
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
