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

/** Everything that a store must do, on one kind. */
export function describeStore(kind: StoreKind): void {
  describeKeeping(kind);
  describeFeed(kind);
  describeRetention(kind);
  describeTokens(kind);
  describeLogs(kind);
  describeReviews(kind);
  describeRedactions(kind);
  describeSignatures(kind);
  describeRemovals(kind);
  describeHandOvers(kind);
  describePlannedJobs(kind);
  describeInstructions(kind);
  describePublications(kind);
  describeMirrors(kind);
  describeAttachments(kind);
  describeOldLogs(kind);
  describeQuarantine(kind);
}
