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
