import { describeAttachments } from './suites/attachments.ts';
import { describeEpochs } from './suites/epochs.ts';
import { describeFeed } from './suites/feed.ts';
import { describeHandOvers } from './suites/hand-overs.ts';
import { describeKeeping } from './suites/keeping.ts';
import { describeLogs } from './suites/logs.ts';
import { describeRedactions } from './suites/redactions.ts';
import { describeOldLogs } from './suites/old-logs.ts';
import { describeQuarantine } from './suites/quarantine.ts';
import { describeRemovals } from './suites/removals.ts';
import { describeReviews } from './suites/reviews.ts';
import { describeRetention } from './suites/retention.ts';
import { describeSignatures } from './suites/signatures.ts';
import { describeTokens } from './suites/tokens.ts';
import { onBothStores } from './store-kinds.ts';

onBothStores('a relay store', (kind) => {
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
  describeAttachments(kind);
  describeOldLogs(kind);
  describeQuarantine(kind);
});

// On a server of its own: one that ends hard has every database in it to recover.
onBothStores('the cursors of a relay store', describeEpochs);
