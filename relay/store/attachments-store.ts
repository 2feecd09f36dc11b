import type { AttachmentDigest, AttachmentState, AttachmentType } from '../../shared/relay/attachments.ts';
import type { Instant } from '../../shared/time.ts';
import type { FeedKey } from './results-store.ts';

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
 * a file that was removed on request: `removed`, and nothing of it is there.
 */
export type PieceKeeping = {
  readonly fits: boolean;
  readonly attachment: StoredAttachment;
  readonly removed?: boolean | undefined;
};

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
  /** Forgets files that were begun before the instant and are not complete. Returns how many. */
  readonly dropUnfinishedBefore: (before: Instant) => Promise<number>;
  /** Forgets complete files that were begun before the instant, at most `limit`, the oldest first. Returns how many. */
  readonly dropCompleteBefore: (before: Instant, limit: number) => Promise<number>;
};
