import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The name under which log-archive.db is attached to the connection of queue.db. */
export const ARCHIVE = 'archive';

const COLUMNS = 'number, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash, hash, redacted';

/** The same entry with the same content is in the archive. */
const IS_ARCHIVED = `EXISTS (SELECT 1 FROM ${ARCHIVE}.log_entry old WHERE old.number = live.number
  AND old.hash = live.hash AND old.worker = live.worker AND old.data = live.data AND old.redacted = live.redacted)`;

/** Is the archive attached to this connection? */
export function hasArchive(sqlite: Sqlite): boolean {
  return (
    sqlite.prepare<[string]>('SELECT 1 FROM pragma_database_list WHERE name = ?').get(ARCHIVE) !== undefined
  );
}

/**
 * From now on `log_entry` is both files on this connection. Where both have an entry, queue.db's counts: a move that was interrupted, or
 * one whose words were removed. Writes name `main.log_entry`. The newest entry is always in queue.db: one that is older than the archive
 * gets it back, and the log goes on after it.
 */
export function showArchive(sqlite: Sqlite): void {
  const last = sqlite.prepare<[], number>(`SELECT max(number) FROM ${ARCHIVE}.log_entry`).pluck().get() ?? 0;
  if (last > lastLiveEntry(sqlite)) {
    sqlite
      .prepare<[number]>(`INSERT INTO main.log_entry SELECT * FROM ${ARCHIVE}.log_entry WHERE number = ?`)
      .run(last);
  }
  sqlite.exec(`CREATE TEMP VIEW log_entry AS
    SELECT ${COLUMNS} FROM main.log_entry
    UNION ALL
    SELECT ${COLUMNS} FROM ${ARCHIVE}.log_entry AS old
      WHERE NOT EXISTS (SELECT 1 FROM main.log_entry AS live WHERE live.number = old.number)`);
}

/** How many entries are in the archive. */
export function countArchived(sqlite: Sqlite): number {
  if (!hasArchive(sqlite)) return 0;
  return sqlite.prepare<[], number>(`SELECT count(*) FROM ${ARCHIVE}.log_entry`).pluck().get() ?? 0;
}

/** The number of the oldest entry in queue.db; 1 where it has none. */
export function firstLiveEntry(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT min(number) FROM main.log_entry').pluck().get() ?? 1;
}

/** The number of the newest entry in queue.db; 0 = none. */
export function lastLiveEntry(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT max(number) FROM main.log_entry').pluck().get() ?? 0;
}

/** The newest entry of queue.db up to `upTo` that was written before a time, by the operator's clock; 0 = none. */
export function newestWrittenBefore(sqlite: Sqlite, before: Instant, upTo: number): number {
  return (
    sqlite
      .prepare<[number, Instant], number>(
        `SELECT number FROM main.log_entry
         WHERE number <= ? AND at - coalesce(clock_offset_ms, 0) < ? ORDER BY number DESC LIMIT 1`,
      )
      .pluck()
      .get(upTo, before) ?? 0
  );
}

/** How many entries of queue.db up to this one there are. */
export function countLiveUpTo(sqlite: Sqlite, upTo: number): number {
  return (
    sqlite
      .prepare<[number], number>('SELECT count(*) FROM main.log_entry WHERE number <= ?')
      .pluck()
      .get(upTo) ?? 0
  );
}

/** Entries of queue.db by their numbers: those after `after`, up to `upTo`. */
export interface Piece {
  readonly after: number;
  readonly upTo: number;
}

/** So many entries at most; null = there are none. */
export function nextPiece(sqlite: Sqlite, { after, upTo }: Piece, limit: number): Piece | null {
  const last = sqlite
    .prepare<[number, number, number], number | null>(
      `SELECT max(number) FROM (SELECT number FROM main.log_entry WHERE number > ? AND number <= ? ORDER BY number LIMIT ?)`,
    )
    .pluck()
    .get(after, upTo, limit);
  return typeof last === 'number' ? { after, upTo: last } : null;
}

/** Copies entries into the archive that it lacks. The transaction writes no other file. */
export function archivePiece({ sqlite }: WriteContext, { after, upTo }: Piece): void {
  sqlite
    .prepare<[number, number]>(
      `INSERT INTO ${ARCHIVE}.log_entry (${COLUMNS}) SELECT ${COLUMNS} FROM main.log_entry AS live
       WHERE number > ? AND number <= ?
         AND NOT EXISTS (SELECT 1 FROM ${ARCHIVE}.log_entry old WHERE old.number = live.number)
       ORDER BY number`,
    )
    .run(after, upTo);
}

/** Takes entries out of queue.db that the archive has with the same content, and answers how many. */
export function removeArchivedPiece({ sqlite }: WriteContext, { after, upTo }: Piece): number {
  return sqlite
    .prepare<[number, number]>(
      `DELETE FROM main.log_entry AS live WHERE number > ? AND number <= ? AND ${IS_ARCHIVED}`,
    )
    .run(after, upTo).changes;
}

/** Takes out of the archive the entries of which words were removed since: what is left of them is in queue.db. */
export function removeRedactedFromArchive({ sqlite }: WriteContext): void {
  sqlite.exec(
    `DELETE FROM ${ARCHIVE}.log_entry WHERE number IN (SELECT number FROM main.log_entry WHERE redacted = 1)`,
  );
}
