import { listOf } from '../../../shared/list-of.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { product, type Product, service, type Service } from '../../../shared/operator/resources.ts';
import { ok } from '../../../shared/result.ts';
import { type Assumptions, standardAssumptions } from '../assumptions.ts';
import { type ListQuery, renderQuery } from '../odata.ts';
import { messageOf } from '../operator-message.ts';
import { type OperatorRequest, parseWith, readRequest } from '../request.ts';

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
