import type { JobId } from '../../../../shared/ids.ts';
import type { AttachmentDigest, AttachmentType } from '../../../../shared/relay/attachments.ts';
import type { FeedRun } from '../../../../shared/relay/feed-run.ts';
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

const TO_SEND = 'confirmed_at IS NULL AND refusal IS NULL AND withdrawn_at IS NULL';

/** The same bytes a second time change nothing, but that they are wanted again where they were withdrawn. */
export function insertAttachment({ sqlite }: WriteContext, row: AttachmentRow): void {
  sqlite
    .prepare<AttachmentRow>(
      `INSERT INTO attachment (sha256, media_type, total, kept_at) VALUES (@sha256, @media_type, @total, @kept_at)
       ON CONFLICT (sha256) DO UPDATE SET withdrawn_at = NULL`,
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

/** The oldest file the relay is not known to have and has not refused, and which was not withdrawn. */
export function nextAttachment(sqlite: Sqlite): AttachmentRow | undefined {
  return sqlite
    .prepare<[], AttachmentRow>(
      `SELECT sha256, media_type, total, kept_at FROM attachment
       WHERE ${TO_SEND} ORDER BY kept_at LIMIT 1`,
    )
    .get();
}

/** How many files are to be sent. */
export function countAttachmentsToSend(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>(`SELECT count(*) FROM attachment WHERE ${TO_SEND}`).pluck().get() ?? 0;
}

/** The relay has all its bytes and found the digest right. */
export function confirmAttachment(
  { sqlite }: WriteContext,
  { sha256, run, at }: { readonly sha256: AttachmentDigest; readonly run: FeedRun; readonly at: Instant },
): void {
  sqlite
    .prepare<[Instant, FeedRun, AttachmentDigest]>(
      'UPDATE attachment SET confirmed_at = ?, confirmed_run = ? WHERE sha256 = ?',
    )
    .run(at, run, sha256);
}

/** It will never be sent again; `why` is for support. */
export function refuseAttachment({ sqlite }: WriteContext, sha256: AttachmentDigest, why: string): void {
  sqlite
    .prepare<[string, AttachmentDigest]>('UPDATE attachment SET refusal = ? WHERE sha256 = ?')
    .run(why, sha256);
}

/** It was taken out of the work of one job, and no other has it: it is not sent. What the relay has of it stays there. */
export function withdrawAttachment(
  { sqlite }: WriteContext,
  { sha256, job, at }: { readonly sha256: AttachmentDigest; readonly job: JobId; readonly at: Instant },
): void {
  sqlite
    .prepare<[Instant, AttachmentDigest, JobId, AttachmentDigest]>(
      `UPDATE attachment SET withdrawn_at = ? WHERE sha256 = ?
         AND NOT EXISTS (SELECT 1 FROM job WHERE job.id <> ? AND instr(job.data, ?) > 0)`,
    )
    .run(at, sha256, job, sha256);
}

/** It is not of this laptop any more; its bytes go after the commit. What the relay has of it stays there. */
export function deleteAttachment({ sqlite }: WriteContext, sha256: AttachmentDigest): void {
  sqlite.prepare<[AttachmentDigest]>('DELETE FROM attachment WHERE sha256 = ?').run(sha256);
}

/** How many of these the relay has. */
export function countAtRelay(sqlite: Sqlite, digests: readonly AttachmentDigest[]): number {
  return (
    sqlite
      .prepare<[string], number>(
        `SELECT count(*) FROM attachment WHERE confirmed_at IS NOT NULL AND sha256 IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .get(JSON.stringify(digests)) ?? 0
  );
}

/** The relay was set back, or it is not known any more how far it had the log: each is asked for again. */
export function doubtAttachments({ sqlite }: Pick<WriteContext, 'sqlite'>): void {
  sqlite
    .prepare('UPDATE attachment SET confirmed_at = NULL, confirmed_run = NULL WHERE confirmed_at IS NOT NULL')
    .run();
}

const OF_ANOTHER_RUN = 'confirmed_run IS NOT NULL AND confirmed_run <> ?';

/** Is there one that another run of the relay's store confirmed, with no entry of the log after it? */
export function hasDoubtfulAttachment(sqlite: Sqlite, run: FeedRun): boolean {
  return (
    sqlite
      .prepare<[FeedRun], number>(`SELECT EXISTS (SELECT 1 FROM attachment WHERE ${OF_ANOTHER_RUN})`)
      .pluck()
      .get(run) === 1
  );
}

/** The relay's store was started again and may have been set back: these are asked for again. */
export function doubtAttachmentsOfOtherRuns({ sqlite }: WriteContext, run: FeedRun): void {
  sqlite
    .prepare<[FeedRun]>(
      `UPDATE attachment SET confirmed_at = NULL, confirmed_run = NULL WHERE ${OF_ANOTHER_RUN}`,
    )
    .run(run);
}

/** The relay has taken an entry of the log after them: it has them as long as it has that entry. */
export function vouchForAttachments({ sqlite }: WriteContext): void {
  sqlite.prepare('UPDATE attachment SET confirmed_run = NULL WHERE confirmed_run IS NOT NULL').run();
}
