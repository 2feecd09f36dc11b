import type { DirectoryCar } from '../../shared/domain/directory.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { CarId } from '../../shared/ids.ts';
import type { Sqlite } from '../db/open.ts';
import {
  carsByExpression,
  carsByName,
  carsByPrefix,
  type CarCandidate,
} from '../db/tables/directory/cars.ts';
import { prefixField } from './car-index.ts';
import { carsWithNearPlate } from './near-plates.ts';
import { phrase, TRIGRAM } from './trigrams.ts';
import { carsWithTypo } from './typo-search.ts';

/** Characters beyond this do not narrow the search. */
const LONGEST_QUERY = 64;
/** Candidates per wanted row when short words must be checked by hand. */
const FILTER_SLACK = 20;

/**
 * Cars for what a person has typed so far, best first: a plate, VIN, name, brand or model that begins with it; a whole
 * plate that is one typo away, unless it is another car's plate; one that holds it anywhere; one that holds each typed word; and only when there is nothing else, one that differs by one typo.
 * Nothing typed lists cars by name. `offset` passes over the rows of earlier pages.
 */
export function searchCarRows(
  sqlite: Sqlite,
  text: string,
  limit: number,
  offset = 0,
): readonly DirectoryCar[] {
  if (text.trim() === '') return carsByName(sqlite, limit, offset);
  return bestCars(sqlite, text, offset + limit).slice(offset);
}

function bestCars(sqlite: Sqlite, text: string, limit: number): readonly DirectoryCar[] {
  const whole = foldForSearch(text).slice(0, LONGEST_QUERY);
  if (whole === '') return [];
  const found = new Map<CarId, DirectoryCar>();
  const take = (candidates: Iterable<CarCandidate>): void => {
    for (const { searchText: _index, ...car } of candidates) {
      if (found.size < limit) found.set(car.id, car);
    }
  };
  for (const field of Object.values(prefixField)) {
    // A car is found once per word that begins alike: ask for more than fits.
    if (found.size < limit) take(carsByPrefix(sqlite, field, whole, limit * 2));
  }
  if (whole.length < TRIGRAM) return [...found.values()];
  // Before what holds it somewhere: a plate with a typo is often a part of other plates.
  if (found.size < limit) take(carsWithNearPlate(sqlite, whole, limit + found.size));
  if (found.size < limit) take(carsByExpression(sqlite, phrase(whole), limit + found.size));
  const words = foldedWords(text);
  if (found.size < limit && words.length > 1) take(carsByWords(sqlite, words, limit));
  if (found.size === 0) take(carsWithTypo(sqlite, [whole], limit));
  if (found.size === 0 && words.length > 1) take(carsWithTypo(sqlite, words, limit));
  return [...found.values()];
}

/** Cars that hold every typed word, in any order. */
function carsByWords(sqlite: Sqlite, words: readonly string[], limit: number): readonly CarCandidate[] {
  const long = words.filter((word) => word.length >= TRIGRAM);
  if (long.length === 0) return [];
  const short = words.filter((word) => word.length < TRIGRAM);
  const slack = short.length === 0 ? 1 : FILTER_SLACK;
  return carsByExpression(sqlite, long.map(phrase).join(' AND '), limit * slack).filter(({ searchText }) =>
    short.every((word) => searchText.includes(word)),
  );
}

function foldedWords(text: string): readonly string[] {
  return text
    .slice(0, LONGEST_QUERY)
    .split(/\s+/)
    .map(foldForSearch)
    .filter((word) => word !== '');
}
