import { type BoardColumn, boardColumns, type BoardRecord } from './record.ts';

/** All jobs in columns of numbers, by their small number. It holds nothing that the file does not. */
export interface Board {
  /** How many jobs there are. */
  readonly size: () => number;
  /** The small numbers of all jobs, in no order that means anything. */
  readonly jobs: () => Int32Array;
  readonly column: (name: BoardColumn) => Float64Array;
  readonly put: (record: BoardRecord) => void;
  /** Counts the changes: what was made of the board before is to be made anew. */
  readonly revision: () => number;
  /** Anything that is not told; '' for 0. */
  readonly word: (number: number) => string;
  /** -1 = no job says it. */
  readonly numberOf: (word: string) => number;
  readonly learnWord: (number: number, word: string) => void;
  /** The words' places in the order people expect, by number; 0 comes last. */
  readonly wordRanks: () => Float64Array;
}

const GROWTH = 2;
const FIRST_ROOM = 1024;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** @param facts the kept records one after the other, with commas between. */
export function createBoard(facts: string, words: Iterable<readonly [number, string]>): Board {
  const columns = new Map<BoardColumn, Float64Array>();
  const wordOf = new Map<number, string>(words);
  const numbers = new Map([...wordOf].map(([number, word]) => [word, number]));
  let room = 0;
  let size = 0;
  let revision = 0;
  let list = new Int32Array(0);
  let ranks: Float64Array | null = null;
  /** Is there a job with this number? */
  let there = new Uint8Array(0);

  const make = (least: number) => {
    if (least < room) return;
    const more = Math.max(FIRST_ROOM, least + 1, room * GROWTH);
    for (const name of boardColumns) {
      const wider = new Float64Array(more);
      wider.set(columns.get(name) ?? []);
      columns.set(name, wider);
    }
    const wider = new Uint8Array(more);
    wider.set(there);
    there = wider;
    const longer = new Int32Array(more);
    longer.set(list);
    list = longer;
    room = more;
  };
  const column = (name: BoardColumn): Float64Array => {
    const found = columns.get(name);
    if (found === undefined) throw new Error(`the board has no column ${name}`);
    return found;
  };
  const enter = (job: number) => {
    make(job);
    if (there[job] === 1) return;
    there[job] = 1;
    list[size] = job;
    size += 1;
  };

  make(0);
  const kept = numbersIn(facts);
  const width = boardColumns.length;
  for (let start = 0; start < kept.length; start += width) enter(kept[start] ?? 0);
  for (const [place, name] of boardColumns.entries()) {
    const values = column(name);
    for (let start = 0; start < kept.length; start += width) {
      values[kept[start] ?? 0] = kept[start + place] ?? 0;
    }
  }

  return {
    size: () => size,
    jobs: () => list.subarray(0, size),
    column,
    put: (record) => {
      enter(record.job);
      for (const name of boardColumns) column(name)[record.job] = record[name];
      revision += 1;
    },
    revision: () => revision,
    word: (number) => wordOf.get(number) ?? '',
    numberOf: (word) => numbers.get(word) ?? -1,
    learnWord: (number, word) => {
      if (wordOf.has(number) || number === 0) return;
      wordOf.set(number, word);
      numbers.set(word, number);
      ranks = null;
    },
    wordRanks: () => {
      if (ranks !== null) return ranks;
      const sorted = [...wordOf].toSorted(([, one], [, other]) => collator.compare(one, other));
      const highest = sorted.reduce((most, [number]) => Math.max(most, number), 0);
      ranks = new Float64Array(highest + 1);
      for (const [rank, [number]] of sorted.entries()) ranks[number] = rank + 1;
      return ranks;
    },
  };
}

const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Whole numbers with anything between them. A million are read several times faster than JSON is parsed. */
function numbersIn(text: string): Float64Array {
  const found = new Float64Array(Math.ceil(text.length / 2));
  let count = 0;
  let value = 0;
  let sign = 1;
  let digits = 0;
  for (let place = 0; place <= text.length; place += 1) {
    const code = place < text.length ? text.charCodeAt(place) : 0;
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + (code - ZERO);
      digits += 1;
      continue;
    }
    if (digits > 0) {
      found[count] = sign * value;
      count += 1;
    }
    value = 0;
    digits = 0;
    sign = code === MINUS ? -1 : 1;
  }
  return found.subarray(0, count);
}
