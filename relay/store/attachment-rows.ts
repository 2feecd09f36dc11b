import { z } from 'zod';
import { attachmentType } from '../../shared/relay/attachments.ts';
import type { PieceKeeping, StoredAttachment } from './attachments-store.ts';

/** SQLite gives 0 and 1 for a boolean. */
const truth = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

export const ATTACHMENT_COLUMNS = 'media_type, total, received, complete';

/** A row of either store. */
export const attachmentRow = z
  .object({ media_type: attachmentType, total: z.number(), received: z.number(), complete: truth })
  .transform(({ media_type, ...same }): StoredAttachment => ({ ...same, mediaType: media_type }));

export const pieceRow = z.object({ bytes: z.instanceof(Buffer) });

/** What is answered to a piece of a file that was removed on request. */
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
