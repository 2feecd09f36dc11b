import type { JobId } from '../../shared/ids.ts';
import { isDecodable } from '../../shared/picture-size.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Instant } from '../../shared/time.ts';
import type { WriteContext } from '../db/open.ts';
import { withdrawAttachment, readAttachment } from '../db/tables/queue/attachments.ts';
import type { JobData } from './job-data.ts';
import type { JobParts } from './parts.ts';

/** A photo whose bytes are on disk; `total` is their number. */
interface KeptPhoto {
  readonly digest: AttachmentDigest;
  readonly total: number;
}

/**
 * Puts a photo on disk, without what the camera wrote beside the picture. ProblemError `picture-unusable`, also where it has more pixels
 * than are ever decoded.
 */
export function keepPhoto({ attachments }: Pick<JobParts, 'attachments'>, bytes: Uint8Array): KeptPhoto {
  const plain = bytes.byteLength > LARGEST_PICTURE ? null : plainJpeg(bytes);
  if (plain === null || !isDecodable('image/jpeg', plain))
    throw new ProblemError(makeProblem('picture-unusable'));
  return { digest: attachments.keep(plain), total: plain.byteLength };
}

/** Pictures that were taken out of a job are not sent, unless it has the same one elsewhere (`left`), or another job has. */
export function withdrawFrom(
  context: WriteContext,
  job: JobId,
  taken: readonly AttachmentDigest[],
  left: JobData,
  at: Instant,
): void {
  const rest = JSON.stringify(left);
  for (const sha256 of taken) {
    if (rest.includes(sha256)) continue;
    withdrawAttachment(context, { sha256, job, at });
    context.changed('status');
  }
}

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

/** The largest picture a job keeps, in bytes: the window makes them smaller than this. */
export const LARGEST_PICTURE = 4 * 1024 * 1024;

/**
 * A JPEG without what cameras write beside the picture (place, time, serial numbers): its APP1 to APP15 and comment
 * segments are left out. Null for what is no JPEG.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    // The picture itself begins: from here on there are no more segments to tell apart.
    if (marker === 0xda) {
      kept.push(bytes.subarray(at));
      return Buffer.concat(kept);
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return null;
    const tells = (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe;
    if (!tells) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Does this begin as a PNG does? */
export function isPng(bytes: Uint8Array): boolean {
  return PNG_START.every((byte, index) => bytes[index] === byte);
}
