import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/*
 * The copies of the operator's cars in directory.db, their search index, and the stored list of each car's accesses.
 */

/** A stored car: the displayed fields, the search fields, and the operator's whole object. */
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

/** A car to store, with the prefixes under which it is found. */
interface CarToKeep {
  readonly row: CarRow;
  readonly prefixes: readonly { readonly field: number; readonly folded: string }[];
}

const columns = 'id, name, license_plate AS licensePlate, vin, brand, model';

/** Upserts cars with their index rows; returns how many had changed at the operator. */
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

/** Number of cars that contain this folded text. */
export function countCarsHolding(sqlite: Sqlite, folded: string): number {
  return (
    sqlite
      .prepare<[string], number>('SELECT count(*) FROM car WHERE instr(search_text, ?) > 0')
      .pluck()
      .get(folded) ?? 0
  );
}

/** A car with its indexed text, so that the search can verify a candidate. */
export type CarCandidate = DirectoryCar & { readonly searchText: string };

const candidateColumns =
  'car.id, car.name, car.license_plate AS licensePlate, car.vin, car.brand, car.model, car.search_text AS searchText';

/** The highest code point: appended to a prefix it gives the upper bound of a range scan. */
const LAST = '\u{10FFFF}';

/** Cars with this field, or one of its words, starting with the folded text; exact matches first. */
export function carsByPrefix(
  sqlite: Sqlite,
  field: number,
  folded: string,
  limit: number,
): readonly CarCandidate[] {
  return sqlite
    .prepare<[number, string, string, number], CarCandidate>(
      `SELECT ${candidateColumns} FROM car_prefix JOIN car ON car.id = car_prefix.car_id
       WHERE field = ? AND folded >= ? AND folded < ? ORDER BY folded, car_id LIMIT ?`,
    )
    .all(field, folded, folded + LAST, limit);
}

/** Cars whose whole plate is one of the folded texts, by id. */
export function carsByPlates(
  sqlite: Sqlite,
  plateField: number,
  folded: readonly string[],
  limit: number,
): readonly CarCandidate[] {
  return sqlite
    .prepare<[string, number, number], CarCandidate>(
      // The normalised text starts with the plate; the index also holds the plate's later words.
      `SELECT ${candidateColumns} FROM json_each(?) AS wanted
       CROSS JOIN car_prefix ON car_prefix.field = ? AND car_prefix.folded = wanted.value
       JOIN car ON car.id = car_prefix.car_id
       WHERE instr(car.search_text || ' ', wanted.value || ' ') = 1
       ORDER BY car.id LIMIT ?`,
    )
    .all(JSON.stringify(folded), plateField, limit);
}

/**
 * Cars whose normalised text matches an FTS5 expression, by id. Not sorted otherwise, so that the query can stop at
 * `limit` however many cars match.
 */
export function carsByExpression(sqlite: Sqlite, expression: string, limit: number): readonly CarCandidate[] {
  return sqlite
    .prepare<[string, number], CarCandidate>(
      `SELECT ${candidateColumns} FROM car_search JOIN car ON car.id = car_search.rowid
       WHERE car_search MATCH ? ORDER BY car_search.rowid LIMIT ?`,
    )
    .all(expression, limit);
}

/** The first cars by name, for a list without a search. */
export function carsByName(sqlite: Sqlite, limit: number, offset = 0): readonly DirectoryCar[] {
  return sqlite
    .prepare<[number, number], DirectoryCar>(
      `SELECT id, name, license_plate AS licensePlate, vin, brand, model FROM car
       ORDER BY name, id LIMIT ? OFFSET ?`,
    )
    .all(limit, offset);
}

/** Number of cars that match an FTS5 expression, with `most` as the upper bound. */
export function countCars(sqlite: Sqlite, expression: string, most: number): number {
  return (
    sqlite
      .prepare<[string, number], number>(
        'SELECT count(*) FROM (SELECT 1 FROM car_search WHERE car_search MATCH ? LIMIT ?)',
      )
      .pluck()
      .get(expression, most) ?? 0
  );
}

/** The accesses of one car as last read; `accesses` is JSON that directory/ parses. */
export interface CarAccessesRow {
  readonly car_id: CarId;
  readonly accesses: string;
  readonly read_at: Instant;
}

/** Stores the newest access list of a car. */
export function writeCarAccesses({ sqlite }: WriteContext, row: CarAccessesRow): void {
  sqlite
    .prepare<CarAccessesRow>(
      `INSERT INTO car_accesses (car_id, accesses, read_at) VALUES (@car_id, @accesses, @read_at)
       ON CONFLICT (car_id) DO UPDATE SET accesses = excluded.accesses, read_at = excluded.read_at`,
    )
    .run(row);
}

/** The list of a car; undefined = never read. */
export function readCarAccesses(sqlite: Sqlite, car: CarId): CarAccessesRow | undefined {
  return sqlite.prepare<[CarId], CarAccessesRow>('SELECT * FROM car_accesses WHERE car_id = ?').get(car);
}
