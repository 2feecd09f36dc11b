import type { ProductId, ServiceId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A service as it is kept. `product_reported_at` null = the operator never said which product it belongs to. */
export interface ServiceRow {
  readonly id: ServiceId;
  readonly name: string | null;
  readonly product_id: ProductId | null;
  readonly product_reported_at: Instant | null;
  readonly is_terminated: 0 | 1;
  readonly read_at: Instant;
  readonly resource: string;
}

/** Adds or replaces services. A read without the product keeps the earlier one, with its time. */
export function upsertServices({ sqlite }: WriteContext, rows: readonly ServiceRow[]): number {
  const upsert = sqlite.prepare<ServiceRow>(
    `INSERT INTO service (id, name, product_id, product_reported_at, is_terminated, read_at, resource)
       VALUES (@id, @name, @product_id, @product_reported_at, @is_terminated, @read_at, @resource)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name,
         product_id = iif(excluded.product_reported_at IS NULL, product_id, excluded.product_id),
         product_reported_at = coalesce(excluded.product_reported_at, product_reported_at),
         is_terminated = excluded.is_terminated, read_at = excluded.read_at, resource = excluded.resource`,
  );
  return rows.reduce((changed, row) => changed + upsert.run(row).changes, 0);
}

/** Removes a service that the operator no longer knows. */
export function deleteService({ sqlite }: WriteContext, id: ServiceId): void {
  sqlite.prepare<[ServiceId]>('DELETE FROM service WHERE id = ?').run(id);
}

/** One service. */
export function readService(sqlite: Sqlite, id: ServiceId): ServiceRow | undefined {
  return sqlite.prepare<[ServiceId], ServiceRow>('SELECT * FROM service WHERE id = ?').get(id);
}

/**
 * Services whose name holds the typed text, which have it as their number, or whose product's serial number holds the
 * folded text; active ones first. An empty text finds all.
 */
export function searchServiceRows(
  sqlite: Sqlite,
  text: { readonly folded: string; readonly typed: string },
  limit: number,
  offset: number,
): readonly ServiceRow[] {
  return sqlite
    .prepare<{ folded: string; typed: string; limit: number; offset: number }, ServiceRow>(
      `SELECT service.* FROM service LEFT JOIN product ON product.id = service.product_id
       WHERE instr(lower(coalesce(name, '')), @typed) > 0 OR CAST(service.id AS TEXT) = @typed
         OR (@folded <> '' AND instr(product.serial_folded, @folded) > 0)
       ORDER BY is_terminated, name, service.id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...text, limit, offset });
}

/** The active service of a product, if known. */
export function activeServiceRow(sqlite: Sqlite, product: ProductId): ServiceRow | undefined {
  return sqlite
    .prepare<[ProductId], ServiceRow>(
      'SELECT * FROM service WHERE product_id = ? AND is_terminated = 0 ORDER BY read_at DESC, id LIMIT 1',
    )
    .get(product);
}

/** Whether an active service exists whose product was never reported: then "no service" cannot be said of any product. */
export function someServiceHidesItsProduct(sqlite: Sqlite): boolean {
  return (
    sqlite
      .prepare<[], number>(
        'SELECT 1 FROM service WHERE product_reported_at IS NULL AND is_terminated = 0 LIMIT 1',
      )
      .pluck()
      .get() !== undefined
  );
}

/** The ids of all services. */
export function serviceIds(sqlite: Sqlite): readonly ServiceId[] {
  return sqlite.prepare<[], ServiceId>('SELECT id FROM service').pluck().all();
}
