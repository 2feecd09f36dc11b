import { z } from 'zod';
import { createHash } from 'node:crypto';
import { environment, customerId } from '../../shared/ids.ts';
import {
  type AttachmentDigest,
  attachmentDigest,
  type AttachmentState,
  type AttachmentType,
  attachmentType,
} from '../../shared/relay/attachments.ts';
import type { Instant } from '../../shared/time.ts';
import type { FeedKey } from './results-store.ts';
import { UNFINISHED_BYTES, UNFINISHED_FILES } from './budgets.ts';
import { HEADER_WITHIN, isDecodable } from '../../shared/picture-size.ts';

/** A file belongs to one environment and customer: the same bytes elsewhere are a separate file. */
export type AttachmentKey = FeedKey & { readonly sha256: AttachmentDigest };

export type StoredAttachment = AttachmentState & { readonly mediaType: AttachmentType };

export type AttachmentPiece = AttachmentKey & {
  readonly start: number;
  readonly total: number;
  readonly mediaType: AttachmentType;
  readonly bytes: Uint8Array;
  readonly tokenId: number;
  readonly receivedAt: Instant;
};

/**
 * `fits` is false when the piece was not kept: it does not start where the previous ones end, or belongs to a file of
 * another size. `removed`: the file was removed on request, and nothing of it is kept. `over`: the piece exceeds a
 * budget of its token.
 */
export type PieceKeeping = {
  readonly fits: boolean;
  readonly attachment: StoredAttachment;
  readonly removed?: boolean | undefined;
  readonly over?: OverQuota | undefined;
};

/** `day`: the token has used its bytes for this day. `unfinished`: too many of its files are incomplete. */
export type OverQuota = 'day' | 'unfinished';

/** Files that log entries name, kept in pieces. */
export type AttachmentsStore = {
  /** Durable when it resolves. */
  readonly addPiece: (piece: AttachmentPiece) => Promise<PieceKeeping>;
  readonly findAttachment: (key: AttachmentKey) => Promise<StoredAttachment | null>;
  /** The piece that begins at `start`; null = there is none. */
  readonly readPiece: (key: AttachmentKey, start: number) => Promise<Buffer | null>;
  /** Tests whether the bytes of a file are present to its end, without reading them all. */
  readonly isWhole: (key: AttachmentKey, size: Pick<StoredAttachment, 'received'>) => Promise<boolean>;
  /** Marks a file as complete. The caller has verified its digest. */
  readonly completeAttachment: (key: AttachmentKey) => Promise<void>;
  /** Drops an incomplete file. */
  readonly dropAttachment: (key: AttachmentKey) => Promise<void>;
  /**
   * Tests whether an installer's token may read a file: it brought the file, the file belongs to one of its own jobs,
   * or a mounting note shows it.
   */
  readonly mayReadAttachment: (key: AttachmentKey, tokenId: number) => Promise<boolean>;
  /**
   * The complete file that was begun first among those whose bytes are in the database, after skipping `skip` of
   * them; null = none.
   */
  readonly nextToMove: (skip: number) => Promise<FileToMove | null>;
  /** The name of the external file with the bytes; null = they are in the database, or the attachment is unknown. */
  readonly fileOf: (key: AttachmentKey) => Promise<string | null>;
  /**
   * Records the name of an external file before it is written, so that a file of a relay that ends meanwhile is
   * found and deleted.
   */
  readonly noteStray: (name: string, since: Instant) => Promise<void>;
  /**
   * Replaces the bytes in the database by the noted external file. False: the attachment was moved or removed
   * meanwhile, and the file stays noted.
   */
  readonly moveOut: (key: AttachmentKey, name: string) => Promise<boolean>;
  /**
   * Returns at most `limit` names of files to delete: those of deleted attachments, and those noted before the
   * instant. From then on no attachment can refer to such a file.
   */
  readonly takeStray: (before: Instant, limit: number) => Promise<readonly string[]>;
  /** Removes the note of a deleted file. */
  readonly forgetStray: (name: string) => Promise<void>;
  /** Deletes the bytes of one file that was removed on request. False = there is none left. */
  readonly purgeRemoved: () => Promise<boolean>;
  /** Drops incomplete files that received nothing since the instant, at most `limit`. Returns the number dropped. */
  readonly dropUnfinishedBefore: (before: Instant, limit: number) => Promise<number>;
  /**
   * Drops complete files that were begun before the instant, at most `limit`, oldest first. Returns the number dropped.
   */
  readonly dropCompleteBefore: (before: Instant, limit: number) => Promise<number>;
};

/** The files for installers: attachments that an instruction in force or a publication names. */
export type AttachedFilesStore = {
  /** Tests whether an instruction in force, or any version of the publication, names the file. */
  readonly isAttachedFile: (key: AttachmentKey) => Promise<boolean>;
  /**
   * Sets the age of the files of instructions in force and of the newest publications to zero at this instant, so
   * that retention keeps them. Files that only earlier versions name begin to age.
   */
  readonly renewAttachedFiles: (at: Instant) => Promise<void>;
};

/** A complete file with its size. */
export type FileToMove = AttachmentKey & Pick<StoredAttachment, 'received'>;

/** A row of either store: a complete file whose bytes are in the database. */
export const fileToMoveRow = z
  .object({ environment, customer_id: customerId, sha256: attachmentDigest, received: z.number() })
  .transform(({ customer_id, ...same }): FileToMove => ({ ...same, customerId: customer_id }));

export const fileRow = z.object({ file: z.string().nullable() });

export const strayRow = z.object({ name: z.string() });

/** The bytes of a file's pieces together, from either store. */
export const heldRow = z.object({ held: z.coerce.number() });

/** SQLite returns booleans as 0 and 1. */
const truth = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

export const ATTACHMENT_COLUMNS = 'media_type, total, received, complete';

/** A row of either store as the state of an upload. */
export const attachmentRow = z
  .object({ media_type: attachmentType, total: z.number(), received: z.number(), complete: truth })
  .transform(({ media_type, ...same }): StoredAttachment => ({ ...same, mediaType: media_type }));

export const pieceRow = z.object({ bytes: z.instanceof(Buffer) });

/** The answer to a piece that exceeds a budget of its token. */
export const overQuota = (attachment: StoredAttachment, over: OverQuota): PieceKeeping => ({
  fits: false,
  over,
  attachment,
});

/** The count and bytes of a token's incomplete files, from either store. */
export const unfinishedRow = z.object({ files: z.coerce.number(), bytes: z.coerce.number() });

/** Tests whether one more piece exceeds the budget of incomplete files of a token. */
export const leavesTooMuch = (
  { files, bytes }: z.infer<typeof unfinishedRow>,
  piece: { readonly start: number; readonly bytes: Uint8Array },
): boolean =>
  bytes + piece.bytes.length > UNFINISHED_BYTES || (piece.start === 0 && files > UNFINISHED_FILES);

/** The answer to a piece of a file that was removed on request. */
export const removedEarlier = ({
  total,
  mediaType,
}: Pick<StoredAttachment, 'total' | 'mediaType'>): PieceKeeping => ({
  fits: false,
  removed: true,
  attachment: { received: 0, total, complete: false, mediaType },
});

/** Tests whether a piece continues the file where it ends. */
export const pieceFits = (
  { received, total, complete }: StoredAttachment,
  piece: { readonly start: number; readonly total: number },
): boolean => !complete && piece.start === received && piece.total === total;

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
