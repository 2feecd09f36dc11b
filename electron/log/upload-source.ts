import type { JobId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import {
  LARGEST_ATTACHMENT,
  type AttachmentDigest,
  type AttachmentType,
} from '../../shared/relay/attachments.ts';
import { LOG_CHAIN_START } from '../../shared/relay/log.ts';
import type { Database, WriteContext } from '../db/open.ts';
import {
  confirmAttachment,
  countAttachmentsToSend,
  doubtAttachments,
  doubtAttachmentsOfOtherRuns,
  hasDoubtfulAttachment,
  insertAttachment,
  nextAttachment,
  refuseAttachment,
  vouchForAttachments,
} from '../db/tables/queue/attachments.ts';
import {
  chainOfEntry,
  insertLogChain,
  readLogConfirmed,
  readLogForks,
  writeLogConfirmed,
  writeLogForks,
  addRelayNote,
} from '../db/tables/queue/relay-exchange.ts';
import { lastLogEntry, logFrom, takesOverJob } from '../db/tables/queue/log-entries.ts';
import {
  doubtReviews,
  doubtReviewsOfOtherRuns,
  hasDoubtfulReview,
  vouchForReviews,
} from '../db/tables/queue/outgoing-reviews.ts';
import { writeReviewPosition } from '../db/tables/queue/reviews.ts';
import type { Ids } from '../base/ids.ts';
import type { UploadSource } from '../relay/log-upload.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import type { RelayClient } from '../relay/client.ts';
import { createUploader, type LaptopKeys, type Uploader } from '../relay/uploader.ts';
import { type InstallationLog, entryOf } from './append.ts';
import type { AttachmentFiles } from './attachment-files.ts';

/** Reads the entries to upload from a profile's queue.db, and records the relay's confirmations there. */
function createUploadSource(parts: {
  readonly database: Database;
  readonly files: AttachmentFiles;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'logChain'>;
  readonly log: InstallationLog;
}): UploadSource {
  const { database, files, clock } = parts;
  const { sqlite } = database;
  return {
    part: (number) => {
      const { chain, after, continues, last } = chainOfEntry(sqlite, number);
      if (continues === null) return { chain, continues, last };
      const hash = after === 0 ? LOG_CHAIN_START : logFrom(sqlite, after, 1)[0]?.hash;
      if (hash === undefined) throw new Error(`entry ${after} of the log is missing`);
      return { chain, continues: { chain: continues, head: { number: after, hash } }, last };
    },
    confirmed: () => readLogConfirmed(sqlite),
    newest: () => lastLogEntry(sqlite)?.number ?? 0,
    entries: (from, limit) => logFrom(sqlite, from, limit).map(entryOf),
    confirm: (number, by) => {
      const before = readLogConfirmed(sqlite);
      const moved = number !== before;
      const isReviewDoubtful = hasDoubtfulReview(sqlite, by.run);
      if (!moved && !isReviewDoubtful && !hasDoubtfulAttachment(sqlite, by.run)) return;
      // The next batch is sent after the sync.
      database.write((context) => {
        if (moved) writeLogConfirmed(context, number);
        // The relay sends an installer the reviews of its own laptop's jobs. The position has passed those of a job that
        // was another laptop's; now the relay has this laptop's entry of it.
        if (takesOverJob(context.sqlite, before, number)) writeReviewPosition(context, null);
        doubtAttachmentsOfOtherRuns(context, by.run);
        doubtReviewsOfOtherRuns(context, by.run);
        if (by.grew) {
          vouchForAttachments(context);
          vouchForReviews(context);
        }
        if (isReviewDoubtful) context.changed('reviews');
      });
    },
    setBack: (number) =>
      database.write((context) => {
        writeLogConfirmed(context, number);
        doubtAll(context);
      }),
    continueApart: ({ after, beyond }) =>
      database.write((context) => {
        const continues = chainOfEntry(sqlite, Math.max(1, after)).chain;
        insertLogChain(context, { chain: parts.ids.logChain(), after, continues });
        writeLogForks(context, 0);
        // A relay with a different entry at a confirmed number was set back before it accepted that entry.
        if (after < readLogConfirmed(context.sqlite)) doubtAll(context);
        writeLogConfirmed(context, after);
        parts.log.append(context, {
          job: null,
          type: 'log-continued',
          data: { chain: continues, entry: after, beyond },
        });
        addRelayNote(context, { matter: 'log-continued', count: beyond, at: clock.now() });
        context.changed('status');
      }),
    forks: () => readLogForks(sqlite),
    noteForks: (forks) => database.write((context) => writeLogForks(context, forks)),
    files: () => countAttachmentsToSend(sqlite),
    nextFile: () => {
      const row = nextAttachment(sqlite);
      return row === undefined ? null : { sha256: row.sha256, mediaType: row.media_type, total: row.total };
    },
    piece: files.piece,
    confirmFile: (sha256, run) =>
      database.write((context) => confirmAttachment(context, { sha256, run, at: clock.now() })),
    refuseFile: (sha256, why) => database.write((context) => refuseAttachment(context, sha256, why)),
  };
}

/** Confirmed files and reviews are sent again if the relay lacks them. */
function doubtAll(context: WriteContext): void {
  doubtAttachments(context);
  doubtReviews(context);
  context.changed('reviews');
}

/**
 * Records a job's file in the transaction of the log entry that refers to it; its bytes must be stored before. Throws
 * RangeError for an empty or too large file.
 */
export function noteAttachment(
  context: WriteContext,
  job: JobId,
  kept: {
    readonly digest: AttachmentDigest;
    readonly mediaType: AttachmentType;
    /** Bytes. */
    readonly total: number;
  },
  clock: Clock,
): void {
  if (kept.total < 1 || kept.total > LARGEST_ATTACHMENT)
    throw new RangeError(`a file of ${kept.total} bytes`);
  insertAttachment(context, job, {
    sha256: kept.digest,
    media_type: kept.mediaType,
    total: kept.total,
    kept_at: clock.now(),
  });
  context.changed('status');
}

/** The upload of a profile's log and files to the relay; null without a relay. Nothing runs before its `start`. */
export function openUpload({
  relay,
  database,
  files,
  clock,
  ids,
  log,
  target: { environment, customerId },
  random,
  keys,
  onState,
  onRelayAhead,
  report,
}: {
  readonly relay: RelayClient | null;
  readonly database: Database;
  readonly files: AttachmentFiles;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'logChain'>;
  readonly log: InstallationLog;
  readonly target: RelayOwner;
  readonly random: () => number;
  readonly keys: LaptopKeys;
  readonly onState: () => void;
  /** The relay has entries of this laptop's log that are missing here. */
  readonly onRelayAhead: () => void;
  readonly report: (cause: unknown) => void;
}): Uploader | null {
  if (relay === null) return null;
  return createUploader({
    client: relay,
    source: createUploadSource({ database, files, clock, ids, log }),
    environment,
    customerId,
    clock,
    random,
    keys,
    onState,
    onRelayAhead,
    onFault: report,
  });
}
