import type { DirectoryCar, CarHint } from '../../shared/domain/directory.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { CarId } from '../../shared/ids.ts';
import { vinHints } from '../../shared/domain/typed-text.ts';
import type { Sqlite } from '../db/open.ts';
import {
  carsByExpression,
  carsByName,
  carsByPrefix,
  type CarCandidate,
  carsByPlates,
  countCars,
} from '../db/tables/directory/cars.ts';
import { prefixField, foldForPrefix } from './rows.ts';

/* The search over the local cars: prefixes, whole fields, and at most one typo. */

/** Characters beyond this do not narrow the search. */
const LONGEST_QUERY = 64;
/** Candidates per requested row where words shorter than a trigram are compared without the index. */
const FILTER_SLACK = 20;

/**
 * Finds cars by a text that a person is typing. The order of the matches:
 * - a plate, VIN, name, brand or model that begins with the text;
 * - a whole plate that differs by one typo, unless the text is another car's plate;
 * - a field that contains the text;
 * - fields that contain each typed word;
 * - only without any of these: fields that differ by one typo.
 * An empty text lists cars by name. `offset` skips the rows of earlier pages.
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
    // The index has one row per word, so a car can be found several times: ask for more rows than fit.
    if (found.size < limit) take(carsByPrefix(sqlite, field, whole, limit * 2));
  }
  if (whole.length < TRIGRAM) return [...found.values()];
  // Ranked before substring matches: a mistyped plate is often a part of other plates.
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

/** Upper bound of duplicates in a warning; more would not be read. */
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

/**
 * Bounds of the folded length of a plate with a typo. A shorter text resembles too many plates; a longer one is no
 * plate.
 */
const SHORTEST = 4;
const LONGEST = 10;
/** The alphabet of folded plates; a plate in other letters is found without a typo only. */
const CHARACTERS = [...new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('').map(foldForSearch))];

/**
 * Cars whose whole plate differs from the folded text by one typo. All candidates are generated and looked up: some
 * hundred index lookups, whatever the number of cars. Empty where a car has exactly this plate.
 */
function carsWithNearPlate(sqlite: Sqlite, typed: string, limit: number): readonly CarCandidate[] {
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

/** Below this a typo leaves too little to tell one car from another. */
const SHORTEST_WITH_TYPO = 5;
/** Upper bound of the count: a trigram in this many cars is not selective. */
const COMMON = 3000;
/** Trigrams that must all match; more cost time and exclude hardly any further car. */
const TRIGRAMS_ASKED = 3;
/** Upper bound of candidates that are compared per position of the typo. */
const MOST_CANDIDATES = 2000;

/**
 * Cars that match every piece of the query, one of them with one typo. A typo at a position spoils only the few
 * trigrams around it, and all others must match. Each position is tried with the rarest of its intact trigrams.
 */
function carsWithTypo(sqlite: Sqlite, pieces: readonly string[], limit: number): readonly CarCandidate[] {
  const found = new Map<number, CarCandidate>();
  for (const expression of expressionsPerPlace(sqlite, pieces)) {
    for (const candidate of carsByExpression(sqlite, expression, MOST_CANDIDATES)) {
      if (found.size >= limit) return [...found.values()];
      if (!found.has(candidate.id) && holdsAll(candidate.searchText, pieces))
        found.set(candidate.id, candidate);
    }
  }
  return [...found.values()];
}

/** FTS5 expressions, one per position of the typo; positions that the index rules out are left out. */
function expressionsPerPlace(sqlite: Sqlite, pieces: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const count = (trigram: string): number => {
    const counted = counts.get(trigram) ?? countCars(sqlite, phrase(trigram), COMMON);
    counts.set(trigram, counted);
    return counted;
  };
  const expressions = new Set<string>();
  for (const [index, piece] of pieces.entries()) {
    if (piece.length < SHORTEST_WITH_TYPO) continue;
    const elsewhere = pieces.filter((_, other) => other !== index).flatMap(trigramsOf);
    const own = trigramsOf(piece);
    for (let place = 0; place < piece.length; place += 1) {
      // A wrong, missing, extra or swapped character here affects only the trigrams that begin at these positions.
      const intact = own.filter((_, start) => start < place - TRIGRAM + 1 || start > place + 1);
      const needed = [...elsewhere, ...intact].sort((a, b) => count(a) - count(b));
      const rarest = needed.slice(0, TRIGRAMS_ASKED);
      if (rarest.length === 0 || rarest.some((trigram) => count(trigram) === 0)) continue;
      expressions.add(rarest.map(phrase).join(' AND '));
    }
  }
  return expressions;
}

function holdsAll(text: string, pieces: readonly string[]): boolean {
  const missing = pieces.filter((piece) => !text.includes(piece));
  return (
    missing.length <= 1 &&
    missing.every((piece) => piece.length >= SHORTEST_WITH_TYPO && holdsWithOneTypo(text, piece))
  );
}

/**
 * Whether `text` holds `pattern` with at most one typo: a wrong, missing, extra or swapped character. Sellers'
 * algorithm (edit distance of the pattern to the best substring), with neighbouring swaps counted as one.
 */
export function holdsWithOneTypo(text: string, pattern: string): boolean {
  const wanted = Array.from(pattern);
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = wanted.map((_, index) => index + 1);
  if (wanted.length <= 1) return true;
  let previousCharacter = '';
  for (const character of text) {
    const current: number[] = [];
    for (const [index, expected] of wanted.entries()) {
      // Row 0 of the classic table is all zeros: the match may begin anywhere in the text.
      const diagonal = index === 0 ? 0 : (last[index - 1] ?? 0);
      const left = index === 0 ? 0 : (current[index - 1] ?? 0);
      let cost = Math.min(diagonal + (expected === character ? 0 : 1), left + 1, (last[index] ?? 0) + 1);
      if (index > 0 && expected === previousCharacter && wanted[index - 1] === character) {
        const beforeSwap = index === 1 ? 0 : (beforeLast[index - 2] ?? 0);
        cost = Math.min(cost, beforeSwap + 1);
      }
      current.push(cost);
    }
    if ((current.at(-1) ?? 2) <= 1) return true;
    beforeLast = last;
    last = current;
    previousCharacter = character;
  }
  return false;
}

/** The length of a trigram: the index finds no shorter text. */
const TRIGRAM = 3;

/** All runs of three characters of a folded text, in order. */
function trigramsOf(folded: string): readonly string[] {
  const characters = Array.from(folded);
  return characters
    .slice(0, Math.max(0, characters.length - TRIGRAM + 1))
    .map((_, index) => characters.slice(index, index + TRIGRAM).join(''));
}

/** A folded text as an FTS5 phrase, found anywhere inside. Folded text holds letters and digits only, so quotes suffice. */
function phrase(folded: string): string {
  return `"${folded}"`;
}
