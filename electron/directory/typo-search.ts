import type { Sqlite } from '../db/open.ts';
import { carsByExpression, countCars, type CarCandidate } from '../db/tables/directory/cars.ts';
import { holdsWithOneTypo } from './near-match.ts';
import { phrase, TRIGRAM, trigramsOf } from './trigrams.ts';

/** Below this a typo leaves too little to tell one car from another. */
const SHORTEST_WITH_TYPO = 5;
/** Counted no further: a trigram in this many cars tells little. */
const COMMON = 3000;
/** Trigrams that must all be there; more of them cost time and exclude hardly anything. */
const TRIGRAMS_ASKED = 3;
/** Candidates looked at closely per place where the typo may be. */
const MOST_CANDIDATES = 2000;

/**
 * Cars that hold every piece of what was typed, one of the pieces with one typo. A typo at a place spoils only the few
 * trigrams around it, and all others must be there: so each place is tried in turn with the rarest of the others.
 */
export function carsWithTypo(
  sqlite: Sqlite,
  pieces: readonly string[],
  limit: number,
): readonly CarCandidate[] {
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

/** FTS5 expressions, one per place of the typo; places that the index rules out are left out. */
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
      // A wrong, missing, extra or swapped character here touches the trigrams beginning at these places only.
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
