import { z } from 'zod';
import { listOf } from '../../../shared/parsing.ts';
import { serialSpellings } from '../../../shared/domain/serial.ts';
import type { ProductId, ServiceId, CarId } from '../../../shared/ids.ts';
import {
  product,
  type Product,
  service,
  type Service,
  key,
  type Key,
} from '../../../shared/operator/resources.ts';
import { type Assumptions, standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { ok } from '../../../shared/result.ts';
import {
  assumedPath,
  type OperatorRequest,
  readRequest,
  parseWith,
  writeRequest,
  eq,
  type Filter,
  type ListQuery,
  or,
  renderQuery,
} from '../request.ts';
import { messageOf } from '../answer.ts';

/* The operator's endpoints of products, services and pairing, and of the key catalogue. */

const productList = listOf(product);

/** Matches the products that a serial may mean. A filter compares exact text, so each spelling is queried. */
export function ofSerial(serial: string): Filter {
  const [typed, ...others] = serialSpellings(serial);
  const either = (text: string) => [eq('serialNumber', text), eq('uniqueId', text)] as const;
  return or(...either(typed), ...others.flatMap(either));
}

/** All products. Environments differ in whether a row includes its car. */
export function listProducts(
  query: ListQuery = {},
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly Product[]> {
  return readRequest({
    endpoint: 'products.list',
    path: assumptions.paths.products,
    query: renderQuery(query),
    schema: productList,
    assumed: true,
  });
}

/** Reads one product. */
export function readProduct(
  id: ProductId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<Product> {
  return readRequest({
    endpoint: 'products.read',
    path: assumedPath(assumptions.paths.product, { productId: id }),
    schema: product,
    assumed: true,
  });
}

/** The service a product belongs to; 404 when it has none. */
export function readProductService(
  id: ProductId,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<Service> {
  return readRequest({
    endpoint: 'products.service',
    path: assumedPath(assumptions.paths.productService, { productId: id }),
    schema: service,
    assumed: true,
  });
}

const serviceList = listOf(service);

/** All services. */
export function listServices(
  query: ListQuery = {},
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly Service[]> {
  return readRequest({
    endpoint: 'services.list',
    path: assumptions.paths.services,
    query: renderQuery(query),
    schema: serviceList,
    assumed: true,
  });
}

/** `GET /services/{serviceId}`. */
export function readService(id: ServiceId): OperatorRequest<Service> {
  return readRequest({ endpoint: 'services.read', path: `/services/${id}`, schema: service });
}

/**
 * `GET /services/{serviceId}/products`: one product, despite the plural. Null when the operator says that none is
 * assigned (404 with a sentence, spec part 7); any other 404 stays `not-found`.
 */
export function readServiceProduct(id: ServiceId): OperatorRequest<Product | null> {
  const one = parseWith(product);
  return {
    ...readRequest({
      endpoint: 'services.product',
      path: `/services/${id}/products`,
      schema: product,
    }),
    expect: [200, 404],
    parse: (status, body) =>
      status === 404 && /\bno products?\b/i.test(messageOf(body) ?? '') ? ok(null) : one(status, body),
  };
}

/** A product by one of its three identifiers. */
export type ProductReference =
  { readonly productId: ProductId } | { readonly serialNumber: string } | { readonly uniqueId: string };

/** A product in a car. */
export interface Installation {
  readonly carId: CarId;
  readonly product: ProductReference;
}

/** Sends only the identifier that is set. */
export function productNamed(product: ProductReference): ProductReference {
  if ('productId' in product) return { productId: product.productId };
  if ('serialNumber' in product) return { serialNumber: product.serialNumber };
  return { uniqueId: product.uniqueId };
}

const body = ({ carId, product }: Installation) => ({ carId, ...productNamed(product) });

/** `PUT /installations`. Never repeat it on 409: read first. */
export function install(installation: Installation): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'installations.install',
    method: 'PUT',
    path: '/installations',
    body: body(installation),
  });
}

/** `DELETE /installations`. Removing a Box also removes the car's assignments, each with its own deleted-result. */
export function uninstall(installation: Installation): OperatorRequest<null> {
  return writeRequest({
    endpoint: 'installations.uninstall',
    method: 'DELETE',
    path: '/installations',
    body: body(installation),
  });
}

/** A service and the product it belongs to. */
export interface Pairing {
  readonly serviceId: ServiceId;
  readonly product: ProductReference;
}

/** `PUT /pairings`: relates a product to a service. Null unless the profile's assumptions enable pairings. */
export function pair(
  { serviceId, product }: Pairing,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> | null {
  if (!assumptions.pairings) return null;
  return writeRequest({
    endpoint: 'pairings.pair',
    method: 'PUT',
    path: '/pairings',
    body: { serviceId, ...productNamed(product) },
    assumed: true,
  });
}

/** `DELETE /pairings`: ends the relation. Null as for `pair`. */
export function unpair(
  { serviceId, product }: Pairing,
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<null> | null {
  if (!assumptions.pairings) return null;
  return writeRequest({
    endpoint: 'pairings.unpair',
    method: 'DELETE',
    path: '/pairings',
    body: { serviceId, ...productNamed(product) },
    assumed: true,
  });
}

const textList = listOf(z.string());
const keyList = listOf(key);

/** The brands of the key catalogue, in the spelling that the key list expects. */
export function listBrands(
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly string[]> {
  return readRequest({
    endpoint: 'brands.list',
    path: assumptions.paths.brands,
    schema: textList,
    scope: 'none',
    assumed: true,
  });
}

/** `GET /brands/{brand}/keys`. `brand` is a value of the brands list; 400 or 404 when it is not. */
export function listKeys(brand: string, query: ListQuery = {}): OperatorRequest<readonly Key[]> {
  return readRequest({
    endpoint: 'keys.list',
    path: `/brands/${encodeURIComponent(brand.toWellFormed())}/keys`,
    query: renderQuery(query),
    schema: keyList,
    scope: 'none',
  });
}
