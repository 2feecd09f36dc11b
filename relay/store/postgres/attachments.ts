import { DAY, type Instant } from '../../../shared/time.ts';
import {
  ATTACHMENT_COLUMNS,
  attachmentRow,
  leavesTooMuch,
  removedEarlier,
  overQuota,
  pieceFits,
  pieceRow,
  fileRow,
  fileToMoveRow,
  heldRow,
  strayRow,
  unfinishedRow,
  type AttachmentKey,
  type AttachmentPiece,
  type FileToMove,
  type PieceKeeping,
  type StoredAttachment,
} from '../attachments-store.ts';
import type { AttachedFile } from '../../../shared/relay/attachments.ts';
import type { FeedKey } from '../results-store.ts';
import type { Database, Queries } from './database.ts';
import { DURABLE, holdOffRemovals, lockSubject } from './locks.ts';
import { isRemoved } from './removals.ts';
import { takeOfDay } from './tokens.ts';

const THIS = 'environment = $1 AND customer_id = $2 AND sha256 = $3';
const keyValues = ({ environment, customerId, sha256 }: AttachmentKey): readonly unknown[] => [
  environment,
  customerId,
  sha256,
];

/**
 * Deletes at most `$2` files. It skips locked rows, so that it cannot deadlock with a removal or another replica that
 * locks several.
 */
const droppingOf = (which: string): string =>
  `WITH old AS MATERIALIZED (
     SELECT environment, customer_id, sha256 FROM attachments WHERE ${which} LIMIT $2 FOR UPDATE SKIP LOCKED)
   DELETE FROM attachments USING old
   WHERE attachments.environment = old.environment AND attachments.customer_id = old.customer_id
     AND attachments.sha256 = old.sha256
   RETURNING 1 AS dropped`;

/** Attachments and their pieces. */
export function attachmentQueries(database: Database) {
  const addNow = async (queries: Queries, piece: AttachmentPiece): Promise<PieceKeeping> => {
    const { query } = queries;
    const key = keyValues(piece);
    const beginOrFind = async (): Promise<StoredAttachment> => {
      for (;;) {
        await query({
          text: `INSERT INTO attachments (environment, customer_id, sha256, media_type, total, begun_at, touched_at, token_id)
            VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT DO NOTHING`,
          values: [...key, piece.mediaType, piece.total, piece.receivedAt, piece.tokenId],
        });
        const [row] = await query({
          text: `SELECT ${ATTACHMENT_COLUMNS} FROM attachments WHERE ${THIS} FOR UPDATE`,
          values: key,
        });
        if (row !== undefined) return attachmentRow.parse(row);
        // Retention dropped the known file between the two statements.
      }
    };
    // Blocks removals, so that none comes between the check for a removed file and the commit.
    await holdOffRemovals(queries, piece);
    // Serialises the writes of the token's files, because its incomplete files are counted below.
    await lockSubject(queries, `files ${piece.tokenId}`);
    if (await isRemoved(queries, piece, 'photo', piece.sha256)) return removedEarlier(piece);
    const before = await beginOrFind();
    if (!pieceFits(before, piece)) return { fits: false, attachment: before };
    if (piece.bytes.length === 0) return { fits: true, attachment: before };
    const [unfinished] = await query({
      text: `SELECT count(*) AS files, coalesce(sum(received), 0) AS bytes FROM attachments
        WHERE token_id = $1 AND NOT complete`,
      values: [piece.tokenId],
    });
    if (leavesTooMuch(unfinishedRow.parse(unfinished), piece)) return overQuota(before, 'unfinished');
    if (!(await takeOfDay(queries, piece, { entries: 0, bytes: piece.bytes.length }))) {
      return overQuota(before, 'day');
    }
    await query({
      text: `INSERT INTO attachment_pieces (environment, customer_id, sha256, start, bytes) VALUES ($1, $2, $3, $4, $5)`,
      values: [...key, piece.start, piece.bytes],
    });
    const [grown] = await query({
      text: `UPDATE attachments SET received = received + $4, touched_at = $5 WHERE ${THIS}
        RETURNING ${ATTACHMENT_COLUMNS}`,
      values: [...key, piece.bytes.length, piece.receivedAt],
    });
    return { fits: true, attachment: attachmentRow.parse(grown) };
  };

  const moveOutNow = async ({ query }: Queries, key: AttachmentKey, name: string): Promise<boolean> => {
    // A note that was already taken for deletion stays, and the attachment does not refer to its file.
    const noted = await query({
      text: 'SELECT 1 AS there FROM stray_files WHERE name = $1 AND since > 0 FOR UPDATE',
      values: [name],
    });
    if (noted.length === 0) return false;
    const moved = await query({
      text: `UPDATE attachments SET file = $4 WHERE ${THIS} AND complete AND NOT removed AND file IS NULL RETURNING 1 AS moved`,
      values: [...keyValues(key), name],
    });
    if (moved.length === 0) return false;
    await query({ text: 'DELETE FROM stray_files WHERE name = $1', values: [name] });
    await query({ text: `DELETE FROM attachment_pieces WHERE ${THIS}`, values: keyValues(key) });
    return true;
  };

  return {
    toMove: async (skip: number): Promise<FileToMove | null> => {
      const [row] = await database.query({
        text: `SELECT environment, customer_id, sha256, received FROM attachments
          WHERE complete AND NOT removed AND file IS NULL ORDER BY begun_at LIMIT 1 OFFSET $1`,
        values: [skip],
      });
      return row === undefined ? null : fileToMoveRow.parse(row);
    },
    fileOf: async (key: AttachmentKey): Promise<string | null> => {
      const [row] = await database.query({
        text: `SELECT file FROM attachments WHERE ${THIS} AND NOT removed`,
        values: keyValues(key),
      });
      return row === undefined ? null : fileRow.parse(row).file;
    },
    noteStray: async (name: string, since: Instant): Promise<void> => {
      await database.query({
        text: 'INSERT INTO stray_files (name, since) VALUES ($1, $2)',
        values: [name, since],
      });
    },
    moveOut: (key: AttachmentKey, name: string): Promise<boolean> =>
      database.transaction((queries) => moveOutNow(queries, key, name)),
    takeStray: async (before: Instant, limit: number): Promise<readonly string[]> => {
      const rows = await database.query({
        text: `UPDATE stray_files SET since = 0 WHERE name IN
            (SELECT name FROM stray_files WHERE since < $1 ORDER BY since LIMIT $2 FOR UPDATE SKIP LOCKED)
          RETURNING name`,
        values: [before, limit],
      });
      return rows.map((row) => strayRow.parse(row).name);
    },
    forgetStray: async (name: string): Promise<void> => {
      await database.query({ text: 'DELETE FROM stray_files WHERE name = $1', values: [name] });
    },
    add: (piece: AttachmentPiece): Promise<PieceKeeping> =>
      database.transaction((queries) => addNow(queries, piece)),
    find: async (key: AttachmentKey): Promise<StoredAttachment | null> => {
      const [row] = await database.query({
        text: `SELECT ${ATTACHMENT_COLUMNS} FROM attachments WHERE ${THIS} AND NOT removed`,
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
    isWhole: async (
      key: AttachmentKey,
      { received }: Pick<StoredAttachment, 'received'>,
    ): Promise<boolean> => {
      const [row] = await database.query({
        text: `SELECT coalesce(sum(octet_length(bytes)), 0) AS held FROM attachment_pieces WHERE ${THIS}`,
        values: keyValues(key),
      });
      return heldRow.parse(row).held === received;
    },
    complete: async (key: AttachmentKey): Promise<void> => {
      await database.query({
        text: `UPDATE attachments SET complete = true WHERE ${THIS} AND received = total RETURNING ${DURABLE}`,
        values: keyValues(key),
      });
    },
    drop: async (key: AttachmentKey): Promise<void> => {
      await database.query({
        text: `DELETE FROM attachments WHERE ${THIS} AND NOT complete`,
        values: keyValues(key),
      });
    },
    mayRead: async (key: AttachmentKey, tokenId: number): Promise<boolean> => {
      const rows = await database.query({
        text: `SELECT 1 AS may FROM attachments WHERE ${THIS} AND (token_id = $4 OR EXISTS (
            SELECT 1 FROM log_digests AS named
            WHERE named.environment = $1 AND named.customer_id = $2 AND named.sha256 = $3
              AND named.token_id = attachments.token_id AND (named.shared OR EXISTS (
                SELECT 1 FROM log_jobs AS own WHERE own.environment = $1 AND own.customer_id = $2
                  AND own.job_id = named.job_id AND own.token_id = $4))))`,
        values: [...keyValues(key), tokenId],
      });
      return rows.length > 0;
    },
    purge: async (): Promise<boolean> => {
      const purged = await database.query({
        text: `DELETE FROM attachments WHERE (environment, customer_id, sha256) IN
            (SELECT environment, customer_id, sha256 FROM attachments WHERE removed LIMIT 1)
          RETURNING 1 AS purged`,
      });
      return purged.length > 0;
    },
    dropUnfinishedBefore: async (before: Instant, limit: number): Promise<number> => {
      const dropped = await database.query({
        text: droppingOf('NOT complete AND touched_at < $1'),
        values: [before, limit],
      });
      return dropped.length;
    },
    dropCompleteBefore: async (before: Instant, limit: number): Promise<number> => {
      const dropped = await database.query({
        text: droppingOf('complete AND begun_at < $1 ORDER BY begun_at'),
        values: [before, limit],
      });
      return dropped.length;
    },
  };
}

/**
 * Locks the files that a document names and sets their age to zero, within the transaction that keeps the document, so
 * that retention leaves them. The transaction has held off removals.
 *
 * @returns false when a file is missing, incomplete, or of another size or type.
 */
export async function holdFiles(
  { query }: Queries,
  { environment, customerId }: FeedKey,
  files: readonly AttachedFile[],
  at: Instant,
): Promise<boolean> {
  if (files.length === 0) return true;
  const held = await query({
    // Locked in a fixed order, so that two documents with the same files cannot deadlock.
    text: `SELECT 1 AS held FROM attachments
      JOIN unnest($3::text[], $4::integer[], $5::text[]) AS named (sha256, total, media_type)
        USING (sha256, total, media_type)
      WHERE environment = $1 AND customer_id = $2 AND complete AND NOT removed
      ORDER BY sha256 FOR UPDATE OF attachments`,
    values: [
      environment,
      customerId,
      files.map(({ sha256 }) => sha256),
      files.map(({ bytes }) => bytes),
      files.map(({ mediaType }) => mediaType),
    ],
  });
  if (held.length < files.length) return false;
  await query({
    text: `UPDATE attachments SET begun_at = greatest(begun_at, $4)
      WHERE environment = $1 AND customer_id = $2 AND sha256 = ANY ($3::text[])`,
    values: [environment, customerId, files.map(({ sha256 }) => sha256), at],
  });
  return true;
}

/** The files of instructions and publications in PostgreSQL. */
export function attachedFileQueries(database: Database) {
  return {
    names: async (key: AttachmentKey): Promise<boolean> => {
      const rows = await database.query({
        text: `SELECT 1 AS there FROM instruction_files WHERE ${THIS}
          UNION ALL SELECT 1 FROM publication_files WHERE ${THIS} LIMIT 1`,
        values: keyValues(key),
      });
      return rows.length > 0;
    },
    /** Skips locked rows, so that it cannot deadlock with a removal; the next sweep renews those. */
    renew: async (at: Instant): Promise<void> => {
      await database.query({
        text: `WITH named AS MATERIALIZED (
            SELECT environment, customer_id, sha256 FROM attachments
            WHERE begun_at < $2 AND (environment, customer_id, sha256) IN
              (SELECT environment, customer_id, sha256 FROM instruction_files
               UNION SELECT environment, customer_id, sha256 FROM publication_files AS kept_files WHERE version =
                 (SELECT max(version) FROM publications AS kept WHERE kept.environment = kept_files.environment
                   AND kept.customer_id = kept_files.customer_id))
            FOR UPDATE SKIP LOCKED)
          UPDATE attachments SET begun_at = $1 FROM named
          WHERE attachments.environment = named.environment AND attachments.customer_id = named.customer_id
            AND attachments.sha256 = named.sha256`,
        values: [at, at - DAY],
      });
    },
  };
}
