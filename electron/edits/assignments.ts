import type { OperationView } from '../../shared/domain/operation.ts';
import type { AssignmentId, CarId, UserId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type Instant, SECOND } from '../../shared/time.ts';
import { readAssignmentByOperatorId } from '../db/tables/queue/assignments.ts';
import { isInFlight } from '../db/tables/queue/operations.ts';
import { isAnotherAccess } from '../operations/queue/kinds/shared-findings.ts';
import { createAssignmentKind } from '../operations/queue/kinds/create-assignment.ts';
import { deleteAssignmentKind } from '../operations/queue/kinds/delete-assignment.ts';
import { carLane } from '../operations/queue/kinds/references.ts';
import { updateAssignmentKind } from '../operations/queue/kinds/update-assignment.ts';
import { known, labelOf, type EditParts, requestEdit } from './request-edit.ts';

/** The access that a person requests. `end` null = open-ended; seconds null = the default. */
export interface WantedAccess {
  readonly carId: CarId;
  readonly userId: UserId;
  readonly start: Instant;
  readonly end: Instant | null;
  readonly lifetime: number | null;
  readonly renewableAfter: number | null;
}

/** Gives a user access to a car. ProblemError `not-found`, `end-before-start`. */
export function createAssignment(parts: EditParts, wanted: WantedAccess): OperationView {
  const car = known(parts.directory.car(wanted.carId));
  const user = known(parts.directory.user(wanted.userId));
  const start = wholeSeconds(wanted.start);
  const end = wanted.end === null ? null : wholeSeconds(wanted.end);
  refuseEmptySpan(start, end);
  return requestEdit(parts, {
    kind: createAssignmentKind,
    payload: () => ({
      local: parts.ids.localAssignment(),
      car: car.id,
      carLabel: labelOf(car),
      userId: user.id,
      userName: user.name,
      period: { from: 'fixed' as const, start, end },
      lifetime: wanted.lifetime,
      renewableAfter: wanted.renewableAfter,
    }),
    about: { car: car.id, label: labelOf(car), user: user.id, start, end },
  });
}

/** The access as the operator has it. `userId` null = not known. */
export interface NamedAccess {
  readonly assignmentId: AssignmentId;
  readonly carId: CarId;
  readonly userId: UserId | null;
}

/**
 * Changes the times of an access, or its offline lifetime in seconds; omitted fields stay. Unchanged times are
 * refused only if this laptop created the access and no other change is in flight, because else the current times
 * are not known here. ProblemError `not-found`, `nothing-changed`, `end-before-start`.
 */
export function changeAssignment(
  parts: EditParts,
  access: NamedAccess,
  changes: {
    readonly start?: Instant | undefined;
    readonly end?: Instant | null | undefined;
    readonly lifetime?: number | undefined;
    readonly renewableAfter?: number | undefined;
  },
): OperationView {
  const { local, ...named } = accessNames(parts, access);
  const times = {
    ...(changes.start === undefined ? {} : { start: wholeSeconds(changes.start) }),
    ...(changes.end === undefined ? {} : { end: changes.end === null ? null : wholeSeconds(changes.end) }),
  };
  const { lifetime, renewableAfter } = changes;
  const seconds = {
    ...(lifetime === undefined ? {} : { lifetime }),
    ...(renewableAfter === undefined ? {} : { renewableAfter }),
  };
  const fields = Object.keys(seconds);
  const underWay = isInFlight(parts.database.sqlite, 'update-assignment', carLane(named.car));
  const before = underWay ? undefined : local;
  const { start = before?.start_at, end = before?.end_at } = times;
  const sameTimes =
    Object.keys(times).length === 0 ||
    (before !== undefined && start === before.start_at && end === before.end_at);
  if (sameTimes && fields.length === 0) throw new ProblemError(makeProblem('nothing-changed'));
  if (start !== undefined) refuseEmptySpan(start, end ?? null);
  return requestEdit(parts, {
    kind: updateAssignmentKind,
    payload: () => ({
      ...named,
      local: local?.id ?? null,
      patch: { ...times, ...seconds },
    }),
    about: {
      assignment: access.assignmentId,
      car: access.carId,
      user: access.userId,
      ...times,
      ...(fields.length === 0 ? {} : { fields: fields.join(' ') }),
    },
  });
}

/** Ends an access. ProblemError `not-found`. */
export function endAssignment(parts: EditParts, access: NamedAccess): OperationView {
  const { local, ...named } = accessNames(parts, access);
  return requestEdit(parts, {
    kind: deleteAssignmentKind,
    payload: () => ({ ...named, local: local?.id ?? null, ordinary: true as const }),
    about: { assignment: access.assignmentId, car: access.carId, user: access.userId },
  });
}

function accessNames({ directory, database }: EditParts, access: NamedAccess) {
  const car = known(directory.car(access.carId));
  const user = access.userId === null ? undefined : directory.user(access.userId);
  const holder = readAssignmentByOperatorId(database.sqlite, access.assignmentId);
  // The operator may have deleted the access on the screen and reused its number for an access that this laptop
  // created since.
  const isOther =
    holder !== undefined && isAnotherAccess({ carId: holder.car_id, userId: holder.user_id }, access);
  return {
    assignment: access.assignmentId,
    car: car.id,
    carLabel: labelOf(car),
    ...(access.userId === null ? {} : { userId: access.userId }),
    userName: user?.name ?? `User ${access.userId ?? '?'}`,
    local: isOther ? undefined : holder,
  };
}

/** The operator may drop milliseconds. A later read must find the same times, so only whole seconds are sent. */
function wholeSeconds(at: Instant): Instant {
  return Math.floor(at / SECOND) * SECOND;
}

function refuseEmptySpan(start: Instant, end: Instant | null): void {
  if (end !== null && end <= start) throw new ProblemError(makeProblem('end-before-start'));
}
