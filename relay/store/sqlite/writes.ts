import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { neverReached } from '../../../shared/never.ts';
import { REDACTION, REMOVAL } from '../../../shared/relay/removals.ts';
import { type Instant, SECOND } from '../../../shared/time.ts';
import type { AttachmentKey, AttachmentPiece } from '../attachments-store.ts';
import type { TurnClaim, PlannedJobClaiming, PlannedJobToKeep } from '../jobs-store.ts';
import type { LogAppend, ReviewMark, ReviewToKeep } from '../logs-store.ts';
import type { InstructionToKeep, PublicationToKeep } from '../office-documents-store.ts';
import type { MirrorReporting, MirrorToKeep, RescueClaiming } from '../rescue-store.ts';
import type { QuarantinedWebhook, ReadMark } from '../results-store.ts';
import type { DeviceKeyToKeep, NewToken, TokenRotation, TokenUse } from '../tokens-store.ts';
import { attachedFilesTable, attachmentsTable } from './attachments-table.ts';
import { handOversTable, plannedJobsTable } from './jobs-tables.ts';
import { logTable } from './logs-table.ts';
import { mirrorsTable } from './mirrors-table.ts';
import { instructionsTable, publicationsTable } from './office-documents-tables.ts';
import { openWriting } from './open-database.ts';
import { type PackedResults, quarantineTable, resultsTable } from './results-table.ts';
import { reviewsTable } from './reviews-table.ts';
import { deviceKeysTable, tokensTable } from './tokens-table.ts';

/* The writes of the SQLite store, and the thread's end of the port over which they arrive. */

/**
 * All operations that change the database. Only the contents of buffers cross to the writing thread, hence
 * `Uint8Array`.
 */
export type Write =
  | { readonly write: 'results'; readonly results: PackedResults }
  | { readonly write: 'reads'; readonly marks: readonly ReadMark[] }
  | { readonly write: 'token'; readonly token: NewToken }
  | { readonly write: 'revoke-token'; readonly id: number; readonly at: Instant }
  | { readonly write: 'rotate-token'; readonly id: number; readonly rotation: TokenRotation }
  | { readonly write: 'drop-replaced-tokens'; readonly until: Instant }
  | { readonly write: 'token-uses'; readonly uses: readonly TokenUse[] }
  | { readonly write: 'device-key'; readonly key: DeviceKeyToKeep }
  | { readonly write: 'log'; readonly append: LogAppend }
  | { readonly write: 'turn'; readonly claim: TurnClaim }
  | { readonly write: 'planned-job'; readonly revision: PlannedJobToKeep }
  | { readonly write: 'planned-job-claim'; readonly claim: PlannedJobClaiming }
  | { readonly write: 'instruction'; readonly version: InstructionToKeep }
  | { readonly write: 'publication'; readonly publication: PublicationToKeep }
  | { readonly write: 'renew-attached-files'; readonly at: Instant }
  | { readonly write: 'mirror'; readonly mirror: MirrorToKeep }
  | { readonly write: 'mirror-report'; readonly report: MirrorReporting }
  | { readonly write: 'rescue'; readonly claim: RescueClaiming }
  | { readonly write: 'review'; readonly review: ReviewToKeep }
  | { readonly write: 'piece'; readonly piece: AttachmentPiece }
  | { readonly write: 'complete-attachment' | 'drop-attachment'; readonly key: AttachmentKey }
  | { readonly write: 'note-stray'; readonly name: string; readonly since: Instant }
  | { readonly write: 'move-out'; readonly key: AttachmentKey; readonly name: string }
  | { readonly write: 'forget-stray'; readonly name: string }
  | { readonly write: 'quarantine'; readonly webhook: QuarantinedWebhook }
  | { readonly write: 'review-reads'; readonly marks: readonly ReviewMark[] }
  | {
      readonly write:
        | 'forget-results'
        | 'forget-reviews'
        | 'forget-log'
        | 'forget-plans'
        | 'forget-mirrors'
        | 'forget-instructions'
        | 'drop-complete'
        | 'take-stray'
        | 'drop-unfinished';
      readonly before: Instant;
      readonly limit: number;
    }
  | { readonly write: 'purge-removed' }
  | { readonly write: 'drop-quarantined'; readonly before: Instant };

/** Executes the writes one after the other; each is durable when it returns. Throws database errors. */
function writesOf(db: Database.Database): (write: Write) => unknown {
  const results = resultsTable(db);
  const tokens = tokensTable(db);
  const deviceKeys = deviceKeysTable(db);
  const log = logTable(db);
  const reviews = reviewsTable(db);
  const attachments = attachmentsTable(db);
  const quarantine = quarantineTable(db);
  const handOvers = handOversTable(db);
  const plannedJobs = plannedJobsTable(db);
  const instructions = instructionsTable(db);
  const publications = publicationsTable(db);
  const attachedFiles = attachedFilesTable(db);
  const mirrors = mirrorsTable(db);
  return (asked) => {
    switch (asked.write) {
      case 'results':
        return results.keepPacked(asked.results);
      case 'reads':
        return results.noteReads(asked.marks);
      case 'forget-results':
        return results.deleteBefore(asked.before, asked.limit);
      case 'token':
        return tokens.add(asked.token);
      case 'revoke-token':
        return tokens.revoke(asked.id, asked.at);
      case 'rotate-token':
        return tokens.rotate(asked.id, asked.rotation);
      case 'drop-replaced-tokens':
        return tokens.dropReplaced(asked.until);
      case 'token-uses':
        return tokens.noteUses(asked.uses);
      case 'device-key':
        return deviceKeys.keep(asked.key);
      case 'log':
        return log.append(asked.append);
      case 'turn':
        return handOvers.claim(asked.claim);
      case 'planned-job':
        return plannedJobs.keep(asked.revision);
      case 'planned-job-claim':
        return plannedJobs.claim(asked.claim);
      case 'forget-plans':
        return plannedJobs.deleteBefore(asked.before, asked.limit);
      case 'instruction':
        return instructions.keep(asked.version);
      case 'publication':
        return publications.keep(asked.publication);
      case 'renew-attached-files':
        return attachedFiles.renew(asked.at);
      case 'forget-instructions':
        return instructions.deleteWithdrawnBefore(asked.before, asked.limit);
      case 'mirror':
        return mirrors.keep(asked.mirror);
      case 'mirror-report':
        return mirrors.report(asked.report);
      case 'rescue':
        return mirrors.claim(asked.claim);
      case 'forget-mirrors':
        return mirrors.deleteBefore(asked.before, asked.limit);
      case 'review':
        return reviews.keep(asked.review);
      case 'piece':
        return attachments.add(asked.piece);
      case 'complete-attachment':
        return attachments.complete(asked.key);
      case 'drop-attachment':
        return attachments.drop(asked.key);
      case 'drop-unfinished':
        return attachments.dropUnfinishedBefore(asked.before, asked.limit);
      case 'note-stray':
        return attachments.noteStray(asked.name, asked.since);
      case 'move-out':
        return attachments.moveOut(asked.key, asked.name);
      case 'take-stray':
        return attachments.takeStray(asked.before, asked.limit);
      case 'forget-stray':
        return attachments.forgetStray(asked.name);
      case 'purge-removed':
        return attachments.purge();
      case 'quarantine':
        return quarantine.add(asked.webhook);
      case 'drop-quarantined':
        return quarantine.dropBefore(asked.before);
      case 'review-reads':
        return reviews.noteReads(asked.marks);
      case 'forget-reviews':
        return reviews.deleteBefore(asked.before, asked.limit);
      case 'forget-log':
        return log.deleteBefore(asked.before, asked.limit);
      case 'drop-complete':
        return attachments.dropCompleteBefore(asked.before, asked.limit);
      default:
        return neverReached(asked);
    }
  };
}

/** The requests from the main thread. */
export type Job = { readonly number: number; readonly asked: Write } | 'end';

/**
 * The messages to the main thread. `ready`: from now on it is notified of others' writes. `code`: the database refused.
 * `failed`: a defect, as it was thrown.
 */
export type Reported =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'unavailable'; readonly number: number; readonly code: string }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: unknown }
  | { readonly kind: 'others-wrote' };

/**
 * Executes writes to a data folder's database for the other end of the port (`sqlite/writer.ts`), until that sends
 * `end`. Each write is answered after its commit is synced, in order of arrival.
 */
export function serveWrites(port: MessagePort, dataDir: string): void {
  const tell = (reported: Reported): void => port.postMessage(reported, []);
  const db = openWriting(dataDir);
  const write = writesOf(db);
  const wal = cuttingWal(db);
  const endWatch = externalWrites(db, () => tell({ kind: 'others-wrote' }));

  const answer = (number: number, asked: Write): Reported => {
    try {
      return { kind: 'done', number, answer: write(asked) };
    } catch (reason) {
      if (reason instanceof Database.SqliteError) return { kind: 'unavailable', number, code: reason.code };
      return { kind: 'failed', number, reason };
    }
  };
  port.on('message', (job: Job) => {
    if (job !== 'end') {
      tell(answer(job.number, job.asked));
      return wal.after(job.asked);
    }
    wal.end();
    endWatch();
    db.close();
    return port.close();
  });
  tell({ kind: 'ready' });
}

/** Polling interval for writes of other processes, and so the delay with which a token revoked by the command ends. */
const CHECK_EVERY = SECOND / 2;

/**
 * Calls back when another process has written to the database (the token command). SQLite counts such writes, and the
 * query costs microseconds.
 *
 * @returns the function that ends it.
 */
function externalWrites(db: Database.Database, changed: () => void): () => void {
  const read = (): unknown => db.pragma('data_version', { simple: true });
  let seen = read();
  const poll = (): void => {
    try {
      const now = read();
      if (now === seen) return;
      seen = now;
      changed();
    } catch (reason) {
      // The database is locked; the next poll reports the change.
      if (!(reason instanceof Database.SqliteError)) throw reason;
    }
  };
  const timer = setInterval(poll, CHECK_EVERY).unref();
  return () => clearInterval(timer);
}

/** Retry delay after an active reader, such as a backup, blocked the checkpoint. */
const TRUNCATE_RETRY_AFTER = 30 * SECOND;

const reported = z.array(z.object({ busy: z.number() })).min(1);

/**
 * Truncates the -wal file after a removal on request. The database overwrites removed data (`secure_delete`), but
 * earlier versions of its pages stay in that file until then.
 */
function cuttingWal(db: Database.Database): {
  /** Must be called after a write is done and answered. */
  readonly after: (write: Write) => void;
  readonly end: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  const cut = (): void => {
    clearTimeout(timer);
    try {
      if (reported.parse(db.pragma('wal_checkpoint(TRUNCATE)'))[0]?.busy === 0) return;
    } catch (reason) {
      // The database is locked; the next attempt follows.
      if (!(reason instanceof Database.SqliteError)) throw reason;
    }
    timer = setTimeout(cut, TRUNCATE_RETRY_AFTER).unref();
  };
  return {
    after: (write) => {
      if (write.write === 'purge-removed') return cut();
      if (write.write !== 'log') return;
      if (write.append.entries.some(({ type }) => type === REMOVAL || type === REDACTION)) cut();
    },
    end: () => clearTimeout(timer),
  };
}
