import { z } from 'zod';
import { createHash } from 'node:crypto';
import { json, noContent, type Answer } from '../http/answer.ts';
import { bodyOf, patchOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import { asUtc, dateTime } from '../instants.ts';
import type { Assignment } from '../model.ts';
import { assignmentOf, idIn } from './lookups.ts';
import { assignmentShape } from './shapes.ts';

const seconds = z.number().int().nullable().optional();
const newAssignment = z.object({
  carId: z.number().int(),
  userId: z.number().int(),
  start: dateTime,
  end: dateTime.nullable().optional(),
  lifetime: seconds,
  renewableAfter: seconds,
});

/** The correlation value of a result: MD5 in hex of the exact bytes of the request's body, or what the settings say. */
function checksumOf({ request, settings }: CustomerCall): string {
  const hash = createHash('md5').update(request.bytes);
  switch (settings.checksumAs) {
    case 'md5-upper':
      return hash.digest('hex').toUpperCase();
    case 'md5-lower':
      return hash.digest('hex');
    case 'unknown':
      return hash.update('a secret of the operator').digest('hex').toUpperCase();
  }
}

/**
 * PUT /assignments: accepted only. An unknown car or user is no 404 here (that means the API manager); it becomes a
 * failed result.
 */
export function createAssignment(call: CustomerCall): Answer {
  const { state, customer, settings } = call;
  const body = bodyOf(call, newAssignment);
  const { carId, userId, lifetime = null, renewableAfter = null } = body;
  const start = asUtc(body.start);
  const end = body.end === null || body.end === undefined ? null : asUtc(body.end);
  const checksum = checksumOf(call);

  const reasonAgainst = (): string | null => {
    if (state.cars.get(carId)?.customerId !== customer.id) return `Car ${carId} was not found.`;
    if (state.users.get(userId)?.customerIds.has(customer.id) !== true)
      return `User ${userId} was not found.`;
    if (end !== null && Date.parse(end) <= Date.parse(start)) return 'The end must be later than the start.';
    return null;
  };
  call.results.accept({
    kind: 'created',
    settle: (failure) => {
      const errorMessage = failure ?? reasonAgainst();
      const operationSucceeded = errorMessage === null;
      const id = operationSucceeded ? state.nextId('assignments') : null;
      if (id !== null) {
        const customerId = customer.id;
        state.assignments.set(id, { id, customerId, carId, userId, start, end, lifetime, renewableAfter });
      }
      const result = { checksum, assignmentId: id, carId, userId, customerId: customer.id };
      const more = settings.createdResultCarriesLifetime ? { lifetime, renewableAfter } : {};
      return { ...result, operationSucceeded, errorMessage, start, end, ...more };
    },
  });
  return noContent;
}

export function readAssignment(call: CustomerCall): Answer {
  return json(200, assignmentShape(assignmentOf(call, idIn(call, 'assignmentId'))));
}

const assignmentPatch = z.array(
  z.object({
    op: z.enum(['remove', 'replace']),
    path: z.enum(['/start', '/end', '/lifetime', '/renewableAfter']),
    value: z.string().nullable().optional(),
  }),
);
type PatchOperation = z.output<typeof assignmentPatch>[number];

/** PATCH /assignments/{assignmentId}: accepted only; the result echoes the operations. */
export function updateAssignment(call: CustomerCall): Answer {
  const assignment = assignmentOf(call, idIn(call, 'assignmentId'));
  const { id } = assignment;
  const { state, customer, settings } = call;
  const operations = patchOf(call, assignmentPatch);
  const checksum = checksumOf(call);
  call.results.accept({
    kind: 'updated',
    settle: (failure) => {
      // An accepted change is for the access that had the number then, never for one that was given it since.
      const stands = state.assignments.get(id) === assignment;
      const errorMessage =
        failure ?? (stands ? applyPatch(assignment, operations) : `Assignment ${id} no longer exists.`);
      const result = { checksum, assignmentId: id, customerId: customer.id };
      const more = settings.updatedResultCarriesUpdateData ? { updateData: operations } : {};
      return { ...result, operationSucceeded: errorMessage === null, errorMessage, ...more };
    },
  });
  return noContent;
}

/** Changes the assignment, or changes nothing and tells why not. */
function applyPatch(assignment: Assignment, operations: readonly PatchOperation[]): string | null {
  const changed = { ...assignment };
  for (const { op, path, value } of operations) {
    const text = op === 'remove' ? null : (value ?? null);
    if (path === '/start' || path === '/end') {
      if (text !== null && !dateTime.safeParse(text).success)
        return `The value of ${path} is not a date-time.`;
      if (path === '/end') changed.end = text === null ? null : asUtc(text);
      else if (text === null) return 'The start cannot be removed.';
      else changed.start = asUtc(text);
      continue;
    }
    const number = text === null ? null : Number(text);
    if (number !== null && !Number.isInteger(number))
      return `The value of ${path} is not a number of seconds.`;
    if (path === '/lifetime') changed.lifetime = number;
    else changed.renewableAfter = number;
  }
  if (changed.end !== null && Date.parse(changed.end) <= Date.parse(changed.start)) {
    return 'The end must be later than the start.';
  }
  Object.assign(assignment, changed);
  return null;
}

/** DELETE /assignments/{assignmentId}: accepted only. */
export function deleteAssignment(call: CustomerCall): Answer {
  acceptDeletion(call, assignmentOf(call, idIn(call, 'assignmentId')).id);
  return noContent;
}

/** Accepts the deletion of one assignment, asked for directly or as a consequence of removing a Box. */
export function acceptDeletion(call: CustomerCall, id: number): void {
  const { state, customer } = call;
  const meant = state.assignments.get(id);
  const checksum = checksumOf(call);
  call.results.accept({
    kind: 'deleted',
    settle: (failure) => {
      // As for a change: an access that was given the number since is another one.
      const gone = meant === undefined || state.assignments.get(id) !== meant;
      const errorMessage = failure ?? (gone ? `Assignment ${id} no longer exists.` : null);
      if (errorMessage === null) state.assignments.delete(id);
      const result = { checksum, assignmentId: id, customerId: customer.id };
      return { ...result, operationSucceeded: errorMessage === null, errorMessage };
    },
  });
}
