import { z } from 'zod';
import { type CarId, type OperationId, type ProductId, productId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { openInLane } from '../../db/tables/queue/operations.ts';
import { carLane } from './kinds/lanes.ts';

/** The fields that identify the product of an order. */
const ofProduct = z.object({ productId: productId.nullish(), serialNumber: z.string().optional() });

/** Undefined where the stored order is damaged, which is the queue's business. */
function productIn(payload: string): z.infer<typeof ofProduct> | undefined {
  try {
    return ofProduct.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/**
 * Removals of a product from this car that are asked for already, for the payload of one more; one before which it is to be put in
 * again is another thing.
 */
export function openRemovals(
  sqlite: Sqlite,
  car: CarId,
  product: { readonly productId: ProductId | null; readonly serialNumber: string },
): { readonly repeats?: OperationId[] } {
  const about = openInLane(sqlite, carLane(car)).filter(({ payload }) => {
    const asked = productIn(payload);
    const isSameNumber = product.productId !== null && asked?.productId === product.productId;
    return isSameNumber || asked?.serialNumber === product.serialNumber;
  });
  const putIn = about.findLastIndex(({ kind }) => kind === 'install');
  const repeats = about.slice(putIn + 1).flatMap((row) => (row.kind === 'uninstall' ? [row.id] : []));
  return repeats.length > 0 ? { repeats } : {};
}
