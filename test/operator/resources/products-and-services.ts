import { z } from 'zod';
import { json, noContent, refuse, type Answer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import type { Product } from '../model.ts';
import { allOf, idIn, productOf, serviceOf } from './lookups.ts';
import { listOf } from './listing.ts';
import { listedProductShape, productFields, productShape, serviceFields, serviceShape } from './shapes.ts';

export function listProducts(call: CustomerCall): Answer {
  const rows = allOf(call, call.state.products).map((product) => listedProductShape(product, call.settings));
  const fields = call.settings.productListsShowCarId
    ? productFields
    : productFields.filter((field) => field !== 'carId');
  return listOf(call, rows, fields);
}

export function readProduct(call: CustomerCall): Answer {
  return json(200, productShape(productOf(call, idIn(call, 'productId'))));
}

/** GET /products/{productId}/services: one Service despite the plural path. */
export function readProductService(call: CustomerCall): Answer {
  const product = productOf(call, idIn(call, 'productId'));
  const service = allOf(call, call.state.services).find((known) => known.productId === product.id);
  if (service === undefined)
    throw refuse(404, `No service is assigned to the product with id ${product.id}.`);
  return json(200, serviceShape(service));
}

export function listServices(call: CustomerCall): Answer {
  const shown = call.settings.serviceListShowsProductId;
  const rows = allOf(call, call.state.services).map((service) => {
    const { productId, ...rest } = { productId: service.productId, ...serviceShape(service) };
    return shown ? { ...rest, productId } : rest;
  });
  const fields = shown ? serviceFields : serviceFields.filter((field) => field !== 'productId');
  return listOf(call, rows, fields, { notShown: true });
}

export function readService(call: CustomerCall): Answer {
  return json(200, serviceShape(serviceOf(call, idIn(call, 'serviceId'))));
}

/** GET /services/{serviceId}/products: one Product despite the plural path. */
export function readServiceProduct(call: CustomerCall): Answer {
  const service = serviceOf(call, idIn(call, 'serviceId'));
  const product = service.productId === null ? undefined : call.state.products.get(service.productId);
  if (product === undefined)
    throw refuse(404, `No product can be found assigned to the serviceId ${service.id}.`);
  return json(200, productShape(product));
}

const pairing = z.object({
  serviceId: z.number().int(),
  productId: z.number().int().nullable().optional(),
  serialNumber: z.string().nullable().optional(),
  uniqueId: z.string().nullable().optional(),
});

/** PUT /pairings, in newer documents only and not offered unless the settings say so: relates a service to a product. */
export function pair(call: CustomerCall): Answer {
  requirePairings(call);
  const body = bodyOf(call, pairing);
  const service = serviceOf(call, body.serviceId);
  const product = pairedProduct(call, body);
  const paired = allOf(call, call.state.services).some((known) => known.productId === product.id);
  if (service.isTerminated || service.productId !== null || paired) {
    throw refuse(409, 'The service or the product is already paired, or the service is terminated.');
  }
  service.productId = product.id;
  return noContent;
}

/** DELETE /pairings: the opposite; an installed product keeps its service. */
export function unpair(call: CustomerCall): Answer {
  requirePairings(call);
  const body = bodyOf(call, pairing);
  const service = serviceOf(call, body.serviceId);
  const product = pairedProduct(call, body);
  if (service.productId !== product.id || product.carId !== null) {
    throw refuse(409, 'The product is not paired with this service, or it is installed in a car.');
  }
  service.productId = null;
  return noContent;
}

/** No operation of the spec: a client without the switch must not try. Throws a Refusal (404). */
function requirePairings(call: CustomerCall): void {
  if (call.settings.pairings) return;
  call.violated('unknown-endpoint', 'Pairings are no operation of the spec and are not offered here.');
  throw refuse(404, 'Resource not found');
}

function pairedProduct(call: CustomerCall, body: z.output<typeof pairing>): Product {
  const product = allOf(call, call.state.products).find(
    (known) =>
      known.id === body.productId ||
      known.serialNumber === body.serialNumber ||
      known.uniqueId === body.uniqueId,
  );
  if (product === undefined) throw refuse(404, 'The product was not found.');
  return product;
}
