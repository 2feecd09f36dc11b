import type { OperatorSettings } from '../settings.ts';
import type { Assignment, Car, EventRecord, Product, Service, User } from '../model.ts';

/** How resources look on the wire: exactly the fields of spec part 2. */
export const carFields = ['id', 'name', 'description', 'vin', 'licensePlate', 'brand', 'model'];
export function carShape({ customerId: _own, ...shown }: Car): object {
  return shown;
}

export const userFields = ['id', 'emailAddress', 'userData/firstName', 'userData/lastName'];
export function userShape({ id, emailAddress, userData }: User): object {
  return { id, emailAddress, userData };
}

export const assignmentFields = ['id', 'carId', 'userId', 'start', 'end', 'lifetime', 'renewableAfter'];
export function assignmentShape(assignment: Assignment, leftOut?: 'carId' | 'userId'): object {
  const { id, carId, userId, start, end, lifetime, renewableAfter } = assignment;
  const shape = { id, carId, userId, start, end, lifetime, renewableAfter };
  if (leftOut === undefined) return shape;
  const { [leftOut]: _context, ...rest } = shape;
  return rest;
}

export const productFields = ['id', 'uniqueId', 'serialNumber', 'sapNumber', 'type', 'carId'];
export function productShape({ id, uniqueId, serialNumber, sapNumber, type, carId }: Product): object {
  return { id, uniqueId, serialNumber, sapNumber, dongleTerminationTimeStamp: null, type, carId };
}

/** A product as the lists show it whose shape the spec leaves open: with or without its car. */
export function listedProductShape(product: Product, settings: OperatorSettings): object {
  const { carId, ...rest } = { carId: product.carId, ...productShape(product) };
  return settings.productListsShowCarId ? { ...rest, carId } : rest;
}

export const serviceFields = [
  'id',
  'name',
  'productId',
  'isTerminated',
  'terminationDate',
  'terminationCause',
];
export function serviceShape(service: Service): object {
  const { id, name, productId, isTerminated, terminationDate, terminationCause } = service;
  return { id, name, productId, isTerminated, terminationDate, terminationCause };
}

export const eventFields = ['id', 'dateTime', 'utcDateTime', 'userId', 'carId', 'type', 'userAgent'];
export function eventShape(event: EventRecord): object {
  const { id, dateTime, utcDateTime, userId, carId, type, userAgent, latitude, longitude } = event;
  return { id, dateTime, utcDateTime, userId, carId, type, userAgent, latitude, longitude };
}
