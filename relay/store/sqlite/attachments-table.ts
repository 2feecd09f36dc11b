import type Database from 'better-sqlite3';
import { z } from 'zod';
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
import { removalsTable } from './removals-table.ts';
import { takingOfDay } from './tokens-table.ts';

/** Rolls a move back, because its file is being deleted. */
class StrayTaken extends Error {}

const THIS = 'environment = @environment AND customer_id = @customerId AND sha256 = @sha256';

/** Attachments and their pieces. */
export function attachmentsTable(db: Database.Database) {
  const removals = removalsTable(db);
  const begin = db.prepare(
    `INSERT INTO attachments (environment, customer_id, sha256, media_type, total, begun_at, touched_at, token_id)
     VALUES (@environment, @customerId, @sha256, @mediaType, @total, @receivedAt, @receivedAt, @tokenId)
     ON CONFLICT DO NOTHING`,
  );
  const one = db.prepare(`SELECT ${ATTACHMENT_COLUMNS} FROM attachments WHERE ${THIS} AND removed = 0`);
  const takeOfDay = takingOfDay(db);
  const unfinished = db.prepare(
    'SELECT count(*) AS files, coalesce(sum(received), 0) AS bytes FROM attachments WHERE token_id = ? AND complete = 0',
  );
  const insert = db.prepare(
    `INSERT INTO attachment_pieces (environment, customer_id, sha256, start, bytes)
     VALUES (@environment, @customerId, @sha256, @start, @bytes)`,
  );
  const grow = db.prepare(
    `UPDATE attachments SET received = received + length(@bytes), touched_at = @receivedAt
     WHERE ${THIS} RETURNING ${ATTACHMENT_COLUMNS}`,
  );
  const piece = db.prepare(`SELECT bytes FROM attachment_pieces WHERE ${THIS} AND start = @start`);
  // SQLite knows the length of a piece from its row and does not read the bytes.
  const held = db.prepare(
    `SELECT coalesce(sum(length(bytes)), 0) AS held FROM attachment_pieces WHERE ${THIS}`,
  );
  const complete = db.prepare(`UPDATE attachments SET complete = 1 WHERE ${THIS} AND received = total`);
  const drop = db.prepare(`DELETE FROM attachments WHERE ${THIS} AND complete = 0`);
  const dropOld = db.prepare(
    `DELETE FROM attachments WHERE (environment, customer_id, sha256) IN
       (SELECT environment, customer_id, sha256 FROM attachments WHERE complete = 0 AND touched_at < ? LIMIT ?)`,
  );
  const purge = db.prepare(
    `DELETE FROM attachments WHERE (environment, customer_id, sha256) IN
       (SELECT environment, customer_id, sha256 FROM attachments WHERE removed = 1 LIMIT 1)`,
  );
  const mayRead = db
    .prepare(
      `SELECT 1 FROM attachments WHERE ${THIS} AND (token_id = @tokenId OR EXISTS (
         SELECT 1 FROM log_digests AS named
         WHERE named.environment = @environment AND named.customer_id = @customerId AND named.sha256 = @sha256
           AND named.token_id = attachments.token_id AND (named.shared = 1 OR EXISTS (
             SELECT 1 FROM log_jobs AS own WHERE own.environment = @environment AND own.customer_id = @customerId
               AND own.job_id = named.job_id AND own.token_id = @tokenId))))`,
    )
    .pluck();

  const dropComplete = db.prepare(
    `DELETE FROM attachments WHERE (environment, customer_id, sha256) IN
       (SELECT environment, customer_id, sha256 FROM attachments WHERE complete = 1 AND begun_at < ? ORDER BY begun_at LIMIT ?)`,
  );

  const toMove = db.prepare(
    `SELECT environment, customer_id, sha256, received FROM attachments
     WHERE complete = 1 AND removed = 0 AND file IS NULL ORDER BY begun_at LIMIT 1 OFFSET ?`,
  );
  const file = db.prepare(`SELECT file FROM attachments WHERE ${THIS} AND removed = 0`);
  const noteStray = db.prepare('INSERT INTO stray_files (name, since) VALUES (@name, @since)');
  const claimStray = db.prepare('DELETE FROM stray_files WHERE name = ? AND since > 0');
  const leaveDatabase = db.prepare(
    `UPDATE attachments SET file = @name WHERE ${THIS} AND complete = 1 AND removed = 0 AND file IS NULL`,
  );
  const dropPieces = db.prepare(`DELETE FROM attachment_pieces WHERE ${THIS}`);
  const takeStray = db.prepare(
    `UPDATE stray_files SET since = 0 WHERE name IN
       (SELECT name FROM stray_files WHERE since < ? ORDER BY since LIMIT ?) RETURNING name`,
  );
  const forgetStray = db.prepare('DELETE FROM stray_files WHERE name = ?');

  const keyOf = ({ environment, customerId, sha256 }: AttachmentKey): AttachmentKey => ({
    environment,
    customerId,
    sha256,
  });

  const addNow = ({ start, bytes, total, ...more }: AttachmentPiece): PieceKeeping => {
    const key = keyOf(more);
    if (removals.isAttachmentRemoved(key)) return removedEarlier({ total, mediaType: more.mediaType });
    begin.run({
      ...key,
      total,
      mediaType: more.mediaType,
      receivedAt: more.receivedAt,
      tokenId: more.tokenId,
    });
    const before = attachmentRow.parse(one.get(key));
    if (!pieceFits(before, { start, total })) return { fits: false, attachment: before };
    if (bytes.length === 0) return { fits: true, attachment: before };
    const { tokenId, receivedAt } = more;
    if (leavesTooMuch(unfinishedRow.parse(unfinished.get(tokenId)), { start, bytes })) {
      return overQuota(before, 'unfinished');
    }
    if (!takeOfDay(more, { entries: 0, bytes: bytes.length })) return overQuota(before, 'day');
    insert.run({ ...key, start, bytes });
    return { fits: true, attachment: attachmentRow.parse(grow.get({ ...key, bytes, receivedAt })) };
  };

  const moveOutNow = (key: AttachmentKey, name: string): boolean => {
    if (leaveDatabase.run({ ...keyOf(key), name }).changes === 0) return false;
    // A note that was already taken for deletion stays, and the attachment does not refer to its file.
    if (claimStray.run(name).changes === 0) throw new StrayTaken();
    dropPieces.run(keyOf(key));
    return true;
  };

  return {
    toMove: (skip: number): FileToMove | null => fileToMoveRow.nullable().parse(toMove.get(skip) ?? null),
    fileOf: (key: AttachmentKey): string | null =>
      fileRow.nullable().parse(file.get(keyOf(key)) ?? null)?.file ?? null,
    noteStray: (name: string, since: Instant): void => {
      noteStray.run({ name, since });
    },
    moveOut: (key: AttachmentKey, name: string): boolean => {
      try {
        return db.transaction(() => moveOutNow(key, name)).immediate();
      } catch (reason) {
        if (reason instanceof StrayTaken) return false;
        throw reason;
      }
    },
    takeStray: (before: Instant, limit: number): readonly string[] =>
      z
        .array(strayRow)
        .parse(takeStray.all(before, limit))
        .map(({ name }) => name),
    forgetStray: (name: string): void => {
      forgetStray.run(name);
    },
    add: (added: AttachmentPiece): PieceKeeping => db.transaction(() => addNow(added)).immediate(),
    find: (key: AttachmentKey): StoredAttachment | null =>
      attachmentRow.nullable().parse(one.get(keyOf(key)) ?? null),
    piece: (key: AttachmentKey, start: number): Buffer | null =>
      pieceRow.nullable().parse(piece.get({ ...keyOf(key), start }) ?? null)?.bytes ?? null,
    isWhole: (key: AttachmentKey, { received }: Pick<StoredAttachment, 'received'>): boolean =>
      heldRow.parse(held.get(keyOf(key))).held === received,
    complete: (key: AttachmentKey): void => {
      complete.run(keyOf(key));
    },
    drop: (key: AttachmentKey): void => {
      drop.run(keyOf(key));
    },
    mayRead: (key: AttachmentKey, tokenId: number): boolean =>
      mayRead.get({ ...keyOf(key), tokenId }) !== undefined,
    purge: (): boolean => purge.run().changes > 0,
    dropUnfinishedBefore: (before: Instant, limit: number): number => dropOld.run(before, limit).changes,
    dropCompleteBefore: (before: Instant, limit: number): number => dropComplete.run(before, limit).changes,
  };
}

/** The files of instructions and publications in SQLite. */
export function attachedFilesTable(db: Database.Database) {
  const names = db.prepare(
    `SELECT 1 FROM instruction_files WHERE ${THIS} UNION ALL SELECT 1 FROM publication_files WHERE ${THIS} LIMIT 1`,
  );
  const renew = db.prepare(
    `UPDATE attachments SET begun_at = @at WHERE begun_at < @before AND (environment, customer_id, sha256) IN
       (SELECT environment, customer_id, sha256 FROM instruction_files
        UNION SELECT environment, customer_id, sha256 FROM publication_files AS named WHERE version =
          (SELECT max(version) FROM publications AS kept
           WHERE kept.environment = named.environment AND kept.customer_id = named.customer_id))`,
  );
  const hold = db.prepare(
    `UPDATE attachments SET begun_at = max(begun_at, @at)
     WHERE ${THIS} AND complete = 1 AND removed = 0 AND total = @bytes AND media_type = @mediaType`,
  );
  return {
    /**
     * Sets the age of the files that a document names to zero, within the transaction that keeps the document, so that
     * retention leaves them.
     *
     * @returns false when a file is missing, incomplete, or of another size or type.
     */
    hold: ({ environment, customerId }: FeedKey, files: readonly AttachedFile[], at: Instant): boolean =>
      files.every(
        ({ sha256, bytes, mediaType }) =>
          hold.run({ environment, customerId, sha256, bytes, mediaType, at }).changes > 0,
      ),
    names: ({ environment, customerId, sha256 }: AttachmentKey): boolean =>
      names.get({ environment, customerId, sha256 }) !== undefined,
    renew: (at: Instant): void => {
      renew.run({ at, before: at - DAY });
    },
  };
}
