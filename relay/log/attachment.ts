import { createHash } from 'node:crypto';
import { HEADER_WITHIN, isDecodable } from '../../shared/picture-size.ts';
import type { AttachmentKey, AttachmentsStore, StoredAttachment } from '../store/attachments-store.ts';

/**
 * The bytes of a file, piece by piece, so that only one piece is in memory. Throws at a missing piece: the connection
 * then ends early, and the reader's digest check fails.
 */
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
 * Settles a file whose bytes are all present and unchecked: complete if they have the digest, else dropped, so that it
 * can be sent again. A picture is also dropped if its header does not state its size, or states a size that readers
 * refuse to decode. Any other file stays unchanged.
 *
 * @returns the file's present state, or why it was dropped; `wrong-digest` also when the file no longer exists.
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
    // The file was sent twice at the same moment, and the other request found the wrong bytes first.
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
  // Read again: a file that was dropped in the meantime must not be reported as complete.
  const settled = await store.findAttachment(key);
  return settled?.complete === true ? settled : 'wrong-digest';
}
