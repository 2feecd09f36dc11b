import { z } from 'zod';
import { json, noContent, refuse, type Answer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import type { User } from '../model.ts';
import { allOf, idIn, userOf } from './lookups.ts';
import { listOf } from './listing.ts';
import { assignmentFields, assignmentShape, userFields, userShape } from './shapes.ts';

function usersOf(call: CustomerCall): User[] {
  return [...call.state.users.values()].filter((user) => user.customerIds.has(call.customer.id));
}

/** GET /users: a filter is valid on the id and the first name only. */
export function listUsers(call: CustomerCall): Answer {
  const rows = usersOf(call).map(userShape);
  return listOf(call, rows, userFields, { filterFields: ['id', 'userData/firstName'] });
}

export function readUser(call: CustomerCall): Answer {
  return json(200, userShape(userOf(call, idIn(call, 'userId'))));
}

export function listUserAssignments(call: CustomerCall): Answer {
  const user = userOf(call, idIn(call, 'userId'));
  const rows = allOf(call, call.state.assignments).filter((assignment) => assignment.userId === user.id);
  return listOf(
    call,
    rows.map((assignment) => assignmentShape(assignment, 'userId')),
    assignmentFields,
  );
}

const whichUser = z.object({
  emailAddress: z.string().nullable().optional(),
  userId: z.number().int().nullable().optional(),
});

/** DELETE /users/assignments/customers: takes the user out of this customer context, and out of its groups. */
export function removeUserFromCustomer(call: CustomerCall): Answer {
  const { emailAddress = null, userId = null } = bodyOf(call, whichUser);
  if (userId === null && (emailAddress === null || emailAddress.trim() === '')) {
    throw refuse(400, 'Either a valid emailAddress or a valid userId must be given.');
  }
  const user = usersOf(call).find((known) =>
    userId === null ? known.emailAddress === emailAddress : known.id === userId,
  );
  if (user === undefined) throw refuse(404, 'The user was not found for this customer.');
  user.customerIds.delete(call.customer.id);
  for (const group of allOf(call, call.state.groups)) group.userIds.delete(user.id);
  return noContent;
}
