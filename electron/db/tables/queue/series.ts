import type { JobId, SeriesId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { JobRow } from './jobs.ts';

/** A series of alike cars. `shares` is JSON that jobs/series parses. */
export interface SeriesRow {
  readonly id: SeriesId;
  readonly shares: string;
  readonly planned: number | null;
  readonly started_at: Instant;
  readonly ended_at: Instant | null;
}

/** Adds a series. */
export function insertSeries({ sqlite }: WriteContext, row: SeriesRow): void {
  sqlite
    .prepare<SeriesRow>(
      `INSERT INTO series (id, shares, planned, started_at, ended_at)
       VALUES (@id, @shares, @planned, @started_at, @ended_at)`,
    )
    .run(row);
}

/** One series. */
export function readSeries(sqlite: Sqlite, id: SeriesId): SeriesRow | undefined {
  return sqlite.prepare<[SeriesId], SeriesRow>('SELECT * FROM series WHERE id = ?').get(id);
}

/** Those that go on, the newest first. */
export function openSeries(sqlite: Sqlite): readonly SeriesRow[] {
  return sqlite
    .prepare<[], SeriesRow>('SELECT * FROM series WHERE ended_at IS NULL ORDER BY started_at DESC, id')
    .all();
}

/** The values that the cars share from now on. */
export function writeShares({ sqlite }: WriteContext, id: SeriesId, shares: string): void {
  sqlite.prepare<[string, SeriesId]>('UPDATE series SET shares = ? WHERE id = ?').run(shares, id);
}

/** Ends a series. */
export function endSeriesRow({ sqlite }: WriteContext, id: SeriesId, at: Instant): void {
  sqlite
    .prepare<[Instant, SeriesId]>('UPDATE series SET ended_at = ? WHERE id = ? AND ended_at IS NULL')
    .run(at, id);
}

/** The jobs of a series in the order they were begun. */
export function jobsOfSeries(sqlite: Sqlite, id: SeriesId): readonly JobRow[] {
  return sqlite
    .prepare<[SeriesId], JobRow>('SELECT * FROM job WHERE series_id = ? ORDER BY series_number')
    .all(id);
}

/** Makes a job the next one of a series. */
export function putInSeries({ sqlite }: WriteContext, job: JobId, series: SeriesId): void {
  sqlite
    .prepare<{ job: JobId; series: SeriesId }>(
      `UPDATE job SET series_id = @series, series_number =
         (SELECT coalesce(max(series_number), 0) + 1 FROM job WHERE series_id = @series) WHERE id = @job`,
    )
    .run({ job, series });
}

/** A discarded job is no car of its series. */
export function takeOutOfSeries({ sqlite }: WriteContext, job: JobId): void {
  sqlite.prepare<[JobId]>('UPDATE job SET series_id = NULL, series_number = NULL WHERE id = ?').run(job);
}
