import { foldForSearch } from '../../shared/domain/serial.ts';
import type { Sqlite } from '../db/open.ts';
import { carsByPlates, type CarCandidate } from '../db/tables/directory/cars.ts';
import { prefixField } from './car-index.ts';

/** Folded lengths of what may be a plate with a typo: below that too many are near, beyond it is no plate. */
const SHORTEST = 4;
const LONGEST = 10;
/** The alphabet of folded plates; a plate in other letters is found without a typo only. */
const CHARACTERS = [...new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('').map(foldForSearch))];

/**
 * Cars whose whole plate differs from the folded text by one typo. All that could be meant are made up and looked for:
 * some hundred places of one index, however many cars there are. None where a car has exactly this plate.
 */
export function carsWithNearPlate(sqlite: Sqlite, typed: string, limit: number): readonly CarCandidate[] {
  if (typed.length < SHORTEST || typed.length > LONGEST) return [];
  const plates = (wanted: readonly string[]) => carsByPlates(sqlite, prefixField.licensePlate, wanted, limit);
  return plates([typed]).length > 0 ? [] : plates([...oneTypoAway(typed)]);
}

/** Every text that a wrong, missing, extra or swapped character makes of this one. */
export function oneTypoAway(text: string): ReadonlySet<string> {
  const made = new Set<string>();
  for (let place = 0; place <= text.length; place += 1) {
    const before = text.slice(0, place);
    const here = text.slice(place, place + 1);
    const after = text.slice(place + 1);
    for (const character of CHARACTERS) made.add(before + character + here + after);
    if (here === '') continue;
    made.add(before + after);
    made.add(before + after.slice(0, 1) + here + after.slice(1));
    for (const character of CHARACTERS) made.add(before + character + after);
  }
  made.delete(text);
  return made;
}
