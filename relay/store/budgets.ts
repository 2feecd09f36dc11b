import type { z } from 'zod';
import { DAY, HOUR, type Instant } from '../../shared/time.ts';

/*
 * Budgets of one token, counted in the transaction that keeps the data, so they hold across all replicas; and the
 * bounds of one page.
 */

/** Log entries, reviews, claims of hand-overs, planned jobs and their claims together. */
export const DAILY_ENTRIES = 20_000;
/** Log entries, reviews, planned jobs and files together. */
export const DAILY_BYTES = 500 * 1024 * 1024;
/**
 * Cost of opening a log in entries. A laptop opens a log for each profile and after each restored backup, and every
 * page with entries of a forked log lists its forks.
 */
export const ENTRIES_OF_CHAIN = 100;
/** Upper bound of all incomplete files of a token. */
export const UNFINISHED_BYTES = 64 * 1024 * 1024;
export const UNFINISHED_FILES = 256;
/** Incomplete files are dropped when nothing arrived for this long. */
export const UNFINISHED_FOR = HOUR;

/** Upper bound of keys per token and day. A laptop without a secret store makes a new key at each start of the app. */
export const DAILY_KEYS = 50;

/** Upper bound of a page of any kind. A single item always fits. */
export const PAGE_BYTES = 1024 * 1024;
/** Overhead of a row on a page besides its data, in bytes. */
export const ROW_BYTES = 600;
/**
 * Upper bound of an entry, result or removal on a page. A page query reads this much beyond the page, to detect whether
 * more follows.
 */
export const LARGEST_ROW = 64 * 1024 + ROW_BYTES;
/** Upper bound of rows scanned for one page, however few of them match its filter. */
export const ROWS_SCANNED = 2000;

/** The day of an instant, counted from the epoch in UTC. */
export const dayOf = (at: Instant): number => Math.floor(at / DAY);

/** The instant at which the day of an instant began. */
export const startOfDay = (at: Instant): Instant => dayOf(at) * DAY;

/** Seconds until the next day, when the daily budgets reset. */
export const secondsToNextDay = (at: Instant): number => Math.ceil(((dayOf(at) + 1) * DAY - at) / 1000);

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
