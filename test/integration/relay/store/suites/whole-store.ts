import { describeAttachments } from './attachments.ts';
import { describeFeed } from './feed.ts';
import { describeHandOvers } from './hand-overs.ts';
import { describeInstructions } from './instructions.ts';
import { describeKeeping } from './keeping.ts';
import { describeLogs } from './logs.ts';
import { describePublications } from './publications.ts';
import { describeRedactions } from './redactions.ts';
import { describeMirrors } from './mirrors.ts';
import { describeOldLogs } from './old-logs.ts';
import { describePlannedJobs } from './planned-jobs.ts';
import { describeQuarantine } from './quarantine.ts';
import { describeRemovals } from './removals.ts';
import { describeReviews } from './reviews.ts';
import { describeRetention } from './retention.ts';
import { describeSignatures } from './signatures.ts';
import { describeTokens } from './tokens.ts';
import type { StoreKind } from '../store-kinds.ts';

/** Results, tokens, logs, what is removed, and the holder of a job: the promises, of each kind of store at every change. */
export function describePromises(kind: StoreKind): void {
  describeKeeping(kind);
  describeFeed(kind);
  describeRetention(kind);
  describeTokens(kind);
  describeLogs(kind);
  describeRedactions(kind);
  describeSignatures(kind);
  describeRemovals(kind);
  describeHandOvers(kind);
}

/** The subjects that laptops exchange besides. */
export function describeExchanges(kind: StoreKind): void {
  describeReviews(kind);
  describePlannedJobs(kind);
  describeInstructions(kind);
  describePublications(kind);
  describeMirrors(kind);
  describeAttachments(kind);
  describeOldLogs(kind);
  describeQuarantine(kind);
}
