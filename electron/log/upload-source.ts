import type { Clock } from '../../shared/clock.ts';
import { LARGEST_ATTACHMENT, type AttachmentType } from '../../shared/relay/attachments.ts';
import type { LogEntry } from '../../shared/relay/log.ts';
import type { Database, WriteContext } from '../db/open.ts';
import {
  confirmAttachment,
  countAttachmentsToSend,
  doubtAttachments,
  insertAttachment,
  nextAttachment,
  refuseAttachment,
} from '../db/tables/queue/attachments.ts';
import { lastLogEntry, logFrom, type LogEntryRow } from '../db/tables/queue/log-entries.ts';
import { readLogUpload, writeLogConfirmed } from '../db/tables/queue/log-upload.ts';
import type { UploadSource } from '../relay/upload-source.ts';
import type { AttachmentFiles } from './attachment-files.ts';

/** What the relay is to have, read from and noted in a profile's queue.db. */
export function createUploadSource(parts: {
  readonly database: Database;
  readonly files: AttachmentFiles;
  readonly clock: Clock;
}): UploadSource {
  const { database, files, clock } = parts;
  const { sqlite } = database;
  return {
    chain: () => readLogUpload(sqlite).chain,
    confirmed: () => readLogUpload(sqlite).confirmed,
    newest: () => lastLogEntry(sqlite)?.number ?? 0,
    entries: (from, limit) => logFrom(sqlite, from, limit).map(entryOf),
    confirm: (number) => database.write((context) => writeLogConfirmed(context, number)),
    setBack: (number) =>
      database.write((context) => {
        writeLogConfirmed(context, number);
        doubtAttachments(context);
      }),
    files: () => countAttachmentsToSend(sqlite),
    nextFile: () => {
      const row = nextAttachment(sqlite);
      return row === undefined ? null : { sha256: row.sha256, mediaType: row.media_type, total: row.total };
    },
    piece: files.piece,
    confirmFile: (sha256) => database.write((context) => confirmAttachment(context, sha256, clock.now())),
    refuseFile: (sha256, why) => database.write((context) => refuseAttachment(context, sha256, why)),
  };
}

/**
 * Notes a file inside the transaction of the log entry that tells of it; its bytes must be kept before. Throws RangeError
 * for an empty or too large one.
 */
export function noteAttachment(
  context: WriteContext,
  kept: {
    readonly digest: ReturnType<AttachmentFiles['keep']>;
    readonly mediaType: AttachmentType;
    /** Bytes. */
    readonly total: number;
  },
  clock: Clock,
): void {
  if (kept.total < 1 || kept.total > LARGEST_ATTACHMENT)
    throw new RangeError(`a file of ${kept.total} bytes`);
  insertAttachment(context, {
    sha256: kept.digest,
    media_type: kept.mediaType,
    total: kept.total,
    kept_at: clock.now(),
  });
  context.changed('status');
}

function entryOf({ clock_offset_ms, job_id, previous_hash, ...same }: LogEntryRow): LogEntry {
  return { ...same, clockOffsetMs: clock_offset_ms, jobId: job_id, previousHash: previous_hash };
}
