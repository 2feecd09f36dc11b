import type { AttachmentDigest, AttachmentType } from '../../../../shared/relay/attachments.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A photo or document of this laptop; its bytes are a file beside the database. */
export interface AttachmentRow {
  readonly sha256: AttachmentDigest;
  readonly media_type: AttachmentType;
  /** Bytes. */
  readonly total: number;
  readonly kept_at: Instant;
}

/** The same bytes a second time change nothing. */
export function insertAttachment({ sqlite }: WriteContext, row: AttachmentRow): void {
  sqlite
    .prepare<AttachmentRow>(
      `INSERT INTO attachment (sha256, media_type, total, kept_at) VALUES (@sha256, @media_type, @total, @kept_at)
       ON CONFLICT (sha256) DO NOTHING`,
    )
    .run(row);
}

/** One file of this laptop. */
export function readAttachment(sqlite: Sqlite, sha256: AttachmentDigest): AttachmentRow | undefined {
  return sqlite
    .prepare<[AttachmentDigest], AttachmentRow>(
      'SELECT sha256, media_type, total, kept_at FROM attachment WHERE sha256 = ?',
    )
    .get(sha256);
}

/** The oldest file the relay is not known to have, and which it has not refused. */
export function nextAttachment(sqlite: Sqlite): AttachmentRow | undefined {
  return sqlite
    .prepare<[], AttachmentRow>(
      `SELECT sha256, media_type, total, kept_at FROM attachment
       WHERE confirmed_at IS NULL AND refusal IS NULL ORDER BY kept_at LIMIT 1`,
    )
    .get();
}

/** How many files the relay is not known to have. */
export function countAttachmentsToSend(sqlite: Sqlite): number {
  return (
    sqlite
      .prepare<[], number>('SELECT count(*) FROM attachment WHERE confirmed_at IS NULL AND refusal IS NULL')
      .pluck()
      .get() ?? 0
  );
}

/** The relay has all its bytes and found the digest right. */
export function confirmAttachment({ sqlite }: WriteContext, sha256: AttachmentDigest, at: Instant): void {
  sqlite
    .prepare<[Instant, AttachmentDigest]>('UPDATE attachment SET confirmed_at = ? WHERE sha256 = ?')
    .run(at, sha256);
}

/** It will never be sent again; `why` is for whoever looks into it. */
export function refuseAttachment({ sqlite }: WriteContext, sha256: AttachmentDigest, why: string): void {
  sqlite
    .prepare<[string, AttachmentDigest]>('UPDATE attachment SET refusal = ? WHERE sha256 = ?')
    .run(why, sha256);
}

/** The relay was set back: each is asked for again. */
export function doubtAttachments({ sqlite }: WriteContext): void {
  sqlite.prepare('UPDATE attachment SET confirmed_at = NULL WHERE confirmed_at IS NOT NULL').run();
}
