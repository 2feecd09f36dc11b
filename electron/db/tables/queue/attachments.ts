import type { JobId } from '../../../../shared/ids.ts';
import type { AttachmentDigest, AttachmentType } from '../../../../shared/relay/attachments.ts';
import type { FeedRun } from '../../../../shared/relay/access.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The upload state of photos and documents in queue.db; their bytes are files. */

/** A photo or document of this laptop; its bytes are a file beside the database. */
export interface AttachmentRow {
  readonly sha256: AttachmentDigest;
  readonly media_type: AttachmentType;
  /** Bytes. */
  readonly total: number;
  readonly kept_at: Instant;
}

const TO_SEND = 'confirmed_at IS NULL AND refusal IS NULL AND withdrawn_at IS NULL';

/** A file of a job. Idempotent for the same bytes; a withdrawn file becomes wanted again. */
export function insertAttachment({ sqlite }: WriteContext, job: JobId, row: AttachmentRow): void {
  sqlite
    .prepare<AttachmentRow>(
      `INSERT INTO attachment (sha256, media_type, total, kept_at) VALUES (@sha256, @media_type, @total, @kept_at)
       ON CONFLICT (sha256) DO UPDATE SET withdrawn_at = NULL`,
    )
    .run(row);
  sqlite
    .prepare<[AttachmentDigest, JobId]>(
      'INSERT INTO job_attachment (sha256, job_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(row.sha256, job);
}

/** The other jobs of this laptop that have or had a file of this one. */
export const jobsWithSameFile = (sqlite: Sqlite, job: JobId): readonly JobId[] =>
  sqlite
    .prepare<[JobId, JobId], JobId>(
      `SELECT DISTINCT other.job_id FROM job_attachment AS own JOIN job_attachment AS other USING (sha256)
       WHERE own.job_id = ? AND other.job_id <> ? ORDER BY other.job_id`,
    )
    .pluck()
    .all(job, job);

/** One file of this laptop. */
export function readAttachment(sqlite: Sqlite, sha256: AttachmentDigest): AttachmentRow | undefined {
  return sqlite
    .prepare<[AttachmentDigest], AttachmentRow>(
      'SELECT sha256, media_type, total, kept_at FROM attachment WHERE sha256 = ?',
    )
    .get(sha256);
}

/** The oldest file without confirmation or refusal by the relay that was not withdrawn. */
export function nextAttachment(sqlite: Sqlite): AttachmentRow | undefined {
  return sqlite
    .prepare<[], AttachmentRow>(
      `SELECT sha256, media_type, total, kept_at FROM attachment
       WHERE ${TO_SEND} ORDER BY kept_at LIMIT 1`,
    )
    .get();
}

/** Number of files that wait for their upload. */
export function countAttachmentsToSend(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>(`SELECT count(*) FROM attachment WHERE ${TO_SEND}`).pluck().get() ?? 0;
}

/** The relay has all bytes, and their digest matches. */
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

/** The file is never sent again; `why` is for support. */
export function refuseAttachment({ sqlite }: WriteContext, sha256: AttachmentDigest, why: string): void {
  sqlite
    .prepare<[string, AttachmentDigest]>('UPDATE attachment SET refusal = ? WHERE sha256 = ?')
    .run(why, sha256);
}

/**
 * Withdraws a file that was removed from one job and that no other job uses: it is not sent. The relay's bytes of it
 * stay there.
 */
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

/**
 * Files of no job that is still kept, oldest first. `atRelay`: only files that the relay keeps for good, and
 * withdrawn ones. A file that the relay refused exists only here, and stays.
 */
export function attachmentsToRemove(
  sqlite: Sqlite,
  of: { readonly before: Instant; readonly atRelay: boolean; readonly limit: number },
): readonly AttachmentDigest[] {
  return sqlite
    .prepare<{ before: Instant; atRelay: number; limit: number }, AttachmentDigest>(
      `SELECT sha256 FROM attachment
       WHERE kept_at < @before
         AND (NOT @atRelay OR withdrawn_at IS NOT NULL OR (confirmed_at IS NOT NULL AND confirmed_run IS NULL))
         AND NOT EXISTS (SELECT 1 FROM job_attachment WHERE job_attachment.sha256 = attachment.sha256)
       ORDER BY kept_at LIMIT @limit`,
    )
    .pluck()
    .all({ ...of, atRelay: of.atRelay ? 1 : 0 });
}

/** Removes the row; the bytes are deleted after the commit. The relay's bytes of it stay there. */
export function deleteAttachment({ sqlite }: WriteContext, sha256: AttachmentDigest): void {
  sqlite.prepare<[AttachmentDigest]>('DELETE FROM attachment WHERE sha256 = ?').run(sha256);
}

/** How many of these files the relay has. */
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

/**
 * Clears all confirmations: the relay was set back, or its position in the log is unknown. Each file is checked again.
 */
export function doubtAttachments({ sqlite }: Pick<WriteContext, 'sqlite'>): void {
  sqlite
    .prepare('UPDATE attachment SET confirmed_at = NULL, confirmed_run = NULL WHERE confirmed_at IS NOT NULL')
    .run();
}

const OF_ANOTHER_RUN = 'confirmed_run IS NOT NULL AND confirmed_run <> ?';

/** Whether a file was confirmed by an earlier run of the relay's store, and by no log entry since. */
export function hasDoubtfulAttachment(sqlite: Sqlite, run: FeedRun): boolean {
  return (
    sqlite
      .prepare<[FeedRun], number>(`SELECT EXISTS (SELECT 1 FROM attachment WHERE ${OF_ANOTHER_RUN})`)
      .pluck()
      .get(run) === 1
  );
}

/**
 * Clears the confirmations of earlier runs: the relay's store was restarted and may have been set back. The files are
 * checked again.
 */
export function doubtAttachmentsOfOtherRuns({ sqlite }: WriteContext, run: FeedRun): void {
  sqlite
    .prepare<[FeedRun]>(
      `UPDATE attachment SET confirmed_at = NULL, confirmed_run = NULL WHERE ${OF_ANOTHER_RUN}`,
    )
    .run(run);
}

/** The relay has accepted a later log entry, so it keeps these files as long as it keeps that entry. */
export function vouchForAttachments({ sqlite }: WriteContext): void {
  sqlite.prepare('UPDATE attachment SET confirmed_run = NULL WHERE confirmed_run IS NOT NULL').run();
}
