import { Index } from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { foldForSearch } from '../../../shared/domain/serial.ts';

const TEN = 10;
/** Below this length Boxwright does not accept a typo either. */
const SHORTEST_WITH_TYPO = 5;

/** Fuzzy matching by a scan of all cars, without an index. */
export function fuse(cars) {
  const index = new Fuse(cars, {
    keys: ['plate', 'vin', 'name', 'make'],
    threshold: 0.2,
    ignoreLocation: true,
    minMatchCharLength: 1,
  });
  return (text) =>
    Promise.resolve(index.search(foldForSearch(text), { limit: TEN }).map(({ item }) => item.id));
}

/** Inverted index with prefixes, and one typo in longer words. */
export function miniSearch(cars) {
  const index = new MiniSearch({
    fields: ['plate', 'vin', 'name', 'make'],
    searchOptions: { prefix: true, fuzzy: (term) => (term.length >= SHORTEST_WITH_TYPO ? 1 : false) },
  });
  index.addAll(cars);
  return (text) => {
    const words = text.includes(' ') && !/\d/.test(text.slice(0, 3)) ? [text, foldForSearch(text)] : [text];
    const query = words.map((word) => word.split(/\s+/).map(foldForSearch).join(' '));
    return Promise.resolve(
      index
        .search({ combineWith: 'OR', queries: [...new Set([...query, foldForSearch(text)])] })
        .slice(0, TEN)
        .map(({ id }) => Number(id)),
    );
  };
}

/** `forward` finds beginnings of words, `full` any part of them. */
export function flexSearch(cars, tokenize) {
  const index = new Index({ tokenize, encode: (text) => text.split(/\s+/).filter(Boolean) });
  for (const { id, plate, vin, name, make } of cars) index.add(id, `${plate} ${vin} ${name} ${make}`);
  return (text) => {
    const folded = foldForSearch(text);
    const apart = text.split(/\s+/).map(foldForSearch).join(' ');
    const ids = [...index.search(folded, { limit: TEN }), ...index.search(apart, { limit: TEN })];
    return Promise.resolve([...new Set(ids.map(Number))].slice(0, TEN));
  };
}
