import type { JobId } from '../../shared/ids.ts';
import { isDecodable } from '../../shared/picture-size.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Instant } from '../../shared/time.ts';
import type { WriteContext } from '../db/open.ts';
import { withdrawAttachment } from '../db/tables/queue/attachments.ts';
import type { JobData } from './job-data.ts';
import type { JobParts } from './parts.ts';
import { LARGEST_PICTURE, plainJpeg } from './picture-bytes.ts';

/** A photo whose bytes are on disk; `total` is their number. */
export interface KeptPhoto {
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
