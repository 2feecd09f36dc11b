import type { JobId } from '../../../../shared/ids.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** Where a Box sat in a job of another laptop; `data` is the log entry's. */
export interface MountingRow {
  readonly job_id: JobId;
  readonly sequence: number;
  readonly at: Instant;
  readonly worker: string;
  readonly about: string;
  readonly data: string;
}

/** Keeps one; of a job the newest. */
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

/** The newest of a model. */
export function mountingsElsewhere(sqlite: Sqlite, about: string, limit: number): readonly MountingRow[] {
  return sqlite
    .prepare<[string, number], MountingRow>('SELECT * FROM mounting WHERE about = ? ORDER BY at DESC LIMIT ?')
    .all(about, limit);
}

/** The newest of any model. */
export function newestMountings(sqlite: Sqlite, limit: number): readonly MountingRow[] {
  return sqlite.prepare<[number], MountingRow>('SELECT * FROM mounting ORDER BY at DESC LIMIT ?').all(limit);
}

/** Whether some job shows this photo. */
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

/** So many stay; the ones fetched first go first. */
const PHOTOS_KEPT = 300;

/** Keeps one. */
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

/** Is it kept? */
export function hasMountingPhoto(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  return (
    sqlite
      .prepare<[AttachmentDigest], number>('SELECT 1 FROM mounting_photo WHERE sha256 = ?')
      .pluck()
      .get(digest) !== undefined
  );
}

/** Forgets where Boxes sat in some jobs, and all photos of other laptops where there was one: they are fetched again. */
export function removeMountings({ sqlite }: WriteContext, goes: (row: MountingRow) => boolean): void {
  const going = sqlite.prepare<[], MountingRow>('SELECT * FROM mounting').all().filter(goes);
  const remove = sqlite.prepare<[JobId]>('DELETE FROM mounting WHERE job_id = ?');
  for (const { job_id: job } of going) remove.run(job);
  if (going.length > 0) sqlite.prepare('DELETE FROM mounting_photo').run();
}
