import { z } from 'zod';
import { stockEntry, stockFilter, stockLine } from '../../domain/box-life.ts';
import {
  LARGEST_WINDOW,
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
import { call } from '../call.ts';

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
       * not match the log.
       */
      missing: z.enum(['not-brought', 'damaged', 'no-connection', 'not-named']).nullable(),
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
