import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A car as it is kept: what screens show, what the search compares, and the operator's whole object. */
export interface CarRow {
  readonly id: CarId;
  readonly name: string;
  readonly license_plate: string | null;
  readonly vin: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly search_text: string;
  readonly first_seen_at: Instant;
  readonly resource: string;
}

/** A car to keep, with the typed beginnings under which it is found. */
export interface CarToKeep {
  readonly row: CarRow;
  readonly prefixes: readonly { readonly field: number; readonly folded: string }[];
}

const columns = 'id, name, license_plate AS licensePlate, vin, brand, model';

/** Adds or replaces cars with their index rows; answers how many the operator had changed. */
export function upsertCars({ sqlite }: WriteContext, cars: readonly CarToKeep[]): number {
  const knownResource = sqlite.prepare<[CarId], string>('SELECT resource FROM car WHERE id = ?').pluck();
  const upsert = sqlite.prepare<CarRow>(
    `INSERT INTO car (id, name, license_plate, vin, brand, model, search_text, first_seen_at, resource)
     VALUES (@id, @name, @license_plate, @vin, @brand, @model, @search_text, @first_seen_at, @resource)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, license_plate = excluded.license_plate,
       vin = excluded.vin, brand = excluded.brand, model = excluded.model,
       search_text = excluded.search_text, resource = excluded.resource`,
  );
  const insertSearch = sqlite.prepare<[CarId, string]>(
    'INSERT INTO car_search (rowid, search_text) VALUES (?, ?)',
  );
  const insertPrefix = sqlite.prepare<[number, string, CarId]>(
    'INSERT OR IGNORE INTO car_prefix (field, folded, car_id) VALUES (?, ?, ?)',
  );
  let changed = 0;
  for (const { row, prefixes } of cars) {
    const known = knownResource.get(row.id);
    if (known === row.resource) continue;
    changed += 1;
    upsert.run(row);
    if (known !== undefined) clearIndex(sqlite, row.id);
    insertSearch.run(row.id, row.search_text);
    for (const prefix of prefixes) insertPrefix.run(prefix.field, prefix.folded, row.id);
  }
  return changed;
}

/** Removes a car that the operator no longer knows. */
export function deleteCar({ sqlite }: WriteContext, id: CarId): void {
  clearIndex(sqlite, id);
  sqlite.prepare<[CarId]>('DELETE FROM car WHERE id = ?').run(id);
}

function clearIndex(sqlite: Sqlite, id: CarId): void {
  sqlite.prepare<[CarId]>('DELETE FROM car_search WHERE rowid = ?').run(id);
  sqlite.prepare<[CarId]>('DELETE FROM car_prefix WHERE car_id = ?').run(id);
}

/** One car. */
export function readCar(sqlite: Sqlite, id: CarId): DirectoryCar | undefined {
  return sqlite.prepare<[CarId], DirectoryCar>(`SELECT ${columns} FROM car WHERE id = ?`).get(id);
}

/** The operator's whole object of a car, as JSON. */
export function readCarResource(sqlite: Sqlite, id: CarId): string | undefined {
  return sqlite.prepare<[CarId], string>('SELECT resource FROM car WHERE id = ?').pluck().get(id);
}

/** When this laptop first saw the car; null when it never did. */
export function readFirstSeen(sqlite: Sqlite, id: CarId): Instant | null {
  return (
    sqlite.prepare<[CarId], Instant>('SELECT first_seen_at FROM car WHERE id = ?').pluck().get(id) ?? null
  );
}

/** The ids of all cars. */
export function carIds(sqlite: Sqlite): readonly CarId[] {
  return sqlite.prepare<[], CarId>('SELECT id FROM car').pluck().all();
}

/** How many cars hold this folded text. */
export function countCarsHolding(sqlite: Sqlite, folded: string): number {
  return (
    sqlite
      .prepare<[string], number>('SELECT count(*) FROM car WHERE instr(search_text, ?) > 0')
      .pluck()
      .get(folded) ?? 0
  );
}
