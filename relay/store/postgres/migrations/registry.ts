import { start } from './0001-start.ts';
import { tokenTimes } from './0002-token-times.ts';
import { logsAndReviews } from './0003-logs-and-reviews.ts';
import { attachments } from './0004-attachments.ts';
import { keepInSets } from './0005-keep-in-sets.ts';
import { quarantine } from './0006-quarantine.ts';
import { foreignEnvironments } from './0007-foreign-environments.ts';
import { logRetention } from './0008-log-retention.ts';
import { logForks } from './0009-log-forks.ts';
import { keepNewGroups } from './0010-keep-new-groups.ts';
import { missedReviews } from './0011-missed-reviews.ts';
import { reviewReasons } from './0012-review-reasons.ts';
import { logRedactions } from './0013-log-redactions.ts';
import { removals } from './0014-removals.ts';
import { chainOwners } from './0015-chain-owners.ts';
import { budgets } from './0016-budgets.ts';
import { deviceKeys } from './0018-device-keys.ts';
import { plannedJobs } from './0019-planned-jobs.ts';
import type { Migration } from '../../migration.ts';
import { handOvers } from './0017-hand-overs.ts';

/** Every migration, in order. */
export const migrations: readonly Migration[] = [
  start,
  tokenTimes,
  logsAndReviews,
  attachments,
  keepInSets,
  quarantine,
  foreignEnvironments,
  logRetention,
  logForks,
  keepNewGroups,
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
