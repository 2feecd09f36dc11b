import { listOf } from '../../../shared/parsing.ts';
import { carId, type CarId, eventId, type EventId, type UserId } from '../../../shared/ids.ts';
import {
  assignment,
  type Assignment,
  car,
  type Car,
  carEvent,
  type CarEvent,
  product,
  type Product,
} from '../../../shared/operator/resources.ts';
import { ok } from '../../../shared/result.ts';
import { type Assumptions, standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { type Instant, MINUTE, toOperatorDateTime } from '../../../shared/time.ts';
import {
  assumedPath,
  createRequest,
  type OperatorRequest,
  parseWith,
  type PatchOperation,
  readRequest,
  writeRequest,
  type ListQuery,
  renderQuery,
} from '../request.ts';
import { messageOf } from '../answer.ts';

/* The operator's endpoints of cars and their events. */

const carList = listOf(car);
const productList = listOf(product);
const carEventList = listOf(carEvent);

/** Fields of a car that may be left out or empty. */
interface CarText {
  readonly description?: string | null;
  readonly vin?: string | null;
  readonly licensePlate?: string | null;
  readonly brand?: string | null;
  readonly model?: string | null;
}

/** `PUT /cars`. Absent and null fields are not sent; they are read back as "". */
export function createCar(
  input: { readonly name: string } & CarText,
): OperatorRequest<{ readonly id: CarId }> {
  const given = ([field, value]: [string, unknown]) => field === 'name' || typeof value === 'string';
  const { name, description, vin, licensePlate, brand, model } = input;
  const fields = Object.entries({ name, description, vin, licensePlate, brand, model }).filter(given);
  return createRequest(
    { endpoint: 'cars.create', method: 'PUT', path: '/cars', body: Object.fromEntries(fields) },
    carId,
  );
}

const patchable = ['name', 'description', 'vin', 'licensePlate', 'brand', 'model'] as const;
/** The fields to change; null empties one. */
export type CarPatch = { readonly [Field in (typeof patchable)[number]]?: string | null };

/** `PATCH /cars/{carId}`: a JSON Patch of replacements. */
export function updateCar(id: CarId, patch: CarPatch): OperatorRequest<null> {
  const body = patchable.flatMap((field): readonly PatchOperation[] => {
    const value = patch[field];
    return value === undefined ? [] : [{ op: 'replace', path: `/${field}`, value }];
  });
  return writeRequest({
    endpoint: 'cars.update',
    method: 'PATCH',
    path: `/cars/${id}`,
    body,
    contentType: 'application/json-patch+json',
  });
}

/** `GET /cars/{carId}`. */
export function readCar(id: CarId): OperatorRequest<Car> {
  return readRequest({ endpoint: 'cars.read', path: `/cars/${id}`, schema: car });
}

/** `GET /cars`. */
export function listCars(query: ListQuery = {}): OperatorRequest<readonly Car[]> {
  return readRequest({
    endpoint: 'cars.list',
    path: '/cars',
    query: renderQuery(query),
    schema: carList,
  });
}

/** `GET /cars/{carId}/assignments`. The rows lack the car; it is added from the path. */
export function listCarAssignments(
  id: CarId,
  query: ListQuery = {},
): OperatorRequest<readonly (Assignment & { readonly carId: CarId })[]> {
  return readRequest({
    endpoint: 'cars.assignments',
    path: `/cars/${id}/assignments`,
    query: renderQuery(query),
    schema: listOf(assignment.transform((row) => ({ ...row, carId: id }))),
  });
}

/**
 * Reads the products of a car. The operator answers 404 with a sentence when there are none (spec part 7): that is an
 * empty list. Any other 404 stays `not-found` (no such car, or the read is not offered).
 */
export function listCarProducts(
  id: CarId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly Product[]> {
  const products = parseWith(productList);
  return {
    ...readRequest({
      endpoint: 'cars.products',
      path: assumedPath(assumptions.paths.carProducts, { carId: id }),
      schema: productList,
      assumed: true,
    }),
    expect: [200, 404],
    parse: (status, body) =>
      status === 404 && /\bno products?\b/i.test(messageOf(body) ?? '') ? ok([]) : products(status, body),
  };
}

/** Open and close records of a car. `top` is required: the history is unbounded. */
export function listCarEvents(
  id: CarId,
  query: ListQuery & { readonly top: number },
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly CarEvent[]> {
  return readRequest({
    endpoint: 'cars.events',
    path: assumedPath(assumptions.paths.carEvents, { carId: id }),
    query: renderQuery(query),
    schema: carEventList,
    assumed: true,
  });
}

/** An open or close record to create. */
export interface NewEvent {
  readonly carId: CarId;
  readonly userId: UserId;
  readonly type: 'CarOpened' | 'CarClosed';
  readonly at: Instant;
  /** The local offset from UTC at that moment, in minutes east, because `dateTime` is local wall-clock time. */
  readonly utcOffsetMinutes: number;
  readonly userAgent: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** `PUT /events`. Creates a record only: it opens no car, and the API cannot delete it. */
export function createEvent(event: NewEvent): OperatorRequest<{ readonly id: EventId }> {
  const { carId, userId, type, at, utcOffsetMinutes, userAgent, latitude, longitude } = event;
  return createRequest(
    {
      endpoint: 'events.create',
      method: 'PUT',
      path: '/events',
      body: {
        // Local wall-clock time without a zone; the operator appends a meaningless Z.
        dateTime: toOperatorDateTime(at + utcOffsetMinutes * MINUTE).replace('Z', ''),
        utcDateTime: toOperatorDateTime(at),
        userId,
        carId,
        type,
        userAgent,
        ...(latitude === undefined ? {} : { latitude }),
        ...(longitude === undefined ? {} : { longitude }),
      },
    },
    eventId,
  );
}

/** One event record. */
export function readEvent(
  id: EventId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<CarEvent> {
  return readRequest({
    endpoint: 'events.read',
    path: assumedPath(assumptions.paths.event, { eventId: id }),
    schema: carEvent,
    assumed: true,
  });
}
