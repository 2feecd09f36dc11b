import type { JobKind, StepName } from '../../../../shared/domain/job-steps.ts';
import type { CarId, JobId, ProductId, SeriesId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { ofLatestReview } from './reviews.ts';

/* The jobs of this laptop in queue.db, with their search text and their series, and the drafts of forms. */

/** A job. `data` is JSON that jobs/ parses; it repeats no facts of its operations. */
export interface JobRow {
  readonly id: JobId;
  readonly kind: JobKind;
  readonly worker: string;
  readonly data: string;
  /** Digest of the job.json of a headless run; null for jobs of the window. */
  readonly intent_digest: string | null;
  /** The series of alike cars it belongs to. */
  readonly series_id: SeriesId | null;
  /** Its place in the series, from 1. */
  readonly series_number: number | null;
  readonly started_at: Instant;
  readonly updated_at: Instant;
  readonly finished_at: Instant | null;
}

/** The columns of a new row; its series is set later. */
type NewJobRow = Omit<JobRow, 'series_id' | 'series_number'>;

/** Adds a job, of no series. */
export function insertJob({ sqlite }: WriteContext, row: NewJobRow): void {
  sqlite
    .prepare<NewJobRow>(
      `INSERT INTO job (id, kind, worker, data, intent_digest, started_at, updated_at, finished_at)
       VALUES (@id, @kind, @worker, @data, @intent_digest, @started_at, @updated_at, @finished_at)`,
    )
    .run(row);
}

/** Replaces a job's data. */
export function updateJob(
  { sqlite }: WriteContext,
  row: Pick<JobRow, 'id' | 'data' | 'updated_at' | 'finished_at'>,
): void {
  sqlite
    .prepare<Pick<JobRow, 'id' | 'data' | 'updated_at' | 'finished_at'>>(
      'UPDATE job SET data = @data, updated_at = @updated_at, finished_at = @finished_at WHERE id = @id',
    )
    .run({ id: row.id, data: row.data, updated_at: row.updated_at, finished_at: row.finished_at });
}

/** One job. */
export function readJob(sqlite: Sqlite, id: JobId): JobRow | undefined {
  return sqlite.prepare<[JobId], JobRow>('SELECT * FROM job WHERE id = ?').get(id);
}

/** When the job was finished or discarded; null when it is open or missing. */
export function endOfJob(sqlite: Sqlite, id: JobId): Instant | null {
  const end = sqlite.prepare<[JobId], Instant | null>('SELECT finished_at FROM job WHERE id = ?').pluck();
  return end.get(id) ?? null;
}

/** Sets the worker of a job that has none yet: the job belongs to the first person who continues it. */
export function nameWorker({ sqlite }: WriteContext, id: JobId, worker: string): void {
  sqlite.prepare<[string, JobId]>(`UPDATE job SET worker = ? WHERE id = ? AND worker = ''`).run(worker, id);
}

/** Whether any job is stored here. */
export function hasJobs(sqlite: Sqlite): boolean {
  return sqlite.prepare<[]>('SELECT 1 FROM job LIMIT 1').get() !== undefined;
}

/** The newest job of a headless intent. */
export function jobByIntent(sqlite: Sqlite, digest: string): JobRow | undefined {
  return sqlite
    .prepare<[string], JobRow>('SELECT * FROM job WHERE intent_digest = ? ORDER BY started_at DESC LIMIT 1')
    .get(digest);
}

/** A corrected job.json continues the job of its predecessor. */
export function setIntent({ sqlite }: WriteContext, job: JobId, digest: string): void {
  sqlite.prepare<[string, JobId]>('UPDATE job SET intent_digest = ? WHERE id = ?').run(digest, job);
}

/**
 * Jobs on Home: unfinished ones, ones with unfinished operations, ones with rework, and ones finished since
 * `finishedSince`.
 */
export function jobsForHome(sqlite: Sqlite, finishedSince: Instant): readonly JobRow[] {
  return sqlite
    .prepare<[Instant], JobRow>(
      // Each condition uses its own index: after some years a laptop has ten thousand jobs that match none of them.
      `SELECT * FROM job WHERE id IN (
         SELECT id FROM job WHERE finished_at IS NULL
         UNION ALL SELECT id FROM job WHERE finished_at >= ?
         UNION ALL SELECT job_id FROM operation WHERE state NOT IN ('done', 'failed', 'cancelled')
         UNION ALL SELECT job_id FROM review AS asked WHERE verdict = 'rework'
           AND ${ofLatestReview('verdict', 'asked.job_id')} = 'rework'
           AND NOT EXISTS (SELECT 1 FROM rework WHERE rework.review_id = ${ofLatestReview('id', 'asked.job_id')}
             AND done_at IS NOT NULL))
       ORDER BY started_at DESC`,
    )
    .all(finishedSince);
}

/** The jobs whose crew has a key of the car, also finished and discarded ones, oldest first. */
export function jobsWithCarKeys(sqlite: Sqlite): readonly JobRow[] {
  return sqlite
    .prepare<[], JobRow>(`SELECT * FROM job WHERE instr(data, '"held":[{') > 0 ORDER BY started_at`)
    .all();
}

/** Deletes the job's drafts: a returned job starts with the drafts of its hand-over file. */
export function reopenJob({ sqlite }: WriteContext, id: JobId): void {
  sqlite.prepare<[JobId]>('DELETE FROM draft WHERE job_id = ?').run(id);
}

/** A job as a mirror report names it. */
export interface ReportedJobRow {
  readonly id: JobId;
  /** Unfinished, or with operations that are not through. */
  readonly open: 0 | 1;
  /** Changes with the job, its drafts and its operations. */
  readonly stamp: string;
}

/** The open jobs and those finished since, most recently changed first. */
export function jobsToReport(sqlite: Sqlite, finishedSince: Instant): readonly ReportedJobRow[] {
  return sqlite
    .prepare<[Instant], ReportedJobRow>(
      `SELECT id, finished_at IS NULL OR EXISTS (SELECT 1 FROM operation WHERE job_id = job.id
           AND state NOT IN ('done', 'failed', 'cancelled')) AS open,
         updated_at || ' ' || (SELECT count(*) || ' ' || coalesce(max(saved_at), 0) FROM draft WHERE job_id = job.id)
           || ' ' || (SELECT coalesce(group_concat(state || updated_at), '') FROM operation WHERE job_id = job.id) AS stamp
       FROM job WHERE id IN (
         SELECT id FROM job WHERE finished_at IS NULL
         UNION ALL SELECT id FROM job WHERE finished_at >= ?
         UNION ALL SELECT job_id FROM operation WHERE state NOT IN ('done', 'failed', 'cancelled'))
       ORDER BY updated_at DESC`,
    )
    .all(finishedSince);
}

/** Every job that is not finished. */
export function unfinishedJobs(sqlite: Sqlite): readonly JobRow[] {
  return sqlite.prepare<[], JobRow>('SELECT * FROM job WHERE finished_at IS NULL ORDER BY started_at').all();
}

/**
 * The unfinished jobs of the window whose data is at most this long, begun by this or an unnamed worker and in no
 * series. Longer data is not read, as it would be the larger part of the work.
 */
export function shortUnfinishedJobs(
  sqlite: Sqlite,
  { kind, worker, longest }: Pick<JobRow, 'kind' | 'worker'> & { readonly longest: number },
): readonly JobRow[] {
  return sqlite
    .prepare<[number, JobKind, string], JobRow>(
      `SELECT * FROM job WHERE finished_at IS NULL AND octet_length(data) <= ? AND kind = ? AND worker IN ('', ?)
         AND intent_digest IS NULL AND series_id IS NULL ORDER BY started_at`,
    )
    .all(longest, kind, worker);
}

/** The newest jobs, for recents; discarded ones are left out. */
export function newestJobs(sqlite: Sqlite, limit: number): readonly JobRow[] {
  return sqlite
    .prepare<[number], JobRow>(
      `SELECT * FROM job WHERE json_extract(data, '$.discardedAt') IS NULL ORDER BY started_at DESC LIMIT ?`,
    )
    .all(limit);
}

/** Partly filled forms of a job by step. */
export function draftsOf(sqlite: Sqlite, job: JobId): ReadonlyMap<StepName, string> {
  const rows = sqlite
    .prepare<[JobId], { step: StepName; draft: string }>('SELECT step, draft FROM draft WHERE job_id = ?')
    .all(job);
  return new Map(rows.map((row) => [row.step, row.draft]));
}

/** Saves or clears one draft. */
export function writeDraft(
  { sqlite }: WriteContext,
  job: JobId,
  step: StepName,
  draft: string | null,
  at: Instant,
): void {
  if (draft === null) {
    sqlite.prepare<[JobId, StepName]>('DELETE FROM draft WHERE job_id = ? AND step = ?').run(job, step);
    return;
  }
  sqlite
    .prepare<[JobId, StepName, string, Instant]>(
      `INSERT INTO draft (job_id, step, draft, saved_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (job_id, step) DO UPDATE SET draft = excluded.draft, saved_at = excluded.saved_at`,
    )
    .run(job, step, draft, at);
}

/** Upper bound of stored forms outside of jobs; the oldest are evicted first. */
const FORMS_KEPT = 200;

/** A partly filled form outside of a job. `draft` is JSON that the form parses. */
interface FormDraftRow {
  readonly form: string;
  readonly draft: string;
}

/** All half-typed forms outside of jobs. */
export function readFormDrafts(sqlite: Sqlite): readonly FormDraftRow[] {
  return sqlite.prepare<[], FormDraftRow>('SELECT form, draft FROM form_draft ORDER BY form').all();
}

/** Saves the draft of a form in place of the one before. */
export function saveFormDraft({ sqlite }: WriteContext, { form, draft }: FormDraftRow, at: Instant): void {
  sqlite
    .prepare<[string, string, Instant]>(
      `INSERT INTO form_draft (form, draft, saved_at) VALUES (?, ?, ?)
       ON CONFLICT (form) DO UPDATE SET draft = excluded.draft, saved_at = excluded.saved_at`,
    )
    .run(form, draft, at);
  sqlite
    .prepare<[number]>(
      `DELETE FROM form_draft WHERE form IN
         (SELECT form FROM form_draft ORDER BY saved_at DESC, form LIMIT -1 OFFSET ?)`,
    )
    .run(FORMS_KEPT);
}

/** Removes the draft of a form, if there is one. */
export function removeFormDraft({ sqlite }: WriteContext, form: string): void {
  sqlite.prepare<[string]>('DELETE FROM form_draft WHERE form = ?').run(form);
}

/** A Box that a job of this laptop took out as defective or lost. */
export interface UnfitRemoval {
  readonly serial: string;
  readonly condition: 'defective' | 'lost';
  readonly at: Instant;
}

/** Removals and swaps with a defective or lost Box, unless their removal was cancelled; newest first. */
export function unfitRemovals(sqlite: Sqlite): readonly UnfitRemoval[] {
  return sqlite
    .prepare<[], UnfitRemoval>(
      `SELECT json_extract(job.data, '$.oldBox.serialNumber') AS serial, json_extract(job.data, '$.out.at') AS at,
         iif(json_extract(job.data, '$.out.reason.code') = 'defective', 'defective',
           json_extract(job.data, '$.out.reason.condition')) AS condition
       FROM job JOIN operation ON operation.id = json_extract(job.data, '$.out.operation')
       WHERE job.kind IN ('removal', 'swap')
         AND (json_extract(job.data, '$.out.reason.code') = 'defective'
           OR json_extract(job.data, '$.out.reason.condition') IN ('defective', 'lost'))
         AND operation.state NOT IN ('cancelled', 'failed')
       ORDER BY at DESC`,
    )
    .all();
}

/** A Box that is reserved by a job of this laptop, with the job's car. */
interface HeldBox {
  readonly serial: string;
  readonly sentAs: string;
  readonly product: ProductId | null;
  readonly carId: CarId | null;
  /** The car's plate or name. */
  readonly car: string;
  readonly installed: 0 | 1;
}

/**
 * Boxes that other jobs hold: unfinished jobs, jobs of the same series, and jobs whose installation has not ended. A
 * failed or cancelled installation holds no Box.
 */
export function boxesOfOtherJobs(
  sqlite: Sqlite,
  { id, series_id }: Pick<JobRow, 'id' | 'series_id'>,
): readonly HeldBox[] {
  return sqlite
    .prepare<[SeriesId | null, JobId], HeldBox>(
      // Each condition uses its own index: after some years a laptop has ten thousand jobs that match none of them.
      `SELECT json_extract(job.data, '$.box.serialNumber') AS serial,
         json_extract(job.data, '$.box.lookupSerial') AS sentAs,
         json_extract(job.data, '$.box.productId') AS product,
         json_extract(job.data, '$.car.id') AS carId,
         coalesce(json_extract(job.data, '$.car.licensePlate'), json_extract(job.data, '$.car.name'), '') AS car,
         coalesce(operation.state = 'done', 0) AS installed
       FROM job LEFT JOIN operation ON operation.id = json_extract(job.data, '$.box.operation')
       WHERE job.id IN (
           SELECT id FROM job WHERE finished_at IS NULL
           UNION ALL SELECT job_id FROM operation WHERE kind = 'install' AND state NOT IN ('done', 'failed', 'cancelled')
           UNION ALL SELECT id FROM job WHERE series_id = ?)
         AND job.id <> ? AND serial IS NOT NULL
         AND coalesce(operation.state, '') NOT IN ('failed', 'cancelled')
       ORDER BY job.started_at DESC`,
    )
    .all(series_id, id);
}

/** Stores the search text of a job; `text` is folded already. */
export function writeJobSearch({ sqlite }: WriteContext, job: JobId, text: string): void {
  sqlite
    .prepare<[string, JobId]>(
      `INSERT INTO job_search (job_id, started_at, search_text) SELECT id, started_at, ? FROM job WHERE id = ?
       ON CONFLICT (job_id) DO UPDATE SET search_text = excluded.search_text WHERE search_text <> excluded.search_text`,
    )
    .run(text, job);
}

/** Jobs that contain every folded word, newest first. Only the returned rows are read. */
export function jobsHolding(sqlite: Sqlite, words: readonly string[], limit: number): readonly JobRow[] {
  const holds = words.map(() => 'instr(search_text, ?) > 0').join(' AND ');
  return sqlite
    .prepare<(string | number)[], JobRow>(
      `SELECT job.* FROM (
         SELECT job_id FROM job_search INDEXED BY job_search_by_time WHERE ${holds}
         ORDER BY started_at DESC LIMIT ?) AS found
       CROSS JOIN job ON job.id = found.job_id ORDER BY job.started_at DESC`,
    )
    .all(...words, limit);
}

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

/** Series that are still open, newest first. */
export function openSeries(sqlite: Sqlite): readonly SeriesRow[] {
  return sqlite
    .prepare<[], SeriesRow>('SELECT * FROM series WHERE ended_at IS NULL ORDER BY started_at DESC, id')
    .all();
}

/** Sets the values that the cars share from now on. */
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

/** Removes a discarded job from its series. */
export function takeOutOfSeries({ sqlite }: WriteContext, job: JobId): void {
  sqlite.prepare<[JobId]>('UPDATE job SET series_id = NULL, series_number = NULL WHERE id = ?').run(job);
}
