import type { AssignmentId, CarId, UserId } from '../../../shared/ids.ts';
import { assignment, type Assignment } from '../../../shared/operator/resources.ts';
import { type Instant, toOperatorDateTime } from '../../../shared/time.ts';
import { type OperatorRequest, type PatchOperation, readRequest, writeRequest } from '../request.ts';

/** A new assignment. `end` null = open-ended; `lifetime` and `renewableAfter` in seconds. */
export interface NewAssignment {
  readonly carId: CarId;
  readonly userId: UserId;
  readonly start: Instant;
  readonly end: Instant | null;
  readonly lifetime: number;
  readonly renewableAfter: number;
}

/** `PUT /assignments`. 204 means accepted only; the created-result completes it. */
export function createAssignment(input: NewAssignment): OperatorRequest<null> {
  const { carId, userId, start, end, lifetime, renewableAfter } = input;
  return writeRequest({
    endpoint: 'assignments.create',
    method: 'PUT',
    path: '/assignments',
    body: {
      carId,
      userId,
      start: toOperatorDateTime(start),
      end: end === null ? null : toOperatorDateTime(end),
      lifetime,
      renewableAfter,
    },
  });
}

/** `GET /assignments/{assignmentId}`. */
export function readAssignment(id: AssignmentId): OperatorRequest<Assignment> {
  return readRequest({ endpoint: 'assignments.read', path: `/assignments/${id}`, schema: assignment });
}

/** The fields that may change; `end` null makes it open-ended. */
export interface AssignmentPatch {
  readonly start?: Instant;
  readonly end?: Instant | null;
  readonly lifetime?: number;
  readonly renewableAfter?: number;
}

/**
 * `PATCH /assignments/{assignmentId}`: patch operations sent as application/json, unlike every other patch (spec part 4).
 * Values are strings or null there, numbers included; a field is emptied by `remove`.
 */
export function updateAssignment(id: AssignmentId, patch: AssignmentPatch): OperatorRequest<null> {
  const time = (at: Instant | null | undefined) => (typeof at === 'number' ? toOperatorDateTime(at) : at);
  const wanted = [
    ['/start', time(patch.start)],
    ['/end', time(patch.end)],
    ['/lifetime', patch.lifetime?.toString()],
    ['/renewableAfter', patch.renewableAfter?.toString()],
  ] as const;
  const body = wanted.flatMap(([path, value]): readonly PatchOperation[] =>
    value === undefined ? [] : [{ op: value === null ? 'remove' : 'replace', path, value }],
  );
  return writeRequest({
    endpoint: 'assignments.update',
    method: 'PATCH',
    path: `/assignments/${id}`,
    body,
  });
}

/** `DELETE /assignments/{assignmentId}`. 204 means accepted only; the deleted-result completes it. */
export function deleteAssignment(id: AssignmentId): OperatorRequest<null> {
  return writeRequest({ endpoint: 'assignments.delete', method: 'DELETE', path: `/assignments/${id}` });
}
