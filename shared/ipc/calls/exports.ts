import { z } from 'zod';
import { stockFilter } from '../../domain/box-life.ts';
import { language } from '../../domain/settings.ts';
import { exportFormat, exportManner, exportMonth, exportState } from '../../domain/supervision-export.ts';
import { newestFirst, supervisionFilter, supervisionSort } from '../../domain/supervision.ts';
import { jobId } from '../../ids.ts';
import { call, shownFile } from '../call.ts';

/** Null = cancelled or stopped; no file is left behind. */
const saved = z.object({ path: z.string().nullable() });
const filter = supervisionFilter.default(supervisionFilter.parse({}));

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
  'exports.saveSheet': call(
    'installer',
    z.object({ group: z.string().max(200), manner: exportManner }),
    saved,
  ),
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
