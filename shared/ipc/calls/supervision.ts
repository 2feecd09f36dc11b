import { z } from 'zod';
import { stockEntry, stockFilter, stockLine } from '../../domain/boxes.ts';
import {
  LARGEST_WINDOW,
  loggedName,
  newestFirst,
  savedView,
  savedViewId,
  supervisionFacets,
  supervisionFilter,
  supervisionRow,
  supervisionSort,
} from '../../domain/supervision.ts';
import { nowAtOperator, supervisionJob } from '../../domain/supervision-job.ts';
import {
  chainState,
  keyChange,
  numbersBy,
  supervisionNumbers,
  supervisionStatus,
} from '../../domain/supervision-overview.ts';
import { jobId } from '../../ids.ts';
import { attachmentDigest } from '../../relay/attachments.ts';
import { devicePublicKey } from '../../relay/signing.ts';
import { call, shownFile } from '../messages.ts';
import { sentJob } from '../../domain/job.ts';
import { jobReviews, outgoingReview } from '../../domain/reviewing.ts';
import { problem } from '../../problem.ts';
import { reviewId, reviewPin, reviewVerdict, reworkReason } from '../../relay/reviews.ts';
import { language } from '../../domain/settings.ts';
import { exportFormat, exportManner, exportMonth, exportState } from '../../domain/supervision-export.ts';

/* The IPC calls of supervisors: the jobs of all laptops, their reviews, their exports. */

const filter = supervisionFilter.default(supervisionFilter.parse({}));
const job = z.object({ jobId });
const views = z.object({ views: z.array(savedView) });

/**
 * The supervisor's view of the jobs of all laptops, derived from their logs. All calls answer from this laptop's
 * copy, also offline, except `nowAtOperator`, which queries the operator. The topic `supervision` announces
 * changes.
 */
export const supervisionCalls = {
  /** A window of the table. `total`: the jobs that match the filter; `all`: all jobs. */
  'supervision.installations': call(
    'installer',
    z.object({
      filter,
      sort: supervisionSort.default(newestFirst),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().positive().max(LARGEST_WINDOW).default(100),
    }),
    z.object({
      rows: z.array(supervisionRow),
      offset: z.number().int(),
      total: z.number().int(),
      all: z.number().int(),
    }),
  ),
  /**
   * The ids of the jobs that match a filter, in the table's order, for bulk actions; `more`: the list was cut off.
   */
  'supervision.ids': call(
    'installer',
    z.object({
      filter,
      sort: supervisionSort.default(newestFirst),
      limit: z.number().int().positive().max(10_000),
    }),
    z.object({ jobs: z.array(jobId), more: z.boolean() }),
  ),
  /** The values of each filter, with the number of jobs under all other filters. */
  'supervision.facets': call('installer', z.object({ filter }), supervisionFacets),
  /** ProblemError `not-found`. */
  'supervision.job': call('installer', job, supervisionJob),
  /** Queries the operator and compares its state with the log. ProblemError `not-found`. */
  'supervision.nowAtOperator': call('installer', job, nowAtOperator),
  /** A photo that a job's log names, as a data URL; null with the reason if it is unavailable. */
  'supervision.photo': call(
    'installer',
    z.object({ digest: attachmentDigest }),
    z.object({
      picture: z.string().nullable(),
      /**
       * `not-brought`: its laptop has not uploaded it yet, or deleted it before. `damaged`: the received file does
       * not match the log. `lost`: the relay lacks bytes of the file.
       */
      missing: z.enum(['not-brought', 'damaged', 'lost', 'no-connection', 'not-named']).nullable(),
    }),
  ),
  /** The Boxes of all logs, counted by site and variant. */
  'supervision.boxStock': call('supervisor', z.object({}), z.object({ lines: z.array(stockLine) })),
  /** The single Boxes that match a filter, by serial. */
  'supervision.stockBoxes': call(
    'supervisor',
    z.object({
      filter: stockFilter,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(100),
    }),
    z.object({ rows: z.array(stockEntry), total: z.number().int() }),
  ),
  /** The laptops' logs, those with a fault first. */
  'supervision.chains': call(
    'installer',
    z.object({}),
    z.object({ chains: z.array(chainState), keyChanges: z.array(keyChange) }),
  ),
  /**
   * Trusts a changed key on this laptop from now on. ProblemError `key-supervisor-only`, `not-found` (unknown, or
   * already trusted), `reason-missing`, `name-too-long`.
   */
  'supervision.acceptKey': call(
    'supervisor',
    z.object({ key: devicePublicKey, reason: z.string().max(20_000) }),
    z.object({ keyChanges: z.array(keyChange) }),
  ),
  'supervision.numbers': call('installer', z.object({ filter, by: numbersBy }), supervisionNumbers),
  'supervision.status': call('installer', z.object({}), supervisionStatus),
  /** Stops reading until `resume`, also across restarts. */
  'supervision.stop': call('installer', z.object({}), supervisionStatus),
  /** Resumes reading, and asks the relay at once for new entries. */
  'supervision.resume': call('installer', z.object({}), supervisionStatus),
  /** The saved views of the current worker, by name. */
  'supervision.views': call('installer', z.object({}), views),
  /** An existing `id` changes that view. ProblemError `name-missing`, `name-taken`. */
  'supervision.saveView': call(
    'installer',
    savedView.omit({ id: true, name: true }).extend({
      id: savedViewId.optional(),
      name: z.string().max(20_000),
    }),
    views,
  ),
  'supervision.removeView': call('installer', z.object({ id: savedViewId }), views),
} as const;

const oneReview = z.object({ id: reviewId });
const typed = z.string().max(20_000);
/** The revision that the person had in view; 0 = no review yet. */
const basedOn = z.number().int().nonnegative();

/**
 * The result for one job of a bulk approval. `not-green` lists the checks that are not green. `sent-back`: the
 * latest review asks for rework, so the job can only be approved individually.
 */
export const approvalOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), jobId, review: reviewId }),
  z.object({ kind: z.literal('not-green'), jobId, checks: z.array(z.string()) }),
  z.object({ kind: z.literal('approved-already'), jobId }),
  z.object({ kind: z.literal('sent-back'), jobId }),
  z.object({ kind: z.literal('failed'), jobId, problem }),
]);
export type ApprovalOutcome = z.infer<typeof approvalOutcome>;

/** Upper bound of the jobs in one call of `reviewing.approveMany`. */
export const MOST_APPROVED_AT_ONCE = 10;

/** Reviews of jobs: written by supervisors, answered by installers. No call waits for the network. */
export const reviewingCalls = {
  /** All reviews of a job of any laptop. */
  'reviewing.ofJob': call('installer', job, jobReviews),
  /**
   * Reviews a job: saved here at once, then sent to the relay. Rework needs a reason and words. If another supervisor's
   * review comes first, this one becomes stale, and the supervisor decides again.
   */
  'reviewing.review': call(
    'supervisor',
    job.extend({
      verdict: reviewVerdict,
      reason: reworkReason.nullable(),
      comment: typed,
      pin: reviewPin,
      basedOn,
    }),
    jobReviews,
  ),
  /**
   * Approves every job in the list whose checks are all green. Each approval is a review of its own, with an outcome of
   * its own. The window asks for more jobs in several calls: main reads the logs of each, and each call needs the role.
   */
  'reviewing.approveMany': call(
    'supervisor',
    z.object({ jobs: z.array(job.extend({ basedOn })).min(1).max(MOST_APPROVED_AT_ONCE) }),
    z.object({ outcomes: z.array(approvalOutcome) }),
  ),
  /** Reviews of this laptop that are not sent yet, or were refused or stale, oldest first. */
  'reviewing.outgoing': call('installer', z.object({}), z.object({ reviews: z.array(outgoingReview) })),
  /** Retries a review that was refused. */
  'reviewing.sendAgain': call('supervisor', oneReview, z.object({})),
  /** Dismisses a review that was refused or stale. */
  'reviewing.putAway': call('supervisor', oneReview, z.object({})),
  /** Reopens a job for the rework that a supervisor requested. */
  'reviewing.beginRework': call('installer', job, sentJob),
  /**
   * Finishes the job again after the rework; the supervisor sees it waiting for a review. `review`: the answered
   * request; `changed-since-shown` if another one came since.
   */
  'reviewing.sendBack': call('installer', job.extend({ note: typed, review: reviewId }), sentJob),
} as const;

/** Null = cancelled or stopped; no file is left behind. */
const saved = z.object({ path: z.string().nullable() });

/**
 * Exports of the supervisors. Each asks for a path; one runs at a time (ProblemError `export-busy`). The topic
 * `exports` announces progress.
 */
export const exportCalls = {
  'exports.state': call('installer', z.object({}), exportState),
  /** All jobs that match a filter, in the table's order: for a spreadsheet, or for other programs by docs/schemas. */
  'exports.saveTable': call(
    'installer',
    z.object({
      filter,
      sort: supervisionSort.default(newestFirst),
      format: exportFormat,
      manner: exportManner,
    }),
    saved,
  ),
  /**
   * The acceptance sheet of a group as PDF; '' = jobs without a group. ProblemError `sheet-too-long`,
   * `sheet-empty`.
   */
  'exports.saveSheet': call('installer', z.object({ group: loggedName, manner: exportManner }), saved),
  /**
   * The jobs that began in a month as a zip: table, acceptance sheets, photos and logs. `site` null = all sites;
   * `missing`: the number of photos that are not in it. ProblemError `pack-empty`.
   */
  'exports.savePack': call(
    'supervisor',
    z.object({ month: exportMonth, site: z.string().min(1).max(200).nullable(), manner: exportManner }),
    saved.extend({ missing: z.number().int() }),
  ),
  /** The Boxes of the stock as CSV, one per line. */
  'exports.saveStock': call('supervisor', z.object({ filter: stockFilter, language }), saved),
  /** One job of any laptop as PDF, with its photos. ProblemError `not-found`. */
  'exports.saveJob': call('installer', z.object({ jobId, manner: exportManner }), saved),
  /** Opens a file that was saved since the app started, or its folder. */
  'exports.show': call('installer', shownFile, z.object({})),
  'exports.stop': call('installer', z.object({}), z.object({})),
} as const;
