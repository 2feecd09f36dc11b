import { listOf } from '../../../shared/parsing.ts';
import {
  type CarId,
  groupId,
  type GroupId,
  type ProductId,
  type ServiceId,
  type UserId,
} from '../../../shared/ids.ts';
import {
  car,
  type Car,
  group,
  type Group,
  product,
  type Product,
  service,
  type Service,
  user,
  type User,
  assignment,
  type Assignment,
  customer,
  type Customer,
} from '../../../shared/operator/resources.ts';
import { type Assumptions, standardAssumptions } from '../../../shared/operator/assumptions.ts';
import {
  assumedPath,
  createRequest,
  type OperatorRequest,
  type PatchOperation,
  readRequest,
  writeRequest,
  type ListQuery,
  renderQuery,
} from '../request.ts';

/* The operator's endpoints of groups and their members, of users and of customers. */

const groupList = listOf(group);
const carList = listOf(car);
const userList = listOf(user);
const productList = listOf(product);
const serviceList = listOf(service);

/** `PUT /groups`. 409 = the name exists already. */
export function createGroup(input: { readonly name: string }): OperatorRequest<{ readonly id: GroupId }> {
  return createRequest(
    { endpoint: 'groups.create', method: 'PUT', path: '/groups', body: { name: input.name } },
    groupId,
  );
}

/** `PATCH /groups/{groupId}`: a JSON Patch of the name. */
export function renameGroup(id: GroupId, name: string): OperatorRequest<null> {
  const body: readonly PatchOperation[] = [{ op: 'replace', path: '/name', value: name }];
  return writeRequest({
    endpoint: 'groups.rename',
    method: 'PATCH',
    path: `/groups/${id}`,
    body,
    contentType: 'application/json-patch+json',
  });
}

/** Lists all groups. OData may not be supported there, so the caller must also filter and sort the rows. */
export function listGroups(
  query: ListQuery = {},
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly Group[]> {
  return readRequest({
    endpoint: 'groups.list',
    path: assumptions.paths.groups,
    query: renderQuery(query),
    schema: groupList,
    assumed: true,
  });
}

/** Deletes the group; its members stay. */
export function deleteGroup(
  id: GroupId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.delete',
    method: 'DELETE',
    path: assumedPath(assumptions.paths.group, { groupId: id }),
    assumed: true,
  });
}

/** `PUT /groups/{groupId}/cars`. 409 = already a member. */
export function addCarToGroup(id: GroupId, carId: CarId): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.addCar',
    method: 'PUT',
    path: `/groups/${id}/cars`,
    body: { carId },
  });
}

/** `PUT /groups/{groupId}/users`. 409 = already a member. */
export function addUserToGroup(id: GroupId, userId: UserId): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.addUser',
    method: 'PUT',
    path: `/groups/${id}/users`,
    body: { userId },
  });
}

/** `PUT /groups/{groupId}/products`. The call is documented; its body is an assumption. */
export function addProductToGroup(
  id: GroupId,
  productId: ProductId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.addProduct',
    method: 'PUT',
    path: `/groups/${id}/products`,
    body: { [assumptions.groupProductField]: productId },
    assumed: true,
  });
}

/** `GET /groups/{groupId}/cars`. OData support is not documented: without a query the whole list is returned. */
export function listGroupCars(id: GroupId, query: ListQuery = {}): OperatorRequest<readonly Car[]> {
  return readRequest({
    endpoint: 'groups.cars',
    path: `/groups/${id}/cars`,
    query: renderQuery(query),
    schema: carList,
  });
}

/** The users of a group, as `listGroupCars`. */
export function listGroupUsers(
  id: GroupId,
  query: ListQuery = {},
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly User[]> {
  return readRequest({
    endpoint: 'groups.users',
    path: assumedPath(assumptions.paths.groupUsers, { groupId: id }),
    query: renderQuery(query),
    schema: userList,
    assumed: true,
  });
}

/** `GET /groups/{groupId}/products`: the documented list that names each product's car. */
export function listGroupProducts(id: GroupId, query: ListQuery = {}): OperatorRequest<readonly Product[]> {
  return readRequest({
    endpoint: 'groups.products',
    path: `/groups/${id}/products`,
    query: renderQuery(query),
    schema: productList,
  });
}

/** The services of a group, as `listGroupCars`. */
export function listGroupServices(
  id: GroupId,
  query: ListQuery = {},
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly Service[]> {
  return readRequest({
    endpoint: 'groups.services',
    path: assumedPath(assumptions.paths.groupServices, { groupId: id }),
    query: renderQuery(query),
    schema: serviceList,
    assumed: true,
  });
}

/** Removes a car from a group. */
export function removeCarFromGroup(
  id: GroupId,
  carId: CarId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.removeCar',
    method: 'DELETE',
    path: assumedPath(assumptions.paths.groupCar, { groupId: id, carId }),
    assumed: true,
  });
}

/** Removes a user from a group. */
export function removeUserFromGroup(
  id: GroupId,
  userId: UserId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.removeUser',
    method: 'DELETE',
    path: assumedPath(assumptions.paths.groupUser, { groupId: id, userId }),
    assumed: true,
  });
}

/** Removes a product from a group. */
export function removeProductFromGroup(
  id: GroupId,
  productId: ProductId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.removeProduct',
    method: 'DELETE',
    path: assumedPath(assumptions.paths.groupProduct, { groupId: id, productId }),
    assumed: true,
  });
}

/** `DELETE /groups/{groupId}/services/{serviceId}`: removes the membership only; the service itself stays. */
export function removeServiceFromGroup(id: GroupId, serviceId: ServiceId): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'groups.removeService',
    method: 'DELETE',
    path: `/groups/${id}/services/${serviceId}`,
  });
}

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
