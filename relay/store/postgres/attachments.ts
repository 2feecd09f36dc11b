import type { Instant } from '../../../shared/time.ts';
import { ATTACHMENT_COLUMNS, attachmentRow, notTakenAgain, pieceFits, pieceRow } from '../attachment-rows.ts';
import type { AttachmentKey, AttachmentPiece, PieceKeeping, StoredAttachment } from '../attachments-store.ts';
import type { Database, Queries } from './database.ts';
import { isRemoved } from './removals.ts';

const THIS = 'environment = $1 AND customer_id = $2 AND sha256 = $3';
const keyValues = ({ environment, customerId, sha256 }: AttachmentKey): readonly unknown[] => [
  environment,
  customerId,
  sha256,
];

/** Attachments and their pieces. */
export function attachmentQueries(database: Database) {
  const addNow = async ({ query }: Queries, piece: AttachmentPiece): Promise<PieceKeeping> => {
    const key = keyValues(piece);
    await query({
      text: `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
    });
    // A removal locks it for itself: nothing of a file comes between its looking and its commit.
    await query({ text: 'SELECT id FROM log_sequences FOR SHARE' });
    if (await isRemoved({ query }, piece, 'photo', piece.sha256)) return notTakenAgain(piece);
    await query({
      text: `INSERT INTO attachments (environment, customer_id, sha256, media_type, total, begun_at, token_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      values: [...key, piece.mediaType, piece.total, piece.receivedAt, piece.tokenId],
    });
    const [row] = await query({
      text: `SELECT ${ATTACHMENT_COLUMNS} FROM attachments WHERE ${THIS} FOR UPDATE`,
      values: key,
    });
    const before = attachmentRow.parse(row);
    if (!pieceFits(before, piece)) return { fits: false, attachment: before };
    if (piece.bytes.length === 0) return { fits: true, attachment: before };
    await query({
      text: `INSERT INTO attachment_pieces (environment, customer_id, sha256, start, bytes) VALUES ($1, $2, $3, $4, $5)`,
      values: [...key, piece.start, piece.bytes],
    });
    const [grown] = await query({
      text: `UPDATE attachments SET received = received + $4 WHERE ${THIS} RETURNING ${ATTACHMENT_COLUMNS}`,
      values: [...key, piece.bytes.length],
    });
    return { fits: true, attachment: attachmentRow.parse(grown) };
  };

  return {
    add: (piece: AttachmentPiece): Promise<PieceKeeping> =>
      database.transaction((queries) => addNow(queries, piece)),
    find: async (key: AttachmentKey): Promise<StoredAttachment | null> => {
      const [row] = await database.query({
        text: `SELECT ${ATTACHMENT_COLUMNS} FROM attachments WHERE ${THIS}`,
        values: keyValues(key),
      });
      return row === undefined ? null : attachmentRow.parse(row);
    },
    piece: async (key: AttachmentKey, start: number): Promise<Buffer | null> => {
      const [row] = await database.query({
        text: `SELECT bytes FROM attachment_pieces WHERE ${THIS} AND start = $4`,
        values: [...keyValues(key), start],
      });
      return row === undefined ? null : pieceRow.parse(row).bytes;
    },
    complete: async (key: AttachmentKey): Promise<void> => {
      await database.query({
        text: `UPDATE attachments SET complete = true WHERE ${THIS} AND received = total`,
        values: keyValues(key),
      });
    },
    drop: async (key: AttachmentKey): Promise<void> => {
      await database.query({
        text: `DELETE FROM attachments WHERE ${THIS} AND NOT complete`,
        values: keyValues(key),
      });
    },
    dropUnfinishedBefore: async (before: Instant): Promise<number> => {
      const dropped = await database.query({
        text: 'DELETE FROM attachments WHERE NOT complete AND begun_at < $1 RETURNING 1 AS dropped',
        values: [before],
      });
      return dropped.length;
    },
    dropCompleteBefore: async (before: Instant, limit: number): Promise<number> => {
      const dropped = await database.query({
        text: `DELETE FROM attachments WHERE (environment, customer_id, sha256) IN
            (SELECT environment, customer_id, sha256 FROM attachments WHERE complete AND begun_at < $1
              ORDER BY begun_at LIMIT $2)
          RETURNING 1 AS dropped`,
        values: [before, limit],
      });
      return dropped.length;
    },
  };
}
