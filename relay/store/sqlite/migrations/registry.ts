import type { Migration } from '../../migration.ts';
import { resultsAndTokens } from './0001-results-and-tokens.ts';
import { feedEpochsAndReads } from './0002-feed-epochs-and-reads.ts';
import { tokenTimes } from './0003-token-times.ts';
import { logsAndReviews } from './0004-logs-and-reviews.ts';
import { attachments } from './0005-attachments.ts';
import { quarantine } from './0006-quarantine.ts';
import { foreignEnvironments } from './0007-foreign-environments.ts';
import { logRetention } from './0008-log-retention.ts';
import { logForks } from './0009-log-forks.ts';
import { missedReviews } from './0010-missed-reviews.ts';
import { reviewReasons } from './0011-review-reasons.ts';
import { logRedactions } from './0012-log-redactions.ts';
import { removals } from './0013-removals.ts';
import { chainOwners } from './0014-chain-owners.ts';
import { budgets } from './0015-budgets.ts';
import { handOvers } from './0016-hand-overs.ts';
import { deviceKeys } from './0017-device-keys.ts';
import { plannedJobs } from './0018-planned-jobs.ts';

/** Every migration, in order. */
export const migrations: readonly Migration[] = [
  resultsAndTokens,
  feedEpochsAndReads,
  tokenTimes,
  logsAndReviews,
  attachments,
  quarantine,
  foreignEnvironments,
  logRetention,
  logForks,
  missedReviews,
  reviewReasons,
  logRedactions,
  removals,
  chainOwners,
  budgets,
  handOvers,
  deviceKeys,
  plannedJobs,
];
