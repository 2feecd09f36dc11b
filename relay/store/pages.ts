import type { z } from 'zod';
import { PAGE_BYTES } from './budgets.ts';

/** A page, bounded in rows, in bytes and in scanned rows. */
export type PageRead<Row> = {
  readonly rows: readonly Row[];
  /** All rows up to this sequence were examined. */
  readonly readUpTo: number;
  /** More may come after it. */
  readonly more: boolean;
};

/** A lazy sequence of rows. */
export function* parsedRows<Row>(rows: Iterable<unknown>, schema: z.ZodType<Row>): Generator<Row> {
  for (const row of rows) yield schema.parse(row);
}

/**
 * The rows of a page: as many as fit into `limit` and `PAGE_BYTES`, at least one.
 *
 * @param rows in order; a page takes rows from these only.
 * @param scannedTo the sequence at which the search ended; null = all existing rows were searched.
 */
export function pageWithin<Row extends { readonly sequence: number }>(
  rows: Iterable<Row>,
  { after, limit }: { readonly after: number; readonly limit: number },
  bytesOf: (row: Row) => number,
  scannedTo: number | null,
): PageRead<Row> {
  const kept: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesOf(row);
    if (kept.length === limit || (bytes > PAGE_BYTES && kept.length > 0)) {
      return { rows: kept, readUpTo: kept.at(-1)?.sequence ?? after, more: true };
    }
    kept.push(row);
  }
  return {
    rows: kept,
    readUpTo: scannedTo ?? kept.at(-1)?.sequence ?? after,
    more: scannedTo !== null,
  };
}
