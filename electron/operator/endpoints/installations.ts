import type { CarId, ProductId } from '../../../shared/ids.ts';
import { type OperatorRequest, writeRequest } from '../request.ts';

/** A product by any of its three names. */
export type ProductReference =
  { readonly productId: ProductId } | { readonly serialNumber: string } | { readonly uniqueId: string };

export interface Installation {
  readonly carId: CarId;
  readonly product: ProductReference;
}

/** Only the one name that is meant is sent. */
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
