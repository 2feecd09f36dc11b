import {
  type AttachmentDigest,
  type AttachmentState,
  type AttachmentType,
  attachmentType,
} from '../../shared/relay/attachments.ts';
import type { Instant } from '../../shared/time.ts';
import type { FeedKey } from './results-store.ts';
import { z } from 'zod';
import { UNFINISHED_BYTES, UNFINISHED_FILES } from './budgets.ts';

/** A file belongs to one environment and customer: the same bytes of another are another file. */
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
 * `fits` is false when the piece does not begin where the others end, or is of a file of another size: it was not kept. Nor was one of
 * a file that was removed on request: `removed`, and nothing of it is there. Nor was one beyond what its token may bring: `over`.
 */
export type PieceKeeping = {
  readonly fits: boolean;
  readonly attachment: StoredAttachment;
  readonly removed?: boolean | undefined;
  readonly over?: OverQuota | undefined;
};

/** `day`: the token has brought its bytes of this day. `unfinished`: too many of its files lack a part. */
export type OverQuota = 'day' | 'unfinished';

/** Files that log entries tell of, kept in pieces. */
export type AttachmentsStore = {
  /** Durable when it resolves. */
  readonly addPiece: (piece: AttachmentPiece) => Promise<PieceKeeping>;
  readonly findAttachment: (key: AttachmentKey) => Promise<StoredAttachment | null>;
  /** The piece that begins at `start`; null = there is none. */
  readonly readPiece: (key: AttachmentKey, start: number) => Promise<Buffer | null>;
  /** All bytes are there and have the digest. */
  readonly completeAttachment: (key: AttachmentKey) => Promise<void>;
  /** Forgets a file that is not complete. */
  readonly dropAttachment: (key: AttachmentKey) => Promise<void>;
  /** Whether a file belongs to what an installer's token may read: its own, one of its own jobs, or one that a mounting note shows. */
  readonly mayReadAttachment: (key: AttachmentKey, tokenId: number) => Promise<boolean>;
  /** Deletes the bytes of one file that was removed on request. False = there is none left. */
  readonly purgeRemoved: () => Promise<boolean>;
  /** Forgets files that are not complete and of which nothing came since the instant, at most `limit`. Returns how many. */
  readonly dropUnfinishedBefore: (before: Instant, limit: number) => Promise<number>;
  /** Forgets complete files that were begun before the instant, at most `limit`, the oldest first. Returns how many. */
  readonly dropCompleteBefore: (before: Instant, limit: number) => Promise<number>;
};

/** SQLite gives 0 and 1 for a boolean. */
const truth = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

export const ATTACHMENT_COLUMNS = 'media_type, total, received, complete';

/** A row of either store. */
export const attachmentRow = z
  .object({ media_type: attachmentType, total: z.number(), received: z.number(), complete: truth })
  .transform(({ media_type, ...same }): StoredAttachment => ({ ...same, mediaType: media_type }));

export const pieceRow = z.object({ bytes: z.instanceof(Buffer) });

/** The answer to a piece that its token may not bring now. */
export const overQuota = (attachment: StoredAttachment, over: OverQuota): PieceKeeping => ({
  fits: false,
  over,
  attachment,
});

/** All files of a token of which a part is missing, of either store. */
export const unfinishedRow = z.object({ files: z.coerce.number(), bytes: z.coerce.number() });

/** Whether one more piece is too much for what a token may leave unfinished. */
export const leavesTooMuch = (
  { files, bytes }: z.infer<typeof unfinishedRow>,
  piece: { readonly start: number; readonly bytes: Uint8Array },
): boolean =>
  bytes + piece.bytes.length > UNFINISHED_BYTES || (piece.start === 0 && files > UNFINISHED_FILES);

/** The answer to a piece of a file that was removed on request. */
export const notTakenAgain = ({
  total,
  mediaType,
}: Pick<StoredAttachment, 'total' | 'mediaType'>): PieceKeeping => ({
  fits: false,
  removed: true,
  attachment: { received: 0, total, complete: false, mediaType },
});

/** Whether a piece goes on where the file stands. */
export const pieceFits = (
  { received, total, complete }: StoredAttachment,
  piece: { readonly start: number; readonly total: number },
): boolean => !complete && piece.start === received && piece.total === total;
