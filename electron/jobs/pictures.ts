import { isDecodable } from '../../shared/picture-size.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { readAttachment } from '../db/tables/queue/attachments.ts';
import type { JobParts } from './parts.ts';

/** A kept picture as a data address; null when it is not there, not whole, or larger than any window may decode. */
export function pictureOf(
  { database, attachments }: Pick<JobParts, 'database' | 'attachments'>,
  digest: AttachmentDigest,
): string | null {
  const row = readAttachment(database.sqlite, digest);
  const bytes = row === undefined ? null : attachments.piece(digest, 0, row.total);
  if (row === undefined || bytes === null || !isDecodable(row.media_type, bytes)) return null;
  return `data:${row.media_type};base64,${Buffer.from(bytes).toString('base64')}`;
}
