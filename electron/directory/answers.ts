import { z } from 'zod';
import { assignmentId, type CarId, type ProductId, type ServiceId, userId } from '../../shared/ids.ts';
import { type Instant, instant } from '../../shared/time.ts';

/** A list with the time it was read from the operator completely; null = never. */
export interface AsOf<Row> {
  readonly rows: Row[];
  readonly asOf: Instant | null;
}

/** A product of the local directory. */
export interface DirectoryProduct {
  readonly id: ProductId;
  readonly serialNumber: string;
  readonly uniqueId: string;
  readonly sapNumber: string | null;
  readonly type: string;
  readonly family: 'box' | 'iq' | 'other';
  /**
   * The car that it is in (`id` null = none), and when that was read. In some environments, lists never name the car.
   */
  readonly car:
    { readonly known: false } | { readonly known: true; readonly id: CarId | null; readonly asOf: Instant };
  readonly asOf: Instant;
}

/** The known service of a product; `unknown` must never be shown as "has none". */
export type ProductService =
  | { readonly state: 'active'; readonly id: ServiceId; readonly name: string | null; readonly asOf: Instant }
  | { readonly state: 'none'; readonly asOf: Instant }
  | { readonly state: 'unknown' };

/**
 * An access of a car as it was read. `lifetime` and `renewableAfter` are in seconds; null = the operator did not
 * report them.
 */
export const keptAccess = z.object({
  id: assignmentId,
  userId: userId.nullish().transform((id) => id ?? null),
  start: instant,
  end: instant.nullable(),
  lifetime: z
    .number()
    .nullish()
    .transform((seconds) => seconds ?? null),
  renewableAfter: z
    .number()
    .nullish()
    .transform((seconds) => seconds ?? null),
});
export type KeptAccess = z.infer<typeof keptAccess>;
