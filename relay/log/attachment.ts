import { createHash } from 'node:crypto';
import { HEADER_WITHIN, isDecodable } from '../../shared/picture-size.ts';
import type { AttachmentKey, AttachmentsStore, StoredAttachment } from '../store/attachments-store.ts';

/** The bytes of a file, piece by piece, so that no more than one is in memory. */
export async function* piecesOf(
  store: AttachmentsStore,
  key: AttachmentKey,
  { received }: Pick<StoredAttachment, 'received'>,
): AsyncGenerator<Buffer> {
  let start = 0;
  while (start < received) {
    const piece = await store.readPiece(key, start);
    if (piece === null) throw new Error('an attachment has a hole');
    yield piece;
    start += piece.length;
  }
}

/**
 * Decides about a file whose bytes are all there and that was not checked yet: complete when they have the digest, else
 * forgotten, so that it can be sent again. A picture is also forgotten when its header does not tell its size, or a size that
 * readers refuse to decode. Anything else stays as it is.
 *
 * @returns the file as it stands now, or why it was forgotten; `wrong-digest` also when it is not there any more.
 */
export async function settle(
  store: Pick<AttachmentsStore, 'readPiece' | 'dropAttachment' | 'completeAttachment' | 'findAttachment'>,
  key: AttachmentKey,
  attachment: StoredAttachment,
): Promise<StoredAttachment | 'wrong-digest' | 'not-decodable'> {
  if (attachment.complete || attachment.received < attachment.total) return attachment;
  const digest = createHash('sha256');
  const head: Buffer[] = [];
  let start = 0;
  while (start < attachment.received) {
    const piece = await store.readPiece(key, start);
    // Sent twice at the same moment: the other one was first to see that the bytes are wrong.
    if (piece === null) return 'wrong-digest';
    digest.update(piece);
    if (start < HEADER_WITHIN) head.push(piece.subarray(0, HEADER_WITHIN - start));
    start += piece.length;
  }
  if (digest.digest('hex') !== key.sha256) {
    await store.dropAttachment(key);
    return 'wrong-digest';
  }
  if (attachment.mediaType !== 'application/pdf' && !isDecodable(attachment.mediaType, Buffer.concat(head))) {
    await store.dropAttachment(key);
    return 'not-decodable';
  }
  await store.completeAttachment(key);
  // A file discarded meanwhile is not reported as complete.
  const settled = await store.findAttachment(key);
  return settled?.complete === true ? settled : 'wrong-digest';
}
