import type { JobId, LogEntryId, OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The installation log of this laptop, in queue.db and in its archive file. */

/** One entry of the installation log, chained by hash to the one before. */
export interface LogEntryRow {
  readonly number: number;
  readonly id: LogEntryId;
  readonly at: Instant;
  readonly clock_offset_ms: number | null;
  readonly worker: string;
  readonly job_id: JobId | null;
  readonly type: string;
  readonly data: string;
  readonly previous_hash: string;
  readonly hash: string;
  /** 1: words were removed from it, and a later entry records which. */
  readonly redacted: 0 | 1;
}

/** The newest entry, whose hash the next one builds on. It is always in queue.db (`showArchive`). */
export function lastLogEntry(sqlite: Sqlite): LogEntryRow | undefined {
  return sqlite.prepare<[], LogEntryRow>('SELECT * FROM main.log_entry ORDER BY number DESC LIMIT 1').get();
}

/** Number of redaction entries in queue.db. Their type is a literal, because SQLite uses no partial index for a parameter. */
export function countRedactions(sqlite: Sqlite): number {
  return (
    sqlite
      .prepare<[], number>(`SELECT count(*) FROM main.log_entry WHERE type = 'entries-redacted'`)
      .pluck()
      .get() ?? 0
  );
}

/** The number of the last redaction entry in queue.db; null = none. */
export const newestRedaction = (sqlite: Sqlite): number | null =>
  sqlite
    .prepare<[], number | null>(`SELECT max(number) FROM main.log_entry WHERE type = 'entries-redacted'`)
    .pluck()
    .get() ?? null;

/** Upper bound of newest entries that are searched. */
const MOST_ENTRIES_READ = 1000;

/** The time of the first recent entry after this one; null = none. */
export function firstEntryAfter(sqlite: Sqlite, at: Instant): Instant | null {
  return (
    sqlite
      .prepare<[number, Instant], Instant | null>(
        'SELECT min(at) FROM (SELECT at FROM log_entry ORDER BY number DESC LIMIT ?) WHERE at > ?',
      )
      .pluck()
      .get(MOST_ENTRIES_READ, at) ?? null
  );
}

/** Whether this laptop wrote the entry. */
export function hasLogEntry(sqlite: Sqlite, id: LogEntryRow['id']): boolean {
  return sqlite.prepare<[string]>('SELECT 1 FROM log_entry WHERE id = ?').get(id) !== undefined;
}

/** Appends an entry. Entries are never deleted, and changed only by `blankLogEntry`. */
export function insertLogEntry({ sqlite }: WriteContext, row: LogEntryRow): void {
  sqlite
    .prepare<LogEntryRow>(
      `INSERT INTO main.log_entry (number, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash, hash, redacted)
       VALUES (@number, @id, @at, @clock_offset_ms, @worker, @job_id, @type, @data, @previous_hash, @hash, @redacted)`,
    )
    .run(row);
}

/**
 * Replaces an entry with what is left after words were removed. False = no entry with this hash. The entry that records
 * it must be in the same transaction. An archived entry is copied back to queue.db for that; the archive's row is
 * overwritten later, with all other rows that files still hold.
 */
export function blankLogEntry(
  { sqlite }: WriteContext,
  row: Pick<LogEntryRow, 'number' | 'hash' | 'worker' | 'data'>,
): boolean {
  const { number, hash, worker, data } = row;
  sqlite
    .prepare<[number, string]>(
      `INSERT INTO main.log_entry SELECT * FROM log_entry AS old WHERE number = ? AND hash = ?
         AND NOT EXISTS (SELECT 1 FROM main.log_entry live WHERE live.number = old.number)`,
    )
    .run(number, hash);
  return (
    sqlite
      .prepare<[string, string, number, string]>(
        'UPDATE main.log_entry SET worker = ?, data = ?, redacted = 1 WHERE number = ? AND hash = ?',
      )
      .run(worker, data, number, hash).changes === 1
  );
}

/** All entries of a job, oldest first. */
export function logOfJob(sqlite: Sqlite, job: JobId): readonly LogEntryRow[] {
  return sqlite
    .prepare<[JobId], LogEntryRow>('SELECT * FROM log_entry WHERE job_id = ? ORDER BY number')
    .all(job);
}

/** The entry that records the hand-over of a job in this turn. Throws if it is missing. */
export function handOverEntry(
  sqlite: Sqlite,
  job: JobId,
  turn: number,
): Pick<LogEntryRow, 'number' | 'hash'> {
  const entry = sqlite
    .prepare<[JobId, number], Pick<LogEntryRow, 'number' | 'hash'>>(
      `SELECT number, hash FROM log_entry
       WHERE job_id = ? AND type = 'job-handed-over' AND json_extract(data, '$.turn') = ?
       ORDER BY number DESC LIMIT 1`,
    )
    .get(job, turn);
  if (entry === undefined) throw new Error('the log does not say that the job was given away');
  return entry;
}

/** The laptop that continues the job without an act of this one; undefined = none. */
export function continuedOn(sqlite: Sqlite, job: JobId): string | undefined {
  return sqlite
    .prepare<[JobId], string>(
      `SELECT json_extract(data, '$.laptop') FROM log_entry WHERE job_id = ? AND type = 'job-continued-elsewhere'
       ORDER BY number DESC LIMIT 1`,
    )
    .pluck()
    .get(job);
}

/** The newest entry of a job. Throws if there is none. */
export function newestEntryOfJob(sqlite: Sqlite, job: JobId): Pick<LogEntryRow, 'number' | 'hash'> {
  const entry = sqlite
    .prepare<[JobId], Pick<LogEntryRow, 'number' | 'hash'>>(
      'SELECT number, hash FROM log_entry WHERE job_id = ? ORDER BY number DESC LIMIT 1',
    )
    .get(job);
  if (entry === undefined) throw new Error('the log has no entry of the job');
  return entry;
}

/** The person who accepted the job last; undefined = it was never handed over to this laptop. */
export function takerOf(sqlite: Sqlite, job: JobId): string | undefined {
  return sqlite
    .prepare<[JobId], string>(
      `SELECT worker FROM log_entry WHERE job_id = ? AND type = 'job-taken-over' ORDER BY number DESC LIMIT 1`,
    )
    .pluck()
    .get(job);
}

/** Whether a job was taken over by one of the entries after a number, up to another one. */
export function takesOverJob(sqlite: Sqlite, after: number, upTo: number): boolean {
  return (
    sqlite
      .prepare<[number, number]>(
        `SELECT 1 FROM log_entry WHERE number > ? AND number <= ? AND type = 'job-taken-over' LIMIT 1`,
      )
      .get(after, upTo) !== undefined
  );
}

/** Entries from a number on, oldest first. */
export function logFrom(sqlite: Sqlite, number: number, limit: number): readonly LogEntryRow[] {
  return sqlite
    .prepare<[number, number], LogEntryRow>(
      'SELECT * FROM log_entry WHERE number >= ? ORDER BY number LIMIT ?',
    )
    .all(number, limit);
}

/** The entries about one operation, oldest first. The terms match the partial index's predicate word by word. */
export function logOfOperation(sqlite: Sqlite, operation: OperationId): readonly LogEntryRow[] {
  return sqlite
    .prepare<[OperationId], LogEntryRow>(
      `SELECT * FROM log_entry
       WHERE json_extract(data, '$.operation') = ? AND json_extract(data, '$.operation') IS NOT NULL
       ORDER BY number`,
    )
    .all(operation);
}

/**
 * The newest mounting places of a car model from finished checklists. The terms match the partial index's predicate
 * word by word.
 */
export function mountingsHere(
  sqlite: Sqlite,
  about: string,
  limit: number,
): readonly {
  readonly job_id: JobId;
  readonly at: Instant;
  readonly worker: string;
  readonly data: string;
}[] {
  return sqlite
    .prepare<
      [string, number],
      {
        readonly number: number;
        readonly job_id: JobId;
        readonly at: Instant;
        readonly worker: string;
        readonly data: string;
      }
    >(
      // With the number in the ORDER BY, SQLite merges both files in index order and stops at the limit.
      `SELECT number, job_id, at, worker, data FROM log_entry
       WHERE type = 'box-mounted' AND json_extract(data, '$.about') = ? AND job_id IS NOT NULL
       ORDER BY number DESC LIMIT ?`,
    )
    .all(about, limit);
}

/**
 * Entries that order removals on other laptops or withdraw them, newest first. The terms match the partial index's
 * predicate word by word.
 */
export function removalEntries(
  sqlite: Sqlite,
): IterableIterator<Pick<LogEntryRow, 'id' | 'at' | 'type' | 'data'>> {
  return sqlite
    .prepare<[], Pick<LogEntryRow, 'id' | 'at' | 'type' | 'data'>>(
      `SELECT id, at, type, data FROM log_entry WHERE type = 'copies-removed' ORDER BY number DESC`,
    )
    .iterate();
}

/** The schema name of log-archive.db on the connection of queue.db. */
export const ARCHIVE = 'archive';

const COLUMNS = 'number, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash, hash, redacted';

/** True when the archive has the same entry with the same content. */
const IS_ARCHIVED = `EXISTS (SELECT 1 FROM ${ARCHIVE}.log_entry old WHERE old.number = live.number
  AND old.hash = live.hash AND old.worker = live.worker AND old.data = live.data AND old.redacted = live.redacted)`;

/** Whether the archive is attached to this connection. */
export function hasArchive(sqlite: Sqlite): boolean {
  return (
    sqlite.prepare<[string]>('SELECT 1 FROM pragma_database_list WHERE name = ?').get(ARCHIVE) !== undefined
  );
}

/**
 * Replaces `log_entry` on this connection by a view of both files. When both have an entry, queue.db's takes
 * precedence: its move was interrupted, or words were removed from it. Writes go to `main.log_entry`. The newest entry
 * must be in queue.db: if the archive has a newer one, it is copied back, and the log continues after it.
 */
export function showArchive(sqlite: Sqlite): void {
  const last =
    sqlite.prepare<[], number | null>(`SELECT max(number) FROM ${ARCHIVE}.log_entry`).pluck().get() ?? 0;
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

/** Number of entries in the archive. */
export function countArchived(sqlite: Sqlite): number {
  if (!hasArchive(sqlite)) return 0;
  return sqlite.prepare<[], number>(`SELECT count(*) FROM ${ARCHIVE}.log_entry`).pluck().get() ?? 0;
}

/** The oldest entry number in queue.db; 1 = none. */
export function firstLiveEntry(sqlite: Sqlite): number {
  return sqlite.prepare<[], number | null>('SELECT min(number) FROM main.log_entry').pluck().get() ?? 1;
}

/** The newest entry number in queue.db; 0 = none. */
export function lastLiveEntry(sqlite: Sqlite): number {
  return sqlite.prepare<[], number | null>('SELECT max(number) FROM main.log_entry').pluck().get() ?? 0;
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

/** Number of entries in queue.db up to this one. */
export function countLiveUpTo(sqlite: Sqlite, upTo: number): number {
  return (
    sqlite
      .prepare<[number], number>('SELECT count(*) FROM main.log_entry WHERE number <= ?')
      .pluck()
      .get(upTo) ?? 0
  );
}

/** A range of entries of queue.db: after `after`, up to `upTo`. */
export interface Piece {
  readonly after: number;
  readonly upTo: number;
}

/** The next range, limited in size; null = none. */
export function nextPiece(sqlite: Sqlite, { after, upTo }: Piece, limit: number): Piece | null {
  const last = sqlite
    .prepare<[number, number, number], number | null>(
      `SELECT max(number) FROM (SELECT number FROM main.log_entry WHERE number > ? AND number <= ? ORDER BY number LIMIT ?)`,
    )
    .pluck()
    .get(after, upTo, limit);
  return typeof last === 'number' ? { after, upTo: last } : null;
}

/** Copies missing entries into the archive. The transaction writes to no other file. */
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

/** Deletes entries from queue.db that the archive has with the same content; returns their number. */
export function removeArchivedPiece({ sqlite }: WriteContext, { after, upTo }: Piece): number {
  return sqlite
    .prepare<[number, number]>(
      `DELETE FROM main.log_entry AS live WHERE number > ? AND number <= ? AND ${IS_ARCHIVED}`,
    )
    .run(after, upTo).changes;
}

/** Deletes archived entries from which words were removed since: their remainder is in queue.db. */
export function removeRedactedFromArchive({ sqlite }: WriteContext): void {
  sqlite.exec(
    `DELETE FROM ${ARCHIVE}.log_entry WHERE number IN (SELECT number FROM main.log_entry WHERE redacted = 1)`,
  );
}
