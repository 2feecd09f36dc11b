import type { Sqlite } from '../db/open.ts';
import { readPicture } from '../db/tables/directory/keys.ts';

/** A stored picture as a data URL; null when it is not stored. */
export function storedPicture(sqlite: Sqlite, url: string): string | null {
  const row = readPicture(sqlite, url);
  return row === undefined ? null : `data:${row.content_type};base64,${row.bytes.toString('base64')}`;
}
