import { start } from './0001-start.ts';
import { expectedResults } from './0002-expected-results.ts';
import { commands } from './0003-commands.ts';
import { formDrafts } from './0004-form-drafts.ts';
import { jobSearch } from './0005-job-search.ts';
import { relayUploads } from './0006-relay-uploads.ts';
import { seenIncidents } from './0007-seen-incidents.ts';
import { jobKinds } from './0008-job-kinds.ts';
import { timesOfTries } from './0009-times-of-tries.ts';
import { logChains } from './0010-log-chains.ts';
import { series } from './0011-series.ts';
import { withdrawnFiles } from './0012-withdrawn-files.ts';
import { plannedCars } from './0013-planned-cars.ts';
import { logMountings } from './0014-log-mountings.ts';
import { missedReviews } from './0015-missed-reviews.ts';
import { handOvers } from './0016-hand-overs.ts';
import { reviewing } from './0017-reviewing.ts';
import { redactions } from './0018-redactions.ts';
import { removals } from './0019-removals.ts';
import { finishedJobs } from './0020-finished-jobs.ts';
import { checklistPhases } from './0021-checklist-phases.ts';
import { faultyResults } from './0022-faulty-results.ts';
import { fileMarks } from './0023-file-marks.ts';
import { trust } from './0024-trust.ts';
import { wordOfLaptops } from './0025-word-of-laptops.ts';
import { logRemovals } from './0026-log-removals.ts';
import { unknownTries } from './0027-unknown-tries.ts';

/** All migrations of queue.db in order. */
export const queueMigrations = [
  start,
  expectedResults,
  commands,
  formDrafts,
  jobSearch,
  relayUploads,
  seenIncidents,
  jobKinds,
  timesOfTries,
  logChains,
  series,
  withdrawnFiles,
  plannedCars,
  logMountings,
  missedReviews,
  handOvers,
  reviewing,
  redactions,
  removals,
  finishedJobs,
  checklistPhases,
  faultyResults,
  fileMarks,
  trust,
  wordOfLaptops,
  logRemovals,
  unknownTries,
] as const;
