import { DAY, HOUR, type Instant } from '../../shared/time.ts';

/* What one token may bring, counted in the transaction that keeps it; on every replica the same. */

/** Log entries, reviews, claims of hand-overs, planned jobs and their claims together. */
export const DAILY_ENTRIES = 20_000;
/** Log entries, reviews, planned jobs and files together. */
export const DAILY_BYTES = 500 * 1024 * 1024;
/** A laptop opens a log for each profile and after each restored backup. Each fork is on the page of every reader of its log. */
export const ENTRIES_OF_CHAIN = 100;
/** All files of a token of which a part is still missing. */
export const UNFINISHED_BYTES = 64 * 1024 * 1024;
export const UNFINISHED_FILES = 256;
/** A file of which nothing more has come for so long is dropped. */
export const UNFINISHED_FOR = HOUR;

/** A laptop without a secret store makes another key at each start of the app. */
export const DAILY_KEYS = 50;

/** The largest page of any kind. One item alone always fits. */
export const PAGE_BYTES = 1024 * 1024;
/** The bytes of a row on a page besides its data. */
export const ROW_BYTES = 600;
/** No entry, result or removal takes more on a page. A query for a page asks for this much beyond it, to know whether there is more. */
export const LARGEST_ROW = 64 * 1024 + ROW_BYTES;
/** So many rows are looked at for one page, however few of them fit its filter. */
export const ROWS_SCANNED = 2000;

/** The day of an instant, counted from the epoch in UTC. */
export const dayOf = (at: Instant): number => Math.floor(at / DAY);

/** When the day of an instant began. */
export const startOfDay = (at: Instant): Instant => dayOf(at) * DAY;

/** Seconds until the next day begins, when the daily counts start from nothing. */
export const secondsToNextDay = (at: Instant): number => Math.ceil(((dayOf(at) + 1) * DAY - at) / 1000);
