import type { CarId, ProductId, ServiceId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The copies of the operator's products and their services in directory.db. */

/** A stored product. `car_reported_at` null = the operator never reported its car; then `car_id` is null too. */
export interface ProductRow {
  readonly id: ProductId;
  readonly serial_number: string;
  readonly serial_folded: string;
  readonly unique_id: string;
  readonly unique_id_folded: string;
  readonly sap_number: string | null;
  readonly type: string;
  readonly car_id: CarId | null;
  readonly car_reported_at: Instant | null;
  readonly read_at: Instant;
  readonly resource: string;
}

/** Adds or replaces products. A read without the car keeps the earlier one, with its time. */
export function upsertProducts({ sqlite }: WriteContext, rows: readonly ProductRow[]): number {
  const upsert = sqlite.prepare<ProductRow>(
    `INSERT INTO product (id, serial_number, serial_folded, unique_id, unique_id_folded, sap_number, type, car_id,
         car_reported_at, read_at, resource)
       VALUES (@id, @serial_number, @serial_folded, @unique_id, @unique_id_folded, @sap_number, @type, @car_id,
         @car_reported_at, @read_at, @resource)
       ON CONFLICT (id) DO UPDATE SET serial_number = excluded.serial_number, serial_folded = excluded.serial_folded,
         unique_id = excluded.unique_id, unique_id_folded = excluded.unique_id_folded,
         sap_number = excluded.sap_number, type = excluded.type,
         car_id = iif(excluded.car_reported_at IS NULL, car_id, excluded.car_id),
         car_reported_at = coalesce(excluded.car_reported_at, car_reported_at),
         read_at = excluded.read_at, resource = excluded.resource`,
  );
  return rows.reduce((changed, row) => changed + upsert.run(row).changes, 0);
}

/** Removes a product that the operator no longer knows. */
export function deleteProduct({ sqlite }: WriteContext, id: ProductId): void {
  sqlite.prepare<[ProductId]>('DELETE FROM product WHERE id = ?').run(id);
}

/** One product. */
export function readProduct(sqlite: Sqlite, id: ProductId): ProductRow | undefined {
  return sqlite.prepare<[ProductId], ProductRow>('SELECT * FROM product WHERE id = ?').get(id);
}

/** Products with this folded serial number. */
export function productsBySerialFolded(sqlite: Sqlite, folded: string): readonly ProductRow[] {
  return sqlite
    .prepare<[string], ProductRow>('SELECT * FROM product WHERE serial_folded = ? ORDER BY id')
    .all(folded);
}

/** Products with one of these folded serial numbers. */
export function productsBySerialsFolded(sqlite: Sqlite, folded: readonly string[]): readonly ProductRow[] {
  return sqlite
    .prepare<[string], ProductRow>(
      'SELECT * FROM product WHERE serial_folded IN (SELECT value FROM json_each(?)) ORDER BY serial_folded, id',
    )
    .all(JSON.stringify(folded));
}

/** Products with this folded unique id. */
export function productsByUniqueIdFolded(sqlite: Sqlite, folded: string): readonly ProductRow[] {
  return sqlite
    .prepare<[string], ProductRow>('SELECT * FROM product WHERE unique_id_folded = ? ORDER BY id')
    .all(folded);
}

/** Products last reported in this car. */
export function productsByCar(sqlite: Sqlite, car: CarId): readonly ProductRow[] {
  return sqlite.prepare<[CarId], ProductRow>('SELECT * FROM product WHERE car_id = ? ORDER BY id').all(car);
}

/**
 * Products whose serial number or unique id contains the folded text, or whose type or article number contains the
 * typed one; serial-number prefixes first. An empty text matches all.
 */
export function searchProductRows(
  sqlite: Sqlite,
  text: { readonly folded: string; readonly typed: string },
  limit: number,
  offset: number,
): readonly ProductRow[] {
  return sqlite
    .prepare<{ folded: string; typed: string; limit: number; offset: number }, ProductRow>(
      `SELECT * FROM product
       WHERE (@folded <> '' AND (instr(serial_folded, @folded) > 0 OR instr(unique_id_folded, @folded) > 0))
         OR instr(lower(type), @typed) > 0 OR instr(lower(sap_number), @typed) > 0
       ORDER BY @folded = '' OR instr(serial_folded, @folded) <> 1, serial_number, id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...text, limit, offset });
}

/** The ids of all products. */
export function productIds(sqlite: Sqlite): readonly ProductId[] {
  return sqlite.prepare<[], ProductId>('SELECT id FROM product').pluck().all();
}

/** Sets the car of a product after our own confirmed write. Does nothing for an unknown product. */
export function setProductCar({ sqlite }: WriteContext, id: ProductId, car: CarId | null, at: Instant): void {
  sqlite
    .prepare<[CarId | null, Instant, ProductId]>(
      'UPDATE product SET car_id = ?, car_reported_at = ? WHERE id = ?',
    )
    .run(car, at, id);
}

/** A stored service. `product_reported_at` null = the operator never reported its product. */
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
 * Services whose name contains the typed text, whose number equals it, or whose product's serial number contains the
 * folded text; active ones first. An empty text matches all.
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

/** Whether an active service has no reported product: then no product can be said to have "no service". */
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
