import { verificationPhase } from '../../../shared/domain/proof.ts';
import { isDone } from '../../../shared/domain/supervision-overview.ts';
import { jobKind } from '../../../shared/domain/job-steps.ts';
import {
  countedRow,
  type FailureFamily,
  failureFamily,
  reviewState,
  supervisionState,
  type SupervisionRow,
} from '../../../shared/domain/supervision.ts';
import { SECOND } from '../../../shared/time.ts';
import { allIndexParts, readIndexPart, writeIndexPart, allWords } from '../../db/tables/supervision/jobs.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';

/*
 * The columns for filtering, sorting and counting, as integers, so that fifty thousand jobs are scanned in a few
 * milliseconds. Repeated texts are stored as word numbers, and names from a list as their position.
 */

/** The stored columns of a job in the parts. A new or moved column needs a migration that empties the parts. */
export const indexColumns = [
  'job',
  'kind',
  'state',
  'brand',
  'keyForm',
  'group',
  'variant',
  'installer',
  'laptop',
  'site',
  'review',
  'phase',
  /** Position in the list of families plus one; 0 = none. */
  'trouble',
  'forced',
  'risk',
  'flags',
  'started',
  /** 0 = not yet. */
  'finished',
  'last',
  /** Tenths; -1 = not finished. */
  'minutes',
  /** 0 = no access; -1 = open, its end is not known. */
  'accessUntil',
  /** One bit for each problem family of the job. */
  'failures',
  /** Make and model, folded. */
  'model',
  /** The newest review that returned the job. */
  'reworkReason',
  'changedAnswers',
] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** Instants; all other values fit 32 bits. */
export const wideColumns: ReadonlySet<IndexColumn> = new Set(['started', 'finished', 'last', 'accessUntil']);
type IndexNumbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** The columns with word numbers. */
const wordColumns = [
  'brand',
  'keyForm',
  'group',
  'variant',
  'installer',
  'laptop',
  'site',
  'model',
  'reworkReason',
] as const satisfies readonly IndexColumn[];

/** The index columns of one job. */
export type IndexRecord = Readonly<Record<IndexColumn, number>>;

/** The bits of the column `flags`. */
export const flag = {
  green: 1,
  logFault: 2,
  rightFirstTime: 4,
  sentBack: 8,
  fitted: 16,
  takenOut: 32,
  done: 64,
} as const;

/** The index values that are not in the row. */
export interface IndexExtras {
  readonly failures: ReadonlySet<FailureFamily>;
  readonly rightFirstTime: boolean;
  readonly sentBack: boolean;
  readonly model: string;
  readonly reworkReason: string;
}

/** @param word returns the number of a text. */
export function recordOf(
  job: number,
  row: SupervisionRow,
  extras: IndexExtras,
  word: (text: string) => number,
): IndexRecord {
  const bit = (on: boolean, value: number) => (on ? value : 0);
  return {
    job,
    kind: jobKind.options.indexOf(row.kind),
    state: supervisionState.options.indexOf(row.state),
    brand: word(row.brand ?? ''),
    keyForm: word(row.keyForm ?? ''),
    group: word(row.group ?? ''),
    variant: word(row.variant ?? ''),
    installer: word(row.installer),
    laptop: word(row.laptop ?? ''),
    site: word(row.site ?? ''),
    review: reviewState.options.indexOf(row.review.state),
    phase: verificationPhase.options.indexOf(row.verification.phase),
    trouble: row.trouble === null ? 0 : failureFamily.options.indexOf(row.trouble) + 1,
    forced: row.forced,
    risk: row.risk,
    flags:
      bit(row.green, flag.green) |
      bit(row.logFault, flag.logFault) |
      bit(extras.rightFirstTime, flag.rightFirstTime) |
      bit(extras.sentBack, flag.sentBack) |
      bit(row.fitted, flag.fitted) |
      bit(row.takenOut !== null, flag.takenOut) |
      bit(isDone(countedRow(row)), flag.done),
    started: Math.round(row.startedAt),
    finished: Math.round(row.finishedAt ?? 0),
    last: Math.round(row.lastAt),
    minutes: row.minutes === null ? -1 : Math.round(row.minutes * 10),
    accessUntil: row.openAccess === null ? 0 : Math.round(row.openAccess.until ?? -1),
    failures: [...extras.failures].reduce(
      (mask, family) => mask | (1 << failureFamily.options.indexOf(family)),
      0,
    ),
    model: word(extras.model),
    reworkReason: word(extras.reworkReason),
    changedAnswers: row.changedAnswers,
  };
}

/** All jobs as columns of numbers, indexed by small job number. It contains only data of the file. */
export interface JobIndex {
  /** The number of jobs. */
  readonly size: () => number;
  /** The small numbers of all jobs, oldest first; within one second in the order of arrival. */
  readonly jobs: () => Int32Array;
  readonly column: (name: IndexColumn) => IndexNumbers;
  readonly put: (record: IndexRecord) => void;
  /** The revision: values that were derived from an earlier revision are computed again. */
  readonly revision: () => number;
  /** The word of a number; '' for 0. */
  readonly word: (number: number) => string;
  /** The number of a word; -1 = no job contains it. */
  readonly numberOf: (word: string) => number;
  readonly addWord: (number: number, word: string) => void;
  /** Removes the words that no job contains any more, and returns their numbers. */
  readonly evictUnmentioned: () => readonly number[];
  /** The words' sort positions in natural order, by number; 0 comes last. */
  readonly wordRanks: () => Float64Array;
}

/** The stored index columns of neighbouring jobs; zeroes for a missing job. */
interface KeptPart {
  readonly firstJob: number;
  readonly columns: ReadonlyMap<IndexColumn, IndexNumbers>;
}

/** Upper bound of jobs in a sort key; further jobs cannot be distinguished. */
export const MOST_JOBS = 2 ** 21;
/** The epoch of stored seconds: 2008, before any job. */
const FIRST_SECOND = 1_200_000_000;
const GROWTH = 2;
const FIRST_CAPACITY = 1024;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** In 2076. A forged log may name any time; a greater key would lose the job number. */
const LAST_SECOND = 2 ** 31 - 1;

/** An instant in whole seconds, small enough to be combined with a job number. */
export const secondsOf = (at: number): number =>
  Math.min(LAST_SECOND, Math.max(0, Math.floor(at / SECOND) - FIRST_SECOND));

/** @param kept in the order of their jobs. */
export function createJobIndex(
  kept: readonly KeptPart[],
  words: Iterable<readonly [number, string]>,
): JobIndex {
  const columns = new Map<IndexColumn, IndexNumbers>();
  const wordOf = new Map<number, string>(words);
  const numbers = new Map([...wordOf].map(([number, word]) => [word, number]));
  let room = 0;
  let size = 0;
  let revision = 0;
  /** Computed on demand; null = invalidated by a change. */
  let byAge: Int32Array | null = null;
  let ranks: Float64Array | null = null;

  const make = (least: number) => {
    if (least < room) return;
    const more = Math.max(FIRST_CAPACITY, least + 1, room * GROWTH);
    for (const name of indexColumns) {
      const wider = wideColumns.has(name) ? new Float64Array(more) : new Int32Array(more);
      wider.set(columns.get(name) ?? []);
      columns.set(name, wider);
    }
    room = more;
  };
  const column = (name: IndexColumn): IndexNumbers => {
    const found = columns.get(name);
    if (found === undefined) throw new Error(`the job index has no column ${name}`);
    return found;
  };

  const last = kept.at(-1);
  make(last === undefined ? 0 : last.firstJob + (last.columns.get('job')?.length ?? 0));
  for (const { firstJob, columns: part } of kept) {
    for (const [name, values] of part) column(name).set(values, firstJob);
  }
  // The job's own number marks a slot as used: no job has the number 0.
  for (const job of column('job')) if (job !== 0) size += 1;

  const orderByAge = (): Int32Array => {
    const there = column('job');
    const started = column('started');
    const keys = new Float64Array(size);
    let count = 0;
    for (let job = 0; job < there.length; job += 1) {
      if (there[job] === 0) continue;
      keys[count] = secondsOf(started[job] ?? 0) * MOST_JOBS + job;
      count += 1;
    }
    keys.sort();
    const order = new Int32Array(size);
    for (let place = 0; place < size; place += 1) order[place] = (keys[place] ?? 0) % MOST_JOBS;
    return order;
  };

  return {
    size: () => size,
    jobs: () => (byAge ??= orderByAge()),
    column,
    put: (record) => {
      const { job } = record;
      make(job);
      const isNew = column('job')[job] === 0;
      if (isNew) size += 1;
      if (isNew || column('started')[job] !== record.started) byAge = null;
      for (const name of indexColumns) column(name)[job] = record[name];
      revision += 1;
    },
    revision: () => revision,
    word: (number) => wordOf.get(number) ?? '',
    numberOf: (word) => numbers.get(word) ?? -1,
    addWord: (number, word) => {
      if (wordOf.has(number) || number === 0) return;
      wordOf.set(number, word);
      numbers.set(word, number);
      ranks = null;
    },
    evictUnmentioned: () => {
      const said = new Set<number>();
      for (const name of wordColumns) for (const number of column(name)) said.add(number);
      const unsaid = [...wordOf.keys()].filter((number) => !said.has(number));
      for (const number of unsaid) {
        numbers.delete(wordOf.get(number) ?? '');
        wordOf.delete(number);
      }
      if (unsaid.length > 0) ranks = null;
      return unsaid;
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

/*
 * A part holds the index columns of this many neighbouring jobs, column after column, in the machine's byte order: the
 * file is a copy and never leaves the laptop. The slot of a missing job is all zeroes.
 */
const JOBS_PER_PART = 256;
/** Wide columns first: they must be aligned to their width. */
const columnsInPart: readonly IndexColumn[] = indexColumns.toSorted(
  (one, other) => Number(wideColumns.has(other)) - Number(wideColumns.has(one)),
);

/** The whole content of the file as an index. */
export function loadJobIndex(sqlite: Sqlite): JobIndex {
  const parts = allIndexParts(sqlite).map(({ part, numbers }) => ({
    firstJob: part * JOBS_PER_PART,
    columns: columnsOf(numbers),
  }));
  return createJobIndex(parts, allWords(sqlite));
}

/** Stores the columns of these jobs, in the transaction that stores their rows. */
export function keepRecords(context: WriteContext, records: readonly IndexRecord[]): void {
  const byPart = Map.groupBy(records, ({ job }) => Math.floor(job / JOBS_PER_PART));
  for (const [part, members] of byPart) {
    const columns = columnsOf(readIndexPart(context.sqlite, part) ?? emptyPart);
    for (const record of members) {
      const place = record.job % JOBS_PER_PART;
      for (const [name, values] of columns) values[place] = record[name];
    }
    const [first] = columns.values();
    if (first !== undefined) writeIndexPart(context, { part, numbers: new Uint8Array(first.buffer) });
  }
}

const widthOf = (name: IndexColumn) =>
  wideColumns.has(name) ? Float64Array.BYTES_PER_ELEMENT : Int32Array.BYTES_PER_ELEMENT;

const emptyPart = new Uint8Array(columnsInPart.reduce((sum, name) => sum + widthOf(name) * JOBS_PER_PART, 0));

/** The columns of a part, over a copy of its bytes. */
function columnsOf(numbers: Uint8Array): ReadonlyMap<IndexColumn, IndexNumbers> {
  const { buffer } = new Uint8Array(numbers);
  let at = 0;
  return new Map(
    columnsInPart.map((name) => {
      const values = wideColumns.has(name)
        ? new Float64Array(buffer, at, JOBS_PER_PART)
        : new Int32Array(buffer, at, JOBS_PER_PART);
      at += values.byteLength;
      return [name, values];
    }),
  );
}
