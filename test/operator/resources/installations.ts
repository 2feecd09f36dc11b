import { z } from 'zod';
import { noContent, refuse, type Answer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import type { Car, Product } from '../model.ts';
import { activeServiceOf, productsIn } from '../state.ts';
import { acceptDeletion } from './assignments.ts';
import { allOf, carOf } from './lookups.ts';

const installation = z.object({
  carId: z.number().int(),
  productId: z.number().int().nullable().optional(),
  serialNumber: z.string().nullable().optional(),
  uniqueId: z.string().nullable().optional(),
});

/** PUT /installations: visible at once in every product lookup. */
export function install(call: CustomerCall): Answer {
  const { car, product } = carAndProduct(call);
  if (product.carId !== null) {
    throw refuse(409, `The product ${product.serialNumber} is already installed in a car.`);
  }
  if (activeServiceOf(call.state, product.id) === undefined) {
    throw refuse(409, `The product ${product.serialNumber} has no service assigned.`);
  }
  if (productsIn(call.state, car.id).some((other) => other.type === product.type)) {
    throw refuse(409, `Another product of the type ${product.type} is already installed in this car.`);
  }
  product.carId = car.id;
  return noContent;
}

/** DELETE /installations: removing a Box takes the car's assignments with it, one result each. */
export function uninstall(call: CustomerCall): Answer {
  const { car, product } = carAndProduct(call);
  if (product.carId !== car.id) {
    const where = product.carId === null ? 'is not installed' : 'is not installed in this car';
    throw refuse(409, `The product ${product.serialNumber} ${where}.`);
  }
  product.carId = null;
  if (product.type === 'Box') {
    for (const assignment of allOf(call, call.state.assignments)) {
      if (assignment.carId === car.id) acceptDeletion(call, assignment.id);
    }
  }
  return noContent;
}

function carAndProduct(call: CustomerCall): { car: Car; product: Product } {
  const { carId, productId = null, serialNumber = null, uniqueId = null } = bodyOf(call, installation);
  const given = [productId, serialNumber?.trim(), uniqueId?.trim()];
  if (given.every((identifier) => identifier === null || identifier === undefined || identifier === '')) {
    throw refuse(400, 'At least one of productId, serialNumber and uniqueId must be given.');
  }
  const car = carOf(call, carId);
  const product = allOf(call, call.state.products).find(
    (known) =>
      (productId === null || known.id === productId) &&
      (serialNumber === null || serialNumber === '' || known.serialNumber === serialNumber) &&
      (uniqueId === null || uniqueId === '' || known.uniqueId === uniqueId),
  );
  if (product === undefined) throw refuse(404, 'The product was not found.');
  return { car, product };
}
