import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { piecesOf } from '../log/attachment.ts';
import type { AttachmentKey, AttachmentsStore, StoredAttachment } from '../store/attachments-store.ts';
import { sendProblem } from './problem.ts';

/**
 * Sends a complete file, piece by piece. The first piece is looked for before the answer begins, so that a file that is
 * lost outside the database is answered with a problem and not with a broken download.
 */
export async function sendFile(
  store: AttachmentsStore,
  reply: FastifyReply,
  { key, found }: { readonly key: AttachmentKey; readonly found: StoredAttachment },
): Promise<FastifyReply> {
  if ((await store.readPiece(key, 0)) === null) {
    reply.log.error({ sha256: key.sha256 }, 'the bytes of a file are lost');
    return sendProblem(reply, 'wrong-digest', 'The bytes of this file are damaged or lost at the relay.');
  }
  // A browser must display a laptop's file and never execute it.
  void reply
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'attachment')
    .header('content-length', found.total)
    .type(found.mediaType);
  return reply.send(Readable.from(piecesOf(store, key, found), { highWaterMark: 1 }));
}
