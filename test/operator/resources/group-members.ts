import { z } from 'zod';
import { noContent, refuse, type Answer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import { allOf, carOf, groupOf, idIn, productOf, serviceOf, userOf } from './lookups.ts';
import { listOf } from './listing.ts';
import {
  carFields,
  carShape,
  productFields,
  productShape,
  serviceFields,
  serviceShape,
  userFields,
  userShape,
} from './shapes.ts';

const id = z.number().int();

export function addCar(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  const car = carOf(call, bodyOf(call, z.object({ carId: id })).carId);
  return add(group.carIds, car.id, `Car ${car.id} is already a member of the group.`);
}

export function addUser(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  const user = userOf(call, bodyOf(call, z.object({ userId: id })).userId);
  return add(group.userIds, user.id, `User ${user.id} is already a member of the group.`);
}

/** PUT /groups/{groupId}/products: the spec says it exists, the body is assumed. */
export function addProduct(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  const field = call.settings.groupProductField;
  const product = productOf(call, bodyOf(call, z.object({ [field]: id }))[field] ?? 0);
  return add(group.productIds, product.id, `Product ${product.id} is already a member of the group.`);
}

function add(members: Set<number>, member: number, conflict: string): Answer {
  if (members.has(member)) throw refuse(409, conflict);
  members.add(member);
  return noContent;
}

/** GET /groups/{groupId}/cars: whether query options work here is not shown. */
export function listGroupCars(call: CustomerCall): Answer {
  const { carIds } = groupOf(call, idIn(call, 'groupId'));
  const rows = allOf(call, call.state.cars).filter((car) => carIds.has(car.id));
  return listOf(call, rows.map(carShape), carFields, { notShown: true });
}

export function listGroupUsers(call: CustomerCall): Answer {
  const { userIds } = groupOf(call, idIn(call, 'groupId'));
  const rows = [...call.state.users.values()].filter((user) => userIds.has(user.id));
  return listOf(call, rows.map(userShape), userFields, { notShown: true });
}

export function listGroupProducts(call: CustomerCall): Answer {
  const { productIds } = groupOf(call, idIn(call, 'groupId'));
  const rows = allOf(call, call.state.products).filter((product) => productIds.has(product.id));
  return listOf(call, rows.map(productShape), productFields);
}

export function listGroupServices(call: CustomerCall): Answer {
  const { serviceIds } = groupOf(call, idIn(call, 'groupId'));
  const rows = allOf(call, call.state.services).filter((service) => serviceIds.has(service.id));
  return listOf(call, rows.map(serviceShape), serviceFields, { notShown: true });
}

export function removeCar(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  return remove(group.carIds, carOf(call, idIn(call, 'carId')).id);
}

export function removeUser(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  return remove(group.userIds, userOf(call, idIn(call, 'userId')).id);
}

export function removeProduct(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  return remove(group.productIds, productOf(call, idIn(call, 'productId')).id);
}

/** DELETE /groups/{groupId}/services/{serviceId}: membership only; service, product and assignments stay. */
export function removeService(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  return remove(group.serviceIds, serviceOf(call, idIn(call, 'serviceId')).id);
}

function remove(members: Set<number>, member: number): Answer {
  if (!members.delete(member)) throw refuse(404, 'It is not a member of the group.');
  return noContent;
}
