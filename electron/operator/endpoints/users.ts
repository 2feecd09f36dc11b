import { listOf } from '../../../shared/parsing.ts';
import type { UserId } from '../../../shared/ids.ts';
import {
  assignment,
  type Assignment,
  user,
  type User,
  customer,
  type Customer,
} from '../../../shared/operator/resources.ts';
import { type ListQuery, renderQuery } from '../odata.ts';
import { type OperatorRequest, readRequest, writeRequest } from '../request.ts';

const userList = listOf(user);

/** `GET /users`. `$filter` is known to work on `id` and `userData/firstName`. */
export function listUsers(query: ListQuery = {}): OperatorRequest<readonly User[]> {
  return readRequest({
    endpoint: 'users.list',
    path: '/users',
    query: renderQuery(query),
    schema: userList,
  });
}

/** `GET /users/{userId}`. */
export function readUser(id: UserId): OperatorRequest<User> {
  return readRequest({ endpoint: 'users.read', path: `/users/${id}`, schema: user });
}

/** `GET /users/{userId}/assignments`. The rows lack the user; it is added from the path. */
export function listUserAssignments(
  id: UserId,
  query: ListQuery = {},
): OperatorRequest<readonly (Assignment & { readonly userId: UserId })[]> {
  return readRequest({
    endpoint: 'users.assignments',
    path: `/users/${id}/assignments`,
    query: renderQuery(query),
    schema: listOf(assignment.transform((row) => ({ ...row, userId: id }))),
  });
}

/** `DELETE /users/assignments/customers`: takes the user out of this customer. Only the userId form is validated. */
export function removeUserFromCustomer(
  who: { readonly userId: UserId } | { readonly emailAddress: string },
): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'users.removeFromCustomer',
    method: 'DELETE',
    path: '/users/assignments/customers',
    body: 'userId' in who ? { userId: who.userId } : { emailAddress: who.emailAddress },
  });
}

const customerList = listOf(customer);

/** `GET /customers`, without Customer-ID: the customers this login may reach, and the first protected call. */
export function listCustomers(query: ListQuery = {}): OperatorRequest<readonly Customer[]> {
  return readRequest({
    endpoint: 'customers.list',
    path: '/customers',
    query: renderQuery(query),
    schema: customerList,
    scope: 'none',
  });
}
