import type Database from 'better-sqlite3';
import type { AttachmentKey, AttachmentPiece } from '../attachments-store.ts';
import type { DeviceKeyToKeep, NewToken, TokenRotation, TokenUse } from '../tokens-store.ts';
import type { LogAppend, ReviewMark, ReviewToKeep } from '../logs-store.ts';
import type { TurnClaim, PlannedJobClaiming, PlannedJobToKeep } from '../jobs-store.ts';
import type { InstructionToKeep, PublicationToKeep } from '../office-documents-store.ts';
import type { MirrorReporting, MirrorToKeep, RescueClaiming } from '../rescue-store.ts';
import type { QuarantinedWebhook, ReadMark } from '../results-store.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { attachedFilesTable, attachmentsTable } from './attachments-table.ts';
import { handOversTable, plannedJobsTable } from './jobs-tables.ts';
import { instructionsTable, publicationsTable } from './office-documents-tables.ts';
import { mirrorsTable } from './mirrors-table.ts';
import { deviceKeysTable, tokensTable } from './tokens-table.ts';
import { logTable } from './logs-table.ts';
import { reviewsTable } from './reviews-table.ts';
import { type PackedResults, quarantineTable, resultsTable } from './results-table.ts';

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
  | { readonly write: 'forget-reviews'; readonly before: Instant }
  | {
      readonly write:
        | 'forget-results'
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
export function writesOf(db: Database.Database): (write: Write) => unknown {
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
        return reviews.deleteBefore(asked.before);
      case 'forget-log':
        return log.deleteBefore(asked.before, asked.limit);
      case 'drop-complete':
        return attachments.dropCompleteBefore(asked.before, asked.limit);
      default:
        return neverReached(asked);
    }
  };
}
