import { allIndexParts, readIndexPart, writeIndexPart, allWords } from '../../db/tables/supervision/jobs.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import { type JobIndex, createJobIndex } from './job-index.ts';
import {
  type IndexColumn,
  indexColumns,
  type IndexNumbers,
  type IndexRecord,
  wideColumns,
} from './record.ts';

/*
 * A part is what the job index holds of so many neighbouring jobs, column after column, in this machine's own order of bytes: the
 * file is a copy and never leaves the laptop. A job that is not there has only zeroes.
 */
const JOBS_PER_PART = 256;
/** The wide ones first: they must begin at whole multiples of their width. */
const columnsInPart: readonly IndexColumn[] = indexColumns.toSorted(
  (one, other) => Number(wideColumns.has(other)) - Number(wideColumns.has(one)),
);

/** Everything the file holds, ready to be asked. */
export function loadJobIndex(sqlite: Sqlite): JobIndex {
  const parts = allIndexParts(sqlite).map(({ part, numbers }) => ({
    firstJob: part * JOBS_PER_PART,
    columns: columnsOf(numbers),
  }));
  return createJobIndex(parts, allWords(sqlite));
}

/** Keeps the numbers of these jobs, in the transaction that keeps their rows. */
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
