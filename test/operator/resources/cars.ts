import { z } from 'zod';
import { created, json, noContent, refuse, type Answer } from '../http/answer.ts';
import { bodyOf, patchOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import { productsIn } from '../state.ts';
import { allOf, carOf, idIn } from './lookups.ts';
import { listOf } from './listing.ts';
import {
  assignmentFields,
  assignmentShape,
  carFields,
  carShape,
  eventFields,
  eventShape,
  productShape,
} from './shapes.ts';

const optionalText = z.string().nullable().optional();
const newCar = z.object({
  name: z.string().refine((name) => name.trim() !== '', 'must not be empty'),
  description: optionalText,
  vin: optionalText,
  licensePlate: optionalText,
  brand: optionalText,
  model: optionalText,
});

/** PUT /cars: only the id comes back; what was left out reads back as an empty string. */
export function createCar(call: CustomerCall): Answer {
  const { name, ...optional } = bodyOf(call, newCar);
  const id = call.state.nextId('cars');
  const { description = '', vin = '', licensePlate = '', brand = '', model = '' } = optional;
  call.state.cars.set(id, {
    id,
    customerId: call.customer.id,
    name,
    description,
    vin,
    licensePlate,
    brand,
    model,
  });
  return created(id);
}

export function listCars(call: CustomerCall): Answer {
  return listOf(call, allOf(call, call.state.cars), carFields, { shape: carShape });
}

export function readCar(call: CustomerCall): Answer {
  return json(200, carShape(carOf(call, idIn(call, 'carId'))));
}

const carPatch = z.array(
  z.object({
    op: z.literal('replace'),
    path: z.enum(['/name', '/description', '/vin', '/licensePlate', '/brand', '/model']),
    value: z.string().nullable(),
  }),
);
const patchedField = {
  '/name': 'name',
  '/description': 'description',
  '/vin': 'vin',
  '/licensePlate': 'licensePlate',
  '/brand': 'brand',
  '/model': 'model',
} as const;

/** PATCH /cars/{carId}: all operations of the patch or none. */
export function updateCar(call: CustomerCall): Answer {
  const car = carOf(call, idIn(call, 'carId'));
  for (const { path, value } of patchOf(call, carPatch)) car[patchedField[path]] = value;
  return noContent;
}

export function listCarAssignments(call: CustomerCall): Answer {
  const car = carOf(call, idIn(call, 'carId'));
  const rows = allOf(call, call.state.assignments).filter((assignment) => assignment.carId === car.id);
  return listOf(
    call,
    rows.map((assignment) => assignmentShape(assignment, 'carId')),
    assignmentFields,
  );
}

/** GET /cars/{carId}/products: a car without products answers 404 with a plain sentence, not with an empty list. */
export function listCarProducts(call: CustomerCall): Answer {
  const car = carOf(call, idIn(call, 'carId'));
  const products = productsIn(call.state, car.id);
  if (products.length === 0) throw refuse(404, `No products are assigned to the car with id ${car.id}.`);
  return json(200, call.random.shuffled(products.map(productShape)));
}

export function listCarEvents(call: CustomerCall): Answer {
  const car = carOf(call, idIn(call, 'carId'));
  const rows = allOf(call, call.state.events).filter((event) => event.carId === car.id);
  return listOf(call, rows.map(eventShape), eventFields, { notShown: true });
}
