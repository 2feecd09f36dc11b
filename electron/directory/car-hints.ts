import type { CarHint, DirectoryCar } from '../../shared/domain/directory.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import { vinHints } from '../../shared/domain/vin.ts';
import type { Sqlite } from '../db/open.ts';
import { carsByPrefix } from '../db/tables/directory/cars.ts';
import { foldForPrefix, prefixField } from './car-index.ts';

/** More cars of one VIN or plate than anybody reads in a warning. */
const MOST_DUPLICATES = 20;
const MOST_NAMESAKES = 1000;

/** Cars whose whole VIN is this one after folding (spaces, dashes, O/0, I/1). */
export function carsWithVin(sqlite: Sqlite, vin: string): readonly DirectoryCar[] {
  return carsWith(sqlite, 'vin', vin);
}

/** Cars whose whole licence plate is this one after folding. */
export function carsWithPlate(sqlite: Sqlite, licensePlate: string): readonly DirectoryCar[] {
  return carsWith(sqlite, 'licensePlate', licensePlate);
}

/** Cars whose whole name is this one after folding; at most `MOST_NAMESAKES`. */
export function carsWithName(sqlite: Sqlite, name: string): readonly DirectoryCar[] {
  return carsWith(sqlite, 'name', name, MOST_NAMESAKES);
}

/** Duplicates by VIN and plate, and what is unusual about the VIN itself. Warns, never blocks (product.md). */
export function duplicateAndVinHints(
  sqlite: Sqlite,
  typed: { readonly vin: string; readonly licensePlate: string },
): readonly CarHint[] {
  return [
    ...carsWithVin(sqlite, typed.vin).map((car) => ({ hint: 'same-vin', car }) as const),
    ...carsWithPlate(sqlite, typed.licensePlate).map((car) => ({ hint: 'same-plate', car }) as const),
    ...vinHints(typed.vin),
  ];
}

function carsWith(
  sqlite: Sqlite,
  field: 'vin' | 'licensePlate' | 'name',
  text: string,
  limit = MOST_DUPLICATES,
): readonly DirectoryCar[] {
  const folded = foldForSearch(text);
  if (folded === '') return [];
  // Exact hits come first; the index also holds beginnings at later words, so the whole field is compared again.
  return carsByPrefix(sqlite, prefixField[field], foldForPrefix(text), limit)
    .filter((car) => foldForSearch(car[field] ?? '') === folded)
    .map(({ searchText: _index, ...car }) => car);
}
