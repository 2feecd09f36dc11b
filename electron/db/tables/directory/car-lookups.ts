import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import type { Sqlite } from '../../open.ts';

/** A car with the text the index holds for it, so that a candidate can be looked at closely. */
export type CarCandidate = DirectoryCar & { readonly searchText: string };

const columns =
  'car.id, car.name, car.license_plate AS licensePlate, car.vin, car.brand, car.model, car.search_text AS searchText';

/** Sorts after every text that begins with what stands before it (the highest code point). */
const LAST = '\u{10FFFF}';

/** Cars of which this field (or one of its words) begins with the folded text; exact hits first. */
export function carsByPrefix(
  sqlite: Sqlite,
  field: number,
  folded: string,
  limit: number,
): readonly CarCandidate[] {
  return sqlite
    .prepare<[number, string, string, number], CarCandidate>(
      `SELECT ${columns} FROM car_prefix JOIN car ON car.id = car_prefix.car_id
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
      // The normalised text begins with the plate; the index also holds the plate's later words.
      `SELECT ${columns} FROM json_each(?) AS wanted
       CROSS JOIN car_prefix ON car_prefix.field = ? AND car_prefix.folded = wanted.value
       JOIN car ON car.id = car_prefix.car_id
       WHERE instr(car.search_text || ' ', wanted.value || ' ') = 1
       ORDER BY car.id LIMIT ?`,
    )
    .all(JSON.stringify(folded), plateField, limit);
}

/**
 * Cars whose normalised text matches an FTS5 expression, by id. Unsorted otherwise on purpose: so the search may stop
 * at `limit` however many cars match.
 */
export function carsByExpression(sqlite: Sqlite, expression: string, limit: number): readonly CarCandidate[] {
  return sqlite
    .prepare<[string, number], CarCandidate>(
      `SELECT ${columns} FROM car_search JOIN car ON car.id = car_search.rowid
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

/** How many cars match an FTS5 expression, counted no further than `most`. */
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
