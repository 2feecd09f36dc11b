import { z } from 'zod';
import { attachmentType } from '../../shared/relay/attachments.ts';
import type { OverQuota, PieceKeeping, StoredAttachment } from './attachments-store.ts';
import { UNFINISHED_BYTES, UNFINISHED_FILES } from './budgets.ts';

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
