import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A key picture as it was fetched. */
export interface PictureRow {
  readonly url: string;
  readonly content_type: string;
  readonly bytes: Buffer;
  readonly fetched_at: Instant;
}

/** Keeps a picture. */
export function upsertPicture({ sqlite }: WriteContext, row: PictureRow): void {
  sqlite
    .prepare<PictureRow>(
      `INSERT INTO picture (url, content_type, bytes, fetched_at) VALUES (@url, @content_type, @bytes, @fetched_at)
       ON CONFLICT (url) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes,
         fetched_at = excluded.fetched_at`,
    )
    .run(row);
}

/** One picture. */
export function readPicture(sqlite: Sqlite, url: string): PictureRow | undefined {
  return sqlite.prepare<[string], PictureRow>('SELECT * FROM picture WHERE url = ?').get(url);
}

/** Whether some key of the catalogue shows this picture. */
export function isKeyPicture(sqlite: Sqlite, url: string): boolean {
  return (
    sqlite.prepare<[string], number>('SELECT 1 FROM key WHERE picture_url = ? LIMIT 1').pluck().get(url) !==
    undefined
  );
}

/** Addresses of key pictures that are not kept yet. */
export function missingPictureUrls(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>(
      `SELECT DISTINCT picture_url FROM key WHERE picture_url IS NOT NULL
         AND picture_url NOT IN (SELECT url FROM picture) ORDER BY picture_url`,
    )
    .pluck()
    .all();
}

/** How many pictures are kept. */
export function countPictures(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT count(*) FROM picture').pluck().get() ?? 0;
}

/** Drops pictures that no key shows any more. */
export function deleteUnusedPictures({ sqlite }: WriteContext): void {
  sqlite
    .prepare<[]>(
      'DELETE FROM picture WHERE url NOT IN (SELECT picture_url FROM key WHERE picture_url IS NOT NULL)',
    )
    .run();
}
