import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { Instant } from '../../../../shared/time.ts';

/* The projected jobs in supervision.db, with their search words, photos, cars and index parts. */

/** Marks a job for a new projection. */
export function markStale({ sqlite }: WriteContext, job: number): void {
  sqlite.prepare<[number]>('INSERT INTO stale_job (job) VALUES (?) ON CONFLICT DO NOTHING').run(job);
}

/** Removes the mark after the projection. */
export function unmarkStale({ sqlite }: WriteContext, job: number): void {
  sqlite.prepare<[number]>('DELETE FROM stale_job WHERE job = ?').run(job);
}

/** The next stale jobs, newest first: the newest are displayed most. */
export function staleJobs(sqlite: Sqlite, limit: number): readonly number[] {
  return sqlite
    .prepare<[number], number>('SELECT job FROM stale_job ORDER BY job DESC LIMIT ?')
    .pluck()
    .all(limit);
}

export function countStale(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT count(*) FROM stale_job').pluck().get() ?? 0;
}

/** A projected job. */
interface ProjectedJob {
  readonly job: number;
  /** A SupervisionRow as JSON. */
  readonly row: string;
  /** ExportFacts as JSON. */
  readonly exported: string;
  readonly plate: string | null;
  readonly serial: string | null;
  /** The search keys of the car and its Boxes, folded. */
  readonly car: string;
  /** All words of its log, for the text search. */
  readonly text: string;
}

export function writeJob(
  { sqlite }: WriteContext,
  { job, row, exported, text, ...head }: ProjectedJob,
): void {
  sqlite.prepare<[number, string]>('INSERT OR REPLACE INTO job_row (job, row) VALUES (?, ?)').run(job, row);
  sqlite
    .prepare<[number, string]>('INSERT OR REPLACE INTO job_export (job, facts) VALUES (?, ?)')
    .run(job, exported);
  sqlite
    .prepare<typeof head & { job: number }>(
      'INSERT OR REPLACE INTO job_head (job, plate, serial, car) VALUES (@job, @plate, @serial, @car)',
    )
    .run({ job, ...head });
  sqlite.prepare<[number]>('DELETE FROM job_text WHERE rowid = ?').run(job);
  sqlite.prepare<[number, string]>('INSERT INTO job_text (rowid, text) VALUES (?, ?)').run(job, text);
}

/** Projected rows as JSON, by the job's integer key. */
export function readRow(sqlite: Sqlite, job: number): string | null {
  return sqlite.prepare<[number], string>('SELECT row FROM job_row WHERE job = ?').pluck().get(job) ?? null;
}

/** The facts for exports as JSON; null when entries arrived since the projection. */
export function readExportFacts(sqlite: Sqlite, job: number): string | null {
  return (
    sqlite
      .prepare<[number], string>(
        'SELECT facts FROM job_export AS kept WHERE job = ? AND NOT EXISTS (SELECT 1 FROM stale_job WHERE job = kept.job)',
      )
      .pluck()
      .get(job) ?? null
  );
}

/** Jobs whose car or Box contains this folded text. */
export function jobsOfCar(sqlite: Sqlite, folded: string): readonly number[] {
  return sqlite
    .prepare<[string], number>('SELECT job FROM job_head WHERE instr(car, ?) > 0')
    .pluck()
    .all(folded);
}

/** Jobs with all these words; `match` is an FTS5 expression. */
export function jobsContaining(sqlite: Sqlite, match: string): readonly number[] {
  return sqlite
    .prepare<[string], number>('SELECT rowid FROM job_text WHERE job_text MATCH ?')
    .pluck()
    .all(match);
}

/** All jobs sorted by a text column; rows without it are left out. */
export function jobsInOrderOf(sqlite: Sqlite, column: 'plate' | 'serial'): readonly number[] {
  return sqlite
    .prepare<[], number>(`SELECT job FROM job_head WHERE ${column} IS NOT NULL ORDER BY ${column}`)
    .pluck()
    .all();
}

/** A photo that a job shows. */
export interface JobPhotoRow {
  readonly digest: AttachmentDigest;
  readonly job: number;
  readonly item: string | null;
  readonly removed: number;
}

export function photosOfJob(sqlite: Sqlite, job: number): readonly JobPhotoRow[] {
  return sqlite.prepare<[number], JobPhotoRow>('SELECT * FROM job_photo WHERE job = ?').all(job);
}

/** Jobs that show a photo and have not removed it since. */
export function jobsWithPhoto(sqlite: Sqlite, digest: AttachmentDigest): readonly number[] {
  return sqlite
    .prepare<[AttachmentDigest], number>('SELECT job FROM job_photo WHERE digest = ? AND removed = 0')
    .pluck()
    .all(digest);
}

/** The other jobs that show a photo and have not removed it since; at most two of them. */
export function otherJobsWithPhoto(sqlite: Sqlite, digest: AttachmentDigest, job: number): readonly number[] {
  return sqlite
    .prepare<[AttachmentDigest, number], number>(
      'SELECT job FROM job_photo WHERE digest = ? AND removed = 0 AND job <> ? LIMIT 2',
    )
    .pluck()
    .all(digest, job);
}

export function writePhotos({ sqlite }: WriteContext, job: number, photos: readonly JobPhotoRow[]): void {
  sqlite.prepare<[number]>('DELETE FROM job_photo WHERE job = ?').run(job);
  for (const photo of photos) {
    sqlite
      .prepare<JobPhotoRow>(
        'INSERT INTO job_photo (digest, job, item, removed) VALUES (@digest, @job, @item, @removed)',
      )
      .run(photo);
  }
}

/** Whether any job's log refers to this picture. */
export function namesPicture(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  return (
    sqlite
      .prepare<[AttachmentDigest], number>('SELECT 1 FROM job_photo WHERE digest = ? LIMIT 1')
      .pluck()
      .get(digest) !== undefined
  );
}

/** The integer key of a word, created if new; 0 = ''. */
export function wordNumber({ sqlite }: WriteContext, word: string): number {
  if (word === '') return 0;
  const find = sqlite.prepare<[string], number>('SELECT ordinal FROM word WHERE word = ?').pluck();
  const known = find.get(word);
  if (known !== undefined) return known;
  return Number(sqlite.prepare<[string]>('INSERT INTO word (word) VALUES (?)').run(word).lastInsertRowid);
}

/** Deletes words that no job uses any more. */
export function deleteWords({ sqlite }: WriteContext, numbers: readonly number[]): void {
  const remove = sqlite.prepare<[number]>('DELETE FROM word WHERE ordinal = ?');
  for (const number of numbers) remove.run(number);
}

/** Rewrites some pages of the search index without removed words; false = finished. */
export function rewriteIndex({ sqlite }: WriteContext, pages: number, begins: boolean): boolean {
  const changes = () => sqlite.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  const before = changes();
  // A negative number starts a merge of all index segments, a positive one continues it (FTS5).
  sqlite
    .prepare<[number]>("INSERT INTO job_text (job_text, rank) VALUES ('merge', ?)")
    .run(begins ? -pages : pages);
  // The merge command itself counts as one change.
  return changes() - before >= 2;
}

/** All words by their number. */
export function allWords(sqlite: Sqlite): readonly (readonly [number, string])[] {
  return sqlite
    .prepare<[], { ordinal: number; word: string }>('SELECT ordinal, word FROM word')
    .all()
    .map(({ ordinal, word }) => [ordinal, word]);
}

/** The ids of existing jobs, by integer key. */
export function jobIdsOf(sqlite: Sqlite, jobs: readonly number[]): readonly JobId[] {
  return sqlite
    .prepare<[string], JobId>(
      `SELECT job_id FROM json_each(?) AS wanted JOIN job ON job.ordinal = wanted.value ORDER BY wanted.key`,
    )
    .pluck()
    .all(JSON.stringify(jobs));
}

/** A job's car, and the group to which this job added it. */
export interface JobCarRow {
  readonly job: number;
  /** The operator's number. */
  readonly car: number;
  readonly started: Instant;
  readonly own_group: string | null;
}

/**
 * Stores a job's car, null = unknown. Returns the other jobs whose group changes with it: those after a job with a group,
 * up to the next one with a group.
 */
export function writeJobCar(context: WriteContext, job: number, row: JobCarRow | null): readonly number[] {
  const { sqlite } = context;
  const before = sqlite.prepare<[number], JobCarRow>('SELECT * FROM job_car WHERE job = ?').get(job);
  const same =
    before === undefined
      ? row === null
      : row?.car === before.car && row.started === before.started && row.own_group === before.own_group;
  if (same) return [];
  sqlite.prepare<[number]>('DELETE FROM job_car WHERE job = ?').run(job);
  if (row !== null) {
    sqlite
      .prepare<JobCarRow>(
        'INSERT INTO job_car (job, car, started, own_group) VALUES (@job, @car, @started, @own_group)',
      )
      .run(row);
  }
  const after = sqlite
    .prepare<JobCarRow, number>(
      `SELECT job FROM job_car WHERE car = @car AND started > @started AND job <> @job AND started <= ifnull(
         (SELECT started FROM job_car WHERE car = @car AND started > @started AND own_group IS NOT NULL
          ORDER BY started LIMIT 1), 9e999)`,
    )
    .pluck();
  const affected = (one: JobCarRow | null) => (one === null || one.own_group === null ? [] : after.all(one));
  return [...new Set([...affected(before ?? null), ...affected(row)])];
}

/**
 * The group to which the last job before `started` added this car; null = none. Among jobs of one moment their ids
 * decide, because the ordinals follow the order of arrival.
 */
export function groupOfCar(
  sqlite: Sqlite,
  { car, started }: Pick<JobCarRow, 'car' | 'started'>,
): string | null {
  return (
    sqlite
      .prepare<Pick<JobCarRow, 'car' | 'started'>, string>(
        `SELECT own_group FROM job_car JOIN job ON job.ordinal = job_car.job
         WHERE car = @car AND own_group IS NOT NULL AND started = (
           SELECT started FROM job_car WHERE car = @car AND started < @started AND own_group IS NOT NULL
           ORDER BY started DESC LIMIT 1)
         ORDER BY job_id DESC LIMIT 1`,
      )
      .pluck()
      .get({ car, started }) ?? null
  );
}

/** A block of the job index for neighbouring jobs: see electron/supervision/job-index/job-index.ts. */
interface IndexPartRow {
  readonly part: number;
  readonly numbers: Uint8Array;
}

/** All blocks in order. */
export function allIndexParts(sqlite: Sqlite): readonly IndexPartRow[] {
  return sqlite.prepare<[], IndexPartRow>('SELECT part, numbers FROM board_part ORDER BY part').all();
}

/** Undefined when none of its jobs was ever written. */
export function readIndexPart(sqlite: Sqlite, part: number): Uint8Array | undefined {
  return sqlite
    .prepare<[number], Uint8Array>('SELECT numbers FROM board_part WHERE part = ?')
    .pluck()
    .get(part);
}

export function writeIndexPart({ sqlite }: WriteContext, { part, numbers }: IndexPartRow): void {
  sqlite
    .prepare<[number, Uint8Array]>('INSERT OR REPLACE INTO board_part (part, numbers) VALUES (?, ?)')
    .run(part, numbers);
}
