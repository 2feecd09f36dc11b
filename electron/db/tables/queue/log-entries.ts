import type { JobId, LogEntryId, OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

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
  /** 1: words of it were removed, and a later entry says which. */
  readonly redacted: 0 | 1;
}

/** The newest entry, whose hash the next one builds on. */
export function lastLogEntry(sqlite: Sqlite): LogEntryRow | undefined {
  return sqlite.prepare<[], LogEntryRow>('SELECT * FROM log_entry ORDER BY number DESC LIMIT 1').get();
}

/** So many of the newest entries are searched. */
const LOOKED_BACK = 1000;

/** The time of the first of the newest entries that was written after this one; null = there is none. */
export function firstEntryAfter(sqlite: Sqlite, at: Instant): Instant | null {
  return (
    sqlite
      .prepare<[number, Instant], Instant | null>(
        'SELECT min(at) FROM (SELECT at FROM log_entry ORDER BY number DESC LIMIT +?) WHERE at > ?',
      )
      .pluck()
      .get(LOOKED_BACK, at) ?? null
  );
}

/** Did this laptop write the entry itself? */
export function hasLogEntry(sqlite: Sqlite, id: LogEntryRow['id']): boolean {
  return sqlite.prepare<[string]>('SELECT 1 FROM log_entry WHERE id = ?').get(id) !== undefined;
}

/** Appends; entries are never changed but by `blankLogEntry`, and never removed. */
export function insertLogEntry({ sqlite }: WriteContext, row: LogEntryRow): void {
  sqlite
    .prepare<LogEntryRow>(
      `INSERT INTO log_entry (number, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash, hash, redacted)
       VALUES (@number, @id, @at, @clock_offset_ms, @worker, @job_id, @type, @data, @previous_hash, @hash, @redacted)`,
    )
    .run(row);
}

/** Leaves of an entry what is given; false = it is not there with this hash. Its own entry must be in the same transaction. */
export function blankLogEntry(
  { sqlite }: WriteContext,
  row: Pick<LogEntryRow, 'number' | 'hash' | 'worker' | 'data'>,
): boolean {
  return (
    sqlite
      .prepare<typeof row>(
        `UPDATE log_entry SET worker = @worker, data = @data, redacted = 1 WHERE number = @number AND hash = @hash`,
      )
      .run(row).changes === 1
  );
}

/** A job's entries, oldest first. */
export function logOfJob(sqlite: Sqlite, job: JobId): readonly LogEntryRow[] {
  return sqlite
    .prepare<[JobId], LogEntryRow>('SELECT * FROM log_entry WHERE job_id = ? ORDER BY number')
    .all(job);
}

/** The entry that says that a job was given away in this turn. Throws where there is none. */
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

/** The person who took the job over last; undefined = it was not taken over. */
export function takerOf(sqlite: Sqlite, job: JobId): string | undefined {
  return sqlite
    .prepare<[JobId], string>(
      `SELECT worker FROM log_entry WHERE job_id = ? AND type = 'job-taken-over' ORDER BY number DESC LIMIT 1`,
    )
    .pluck()
    .get(job);
}

/** All entries from a number on, oldest first. The `+` keeps SQLite from compiling it again at each call (`operations-due.ts`). */
export function logFrom(sqlite: Sqlite, number: number, limit: number): readonly LogEntryRow[] {
  return sqlite
    .prepare<[number, number], LogEntryRow>(
      'SELECT * FROM log_entry WHERE number >= ? ORDER BY number LIMIT +?',
    )
    .all(number, limit);
}

/** The entries about one operation, oldest first. The terms repeat the index's own words. */
export function logOfOperation(sqlite: Sqlite, operation: OperationId): readonly LogEntryRow[] {
  return sqlite
    .prepare<[OperationId], LogEntryRow>(
      `SELECT * FROM log_entry
       WHERE json_extract(data, '$.operation') = ? AND json_extract(data, '$.operation') IS NOT NULL
       ORDER BY number`,
    )
    .all(operation);
}

/** The newest places of a model that finished checklists name. The terms repeat the index's own words. */
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
      { readonly job_id: JobId; readonly at: Instant; readonly worker: string; readonly data: string }
    >(
      `SELECT job_id, at, worker, data FROM log_entry
       WHERE type = 'box-mounted' AND json_extract(data, '$.about') = ? AND job_id IS NOT NULL
       ORDER BY number DESC LIMIT ?`,
    )
    .all(about, limit);
}

/** The entries that order removals elsewhere or take such orders back, newest first. The terms repeat the index's own words. */
export function removalEntries(
  sqlite: Sqlite,
): IterableIterator<Pick<LogEntryRow, 'id' | 'at' | 'type' | 'data'>> {
  return sqlite
    .prepare<[], Pick<LogEntryRow, 'id' | 'at' | 'type' | 'data'>>(
      `SELECT id, at, type, data FROM log_entry WHERE type = 'copies-removed' ORDER BY number DESC`,
    )
    .iterate();
}
