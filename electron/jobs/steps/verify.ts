import type { JobId, UserId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { effectOf } from '../../assignments/effect-of.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { createAssignmentKind } from '../../queue/kinds/create-assignment.ts';
import { createEventKind } from '../../queue/kinds/create-event.ts';
import { deleteAssignmentKind } from '../../queue/kinds/delete-assignment.ts';
import { changeJobOf, type JobChange, requireStep } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { together } from '../together.ts';
import { carLabel } from './car.ts';
import { carReference } from './car-reference.ts';

/** What has a Box to be tried. */
type VerifiedData = DataOf<'installation' | 'swap'>;

/**
 * Queues a short test access. It waits for the job's Box to be in. A failed or given-up one may be asked for again.
 * ProblemError `step-not-ready` (no car, or a test access exists).
 */
export function startVerification(parts: JobParts, job: JobId, user: UserId, minutes: number): void {
  const known = parts.directory.user(user);
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const { box } = change.data;
    // A Box that is only chosen is not on its way yet.
    const fitting = box === null ? null : requireStep(box.operation, 'exchange');
    refuseSecondTest(change);
    const before = startOfEarlierTry(change);
    giveUpHeld(change);
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
      after: fitting === null ? [] : [fitting],
    });
    change.record('verification-started', { user, minutes });
    return {
      ...change.data,
      verification: {
        userId: user,
        userName,
        minutes,
        local,
        create,
        opened: null,
        closed: null,
        remove: null,
      },
    };
  });
}

/** When the test access began that this one follows; null when none was ever sent. */
function startOfEarlierTry({ data, context }: JobChange<VerifiedData>): Instant | null {
  if (data.verification === null) return null;
  const earlier = readOperation(context.sqlite, data.verification.create);
  const effect = earlier === undefined ? null : effectOf(context.sqlite, earlier);
  return effect?.effect === 'create' ? effect.start : null;
}

function refuseSecondTest({ data, context }: JobChange<VerifiedData>): void {
  if (data.verification === null) return;
  const { create, remove } = data.verification;
  // One test after the other is fine; two at once are not.
  if (remove !== null && readOperation(context.sqlite, remove)?.state === 'done') return;
  const state = readOperation(context.sqlite, create)?.state;
  if (state === 'failed' || state === 'cancelled' || state === 'held') return;
  throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
}

/** What is left of a test access that came to nothing would keep the job unfinished for ever. */
function giveUpHeld({ data, context, replace }: JobChange<VerifiedData>): void {
  for (const id of [data.verification?.create, data.verification?.remove]) {
    const isHeld = id !== null && id !== undefined && readOperation(context.sqlite, id)?.state === 'held';
    if (isHeld) replace(id);
  }
}

/** What the installer saw at the car. A success is also recorded at the operator as an event. */
export function recordAccess(parts: JobParts, job: JobId, what: 'opened' | 'closed', worked: boolean): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const verification = requireStep(change.data.verification, 'verify');
    // Said twice is seen once: nothing deletes an event at the operator.
    if (verification[what]?.worked === worked) return change.data;
    const event = worked ? parts.ids.operation() : null;
    if (event !== null) {
      change.enqueue({
        id: event,
        kind: createEventKind,
        payload: {
          self: event,
          car: carReference(car),
          carLabel: carLabel(car),
          userId: verification.userId,
          type: what === 'opened' ? 'CarOpened' : 'CarClosed',
          at: change.now,
          utcOffsetMinutes: parts.utcOffsetMinutes(change.now),
          userAgent: parts.userAgent,
        },
      });
    }
    change.record('access-observed', { what, worked });
    const seen = { worked, at: change.now, event };
    return { ...change.data, verification: { ...verification, [what]: seen } };
  });
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
    const car = requireStep(change.data.car, 'car');
    const verification = requireStep(change.data.verification, 'verify');
    const removal =
      verification.remove === null ? undefined : readOperation(change.context.sqlite, verification.remove);
    if (removal !== undefined && removal.state !== 'failed' && removal.state !== 'cancelled') {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    }
    const create = readOperation(change.context.sqlite, verification.create);
    if (create?.state === 'failed' || create?.state === 'cancelled') {
      // There is no access to take away.
      throw new ProblemError(makeProblem('step-not-ready', { step: 'verify' }));
    }
    change.record('removal-requested');
    if (create?.state === 'ready' || create?.state === 'waiting' || create?.state === 'held') {
      change.replace(verification.create);
      return change.data;
    }
    const remove = parts.ids.operation();
    change.enqueue({
      id: remove,
      kind: deleteAssignmentKind,
      payload: {
        assignment: { op: verification.create, field: 'id' },
        local: verification.local,
        car: carReference(car),
        carLabel: carLabel(car),
        userName: verification.userName,
      },
    });
    return { ...change.data, verification: { ...verification, remove } };
  };
  // Also after the finish: a left-over access is the one thing that must still be put right.
  changeJobOf(parts, job, ['installation', 'swap'], decide, { evenFinished: true });
}
