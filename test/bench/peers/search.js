import uFuzzy from '@leeoniya/ufuzzy';
import Sqlite from 'better-sqlite3';
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

/** A regular expression of each query over all cars, one error a word allowed; no index. */
export function ufuzzy(cars) {
  const errors = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 };
  const exact = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 };
  // Of itself it splits plates between letters and digits, and takes digits as they stand.
  const matcher = new uFuzzy({
    intraMode: 1,
    intraSplit: null,
    intraBound: null,
    ...errors,
    intraRules: (word) => ({
      intraSlice: [0, Infinity],
      ...(word.length >= SHORTEST_WITH_TYPO ? errors : exact),
    }),
  });
  const haystack = cars.map(({ plate, vin, name, make }) => `${plate} ${vin} ${name} ${make}`);
  const found = (text) => {
    const [places, info, order] = matcher.search(haystack, text, 0, 1000);
    if (places === null) return [];
    return order === null ? places : order.map((at) => info.idx[at]);
  };
  return (text) => {
    const apart = text.split(/\s+/).map(foldForSearch).join(' ');
    const places = [...found(foldForSearch(text)), ...found(apart)];
    return Promise.resolve([...new Set(places)].slice(0, TEN).map((at) => cars[at].id));
  };
}

/** SQLite's own index, in memory: `beginnings` finds beginnings of words, `trigrams` any part of three or more characters. */
export function fts5(cars, kind) {
  const sqlite = new Sqlite(':memory:');
  const tokenize = kind === 'trigrams' ? "tokenize='trigram'" : "prefix='1 2 3 4'";
  sqlite.exec(`CREATE VIRTUAL TABLE car USING fts5(plate, vin, name, make, ${tokenize})`);
  const insert = sqlite.prepare('INSERT INTO car (rowid, plate, vin, name, make) VALUES (?, ?, ?, ?, ?)');
  sqlite.transaction(() => {
    for (const { id, plate, vin, name, make } of cars) insert.run(id, plate, vin, name, make);
  })();
  const select = sqlite.prepare(`SELECT rowid FROM car WHERE car MATCH ? ORDER BY rank LIMIT ${TEN}`).pluck();
  const quoted = (word) => `"${word.replaceAll('"', '""')}"${kind === 'trigrams' ? '' : '*'}`;
  return (text) => {
    const words = text.split(/\s+/).map(foldForSearch).filter(Boolean);
    const query = [...new Set([quoted(foldForSearch(text)), words.map(quoted).join(' ')])].join(' OR ');
    return Promise.resolve(select.all(query));
  };
}
