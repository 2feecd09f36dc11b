import type { ServiceId } from '../../../shared/ids.ts';
import { type Assumptions, standardAssumptions } from '../assumptions.ts';
import { type OperatorRequest, writeRequest } from '../request.ts';
import { productNamed, type ProductReference } from './installations.ts';

/** A service and the product it belongs to. */
export interface Pairing {
  readonly serviceId: ServiceId;
  readonly product: ProductReference;
}

/** `PUT /pairings`: relates a product to a service. Null where the profile does not say that pairings are offered. */
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

/** `DELETE /pairings`: the opposite. Null as for `pair`. */
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
