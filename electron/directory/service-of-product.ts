import type { ProductId } from '../../shared/ids.ts';
import type { Sqlite } from '../db/open.ts';
import { readPartTime } from '../db/tables/directory/passes.ts';
import { activeServiceRow, someServiceHidesItsProduct } from '../db/tables/directory/products.ts';
import type { ProductService } from './answers.ts';

/**
 * The known service of a product. "None" only when all services were read and every active one named its product:
 * some environments leave the product out of the list, and then absence proves nothing.
 */
export function knownServiceOf(sqlite: Sqlite, product: ProductId): ProductService {
  const active = activeServiceRow(sqlite, product);
  if (active !== undefined) {
    return {
      state: 'active',
      id: active.id,
      name: active.name,
      asOf: active.product_reported_at ?? active.read_at,
    };
  }
  const asOf = readPartTime(sqlite, 'services');
  if (asOf === null || someServiceHidesItsProduct(sqlite)) return { state: 'unknown' };
  return { state: 'none', asOf };
}
