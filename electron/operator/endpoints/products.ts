import { listOf } from '../../../shared/list-of.ts';
import { serialSpellings } from '../../../shared/domain/serial.ts';
import type { ProductId } from '../../../shared/ids.ts';
import { product, type Product, service, type Service } from '../../../shared/operator/resources.ts';
import { assumedPath, type Assumptions, standardAssumptions } from '../assumptions.ts';
import { eq, type Filter, type ListQuery, or, renderQuery } from '../odata.ts';
import { type OperatorRequest, readRequest } from '../request.ts';

const productList = listOf(product);

/** Products that a serial may mean. A filter compares exact text, so each spelling is asked for. */
export function ofSerial(serial: string): Filter {
  const [typed, ...others] = serialSpellings(serial);
  const either = (text: string) => [eq('serialNumber', text), eq('uniqueId', text)] as const;
  return or(...either(typed), ...others.flatMap(either));
}

/** All products; whether a row tells its car differs between environments. */
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

/** One product. */
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
