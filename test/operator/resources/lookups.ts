import { refuse } from '../http/answer.ts';
import type { Call, CustomerCall } from '../http/call.ts';
import type { Assignment, Car, Group, Product, Service, User } from '../model.ts';

/** The numeric id in the path. Anything else names no resource: 404, and a violation. */
export function idIn(call: Call, name: string): number {
  const text = call.params[name] ?? '';
  if (!/^\d{1,10}$/.test(text)) {
    call.violated('malformed-id', `${name} must be a number, got "${text}".`);
    throw refuse(404, `No resource with the ${name} '${text}' was found.`);
  }
  return Number(text);
}

/** A car of this customer. Throws a Refusal (404). */
export function carOf(call: CustomerCall, id: number): Car {
  return owned(call, call.state.cars.get(id), `Car ${id} was not found.`);
}

/** A user linked to this customer. Throws a Refusal (404). */
export function userOf(call: CustomerCall, id: number): User {
  const user = call.state.users.get(id);
  if (user === undefined || !user.customerIds.has(call.customer.id))
    throw refuse(404, `User ${id} was not found.`);
  return user;
}

/** An assignment of this customer. Throws a Refusal (404). */
export function assignmentOf(call: CustomerCall, id: number): Assignment {
  return owned(call, call.state.assignments.get(id), `Assignment ${id} was not found.`);
}

/** A group of this customer. Throws a Refusal (404). */
export function groupOf(call: CustomerCall, id: number): Group {
  return owned(call, call.state.groups.get(id), `Group ${id} was not found.`);
}

/** A product of this customer. Throws a Refusal (404). */
export function productOf(call: CustomerCall, id: number): Product {
  return owned(call, call.state.products.get(id), `Product ${id} was not found.`);
}

/** A service of this customer. Throws a Refusal (404). */
export function serviceOf(call: CustomerCall, id: number): Service {
  return owned(call, call.state.services.get(id), `Service ${id} was not found.`);
}

function owned<T extends { readonly customerId: number }>(
  call: CustomerCall,
  resource: T | undefined,
  notFound: string,
): T {
  if (resource === undefined || resource.customerId !== call.customer.id) throw refuse(404, notFound);
  return resource;
}

/** The resources of this customer, in no particular order. */
export function allOf<T extends { readonly customerId: number }>(
  call: CustomerCall,
  collection: ReadonlyMap<number, T>,
): T[] {
  return [...collection.values()].filter((resource) => resource.customerId === call.customer.id);
}
