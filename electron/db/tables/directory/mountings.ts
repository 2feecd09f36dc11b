import { z } from 'zod';
import type { BoxCondition } from '../../../../shared/domain/boxes.ts';
import type { JobId, LogEntryId } from '../../../../shared/ids.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import type { Signed } from '../../../../shared/relay/signing.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* Facts of other laptops' logs in directory.db: the places of Boxes with their photos, and conditions of Boxes. */

/** The place of a Box in a job of another laptop; `data` comes from its log entry. */
export interface MountingRow {
  readonly job_id: JobId;
  readonly sequence: number;
  readonly at: Instant;
  readonly worker: string;
  readonly about: string;
  readonly data: string;
}

/** Stores a mounting; per job only the newest is kept. */
export function upsertMounting({ sqlite }: WriteContext, row: MountingRow): void {
  sqlite
    .prepare<MountingRow>(
      `INSERT INTO mounting (job_id, sequence, at, worker, about, data)
       VALUES (@job_id, @sequence, @at, @worker, @about, @data)
       ON CONFLICT (job_id) DO UPDATE SET sequence = excluded.sequence, at = excluded.at, worker = excluded.worker,
         about = excluded.about, data = excluded.data WHERE excluded.at >= mounting.at`,
    )
    .run(row);
}

/** The newest mountings of a car model. */
export function mountingsElsewhere(sqlite: Sqlite, about: string, limit: number): readonly MountingRow[] {
  return sqlite
    .prepare<[string, number], MountingRow>('SELECT * FROM mounting WHERE about = ? ORDER BY at DESC LIMIT ?')
    .all(about, limit);
}

/** The newest mountings of any model. */
export function newestMountings(sqlite: Sqlite, limit: number): readonly MountingRow[] {
  return sqlite.prepare<[number], MountingRow>('SELECT * FROM mounting ORDER BY at DESC LIMIT ?').all(limit);
}

/** Whether a stored mounting refers to this photo. */
export function namesMountingPhoto(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  return (
    sqlite
      .prepare<[string], number>('SELECT 1 FROM mounting WHERE instr(data, ?) > 0 LIMIT 1')
      .pluck()
      .get(digest) !== undefined
  );
}

/** A photo that another laptop took. */
export interface MountingPhotoRow {
  readonly sha256: AttachmentDigest;
  readonly media_type: string;
  readonly bytes: Buffer;
  readonly fetched_at: Instant;
}

/** Upper bound of stored photos; the oldest are evicted first. */
const PHOTOS_KEPT = 300;

/** Stores a photo, and deletes the oldest ones beyond the upper bound. */
export function insertMountingPhoto({ sqlite }: WriteContext, row: MountingPhotoRow): void {
  sqlite
    .prepare<MountingPhotoRow>(
      `INSERT INTO mounting_photo (sha256, media_type, bytes, fetched_at)
       VALUES (@sha256, @media_type, @bytes, @fetched_at) ON CONFLICT (sha256) DO NOTHING`,
    )
    .run(row);
  sqlite
    .prepare<[number]>(
      `DELETE FROM mounting_photo WHERE sha256 NOT IN
         (SELECT sha256 FROM mounting_photo ORDER BY fetched_at DESC LIMIT ?)`,
    )
    .run(PHOTOS_KEPT);
}

/** One photo. */
export function readMountingPhoto(sqlite: Sqlite, digest: AttachmentDigest): MountingPhotoRow | undefined {
  return sqlite
    .prepare<[AttachmentDigest], MountingPhotoRow>('SELECT * FROM mounting_photo WHERE sha256 = ?')
    .get(digest);
}

/** Whether the photo is stored. */
export function hasMountingPhoto(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  return (
    sqlite
      .prepare<[AttachmentDigest], number>('SELECT 1 FROM mounting_photo WHERE sha256 = ?')
      .pluck()
      .get(digest) !== undefined
  );
}

/** All stored mountings. */
export function allMountings(sqlite: Sqlite): readonly MountingRow[] {
  return sqlite.prepare<[], MountingRow>('SELECT * FROM mounting').all();
}

/**
 * Deletes the mountings of some jobs, and these photos. If there are any jobs, all photos of other laptops are deleted
 * too and fetched again.
 */
export function removeMountings(
  { sqlite }: WriteContext,
  { jobs, photos }: { readonly jobs: readonly string[]; readonly photos: readonly AttachmentDigest[] },
): void {
  const remove = sqlite.prepare<[string]>('DELETE FROM mounting WHERE job_id = ?');
  for (const job of jobs) remove.run(job);
  const removePhoto = sqlite.prepare<[AttachmentDigest]>('DELETE FROM mounting_photo WHERE sha256 = ?');
  for (const digest of photos) removePhoto.run(digest);
  if (jobs.length > 0) sqlite.prepare('DELETE FROM mounting_photo').run();
}

/** Deletes all mountings of other laptops, and all their photos. */
export function removeAllMountings({ sqlite }: WriteContext): void {
  sqlite.prepare('DELETE FROM mounting').run();
  sqlite.prepare('DELETE FROM mounting_photo').run();
}

/** The condition of a Box according to another laptop: marked there, or removed there as defective or lost. */
export interface BoxConditionRow {
  /** The folded serial. */
  readonly serial_key: string;
  /** The stand-in for the job or the entry. */
  readonly job_id: JobId;
  readonly condition: BoxCondition;
  /** By the other laptop's clock, and not after the time of the read. */
  readonly at: Instant;
  /** The text that the signature must be of. */
  readonly signed_text: string | null;
  readonly key: Signed['key'] | null;
  readonly signature: Signed['signature'] | null;
}

/**
 * Idempotent: stores one per job. A condition in which the Box may not be fitted is replaced by a later one alone, and not
 * by a mark as good: a relay could otherwise erase it under its own id.
 */
export function upsertBoxCondition({ sqlite }: WriteContext, row: BoxConditionRow): void {
  sqlite
    .prepare<BoxConditionRow>(
      `INSERT INTO box_condition (serial_key, job_id, condition, at, signed_text, key, signature)
       VALUES (@serial_key, @job_id, @condition, @at, @signed_text, @key, @signature)
       ON CONFLICT (serial_key, job_id) DO UPDATE SET condition = excluded.condition, at = excluded.at,
         signed_text = excluded.signed_text, key = excluded.key, signature = excluded.signature
       WHERE excluded.condition <> 'good'
         AND (box_condition.condition = 'good' OR excluded.at >= box_condition.at)`,
    )
    .run(row);
}

/** Upper bound of marks as good that are read per Box, against a relay that hands out any number. */
const MOST_MARKS = 20;

/**
 * The conditions of this Box at other laptops, newest first: the newest in which it may not be fitted, and the signed
 * marks as good after it.
 */
export function conditionsElsewhere(sqlite: Sqlite, serialKey: string): readonly BoxConditionRow[] {
  const unfit = sqlite
    .prepare<[string], BoxConditionRow>(
      "SELECT * FROM box_condition WHERE serial_key = ? AND condition <> 'good' ORDER BY at DESC, job_id LIMIT 1",
    )
    .get(serialKey);
  const good = sqlite
    .prepare<[string, number, number], BoxConditionRow>(
      `SELECT * FROM box_condition
       WHERE serial_key = ? AND condition = 'good' AND at > ? AND signature IS NOT NULL ORDER BY at DESC, job_id LIMIT ?`,
    )
    .all(serialKey, unfit?.at ?? Number.MIN_SAFE_INTEGER, MOST_MARKS);
  return unfit === undefined ? good : [...good, unfit];
}

/** The types of entries that are read from other laptops' logs. */
export const feedType = z.enum(['box-mounted', 'box-leaves', 'box-marked']);
export type FeedType = z.infer<typeof feedType>;

/** The read position in the relay's log for entries of one type. */
export interface LogFeedRow {
  readonly sequence: number;
  /** The entry at that sequence; a different entry there means a different log. Null before the first read. */
  readonly entry_id: LogEntryId | null;
  /** The time of the last read up to the newest entry; null = none has come to its end. */
  readonly read_at: Instant | null;
}

/** Null before the first entry, and when everything is to be read again. */
export function readLogFeed(sqlite: Sqlite, type: FeedType): LogFeedRow | null {
  return (
    sqlite
      .prepare<[FeedType], LogFeedRow>('SELECT sequence, entry_id, read_at FROM log_feed WHERE type = ?')
      .get(type) ?? null
  );
}

/** Advances the position in the transaction that stored the entries; null restarts from the beginning. */
export function writeLogFeed({ sqlite }: WriteContext, type: FeedType, row: LogFeedRow | null): void {
  sqlite.prepare<[FeedType]>('DELETE FROM log_feed WHERE type = ?').run(type);
  if (row === null) return;
  sqlite
    .prepare<LogFeedRow & { readonly type: FeedType }>(
      'INSERT INTO log_feed (type, sequence, entry_id, read_at) VALUES (@type, @sequence, @entry_id, @read_at)',
    )
    .run({ type, ...row });
}
