import { z } from 'zod';
import { BATCH_PIECE, batchRow, batchVerdict, MOST_BATCH_ROWS, plannedCar } from '../../domain/batch.ts';
import { sentJob } from '../../domain/job.ts';
import { plannedCarId } from '../../ids.ts';
import { call } from '../call.ts';

/** Cars of an imported list that are to be fitted. Planning makes no request to the operator. */
export const batchCalls = {
  /** What this laptop has stored about the rows: fleet, Boxes, open jobs, planned cars. Changes nothing. */
  'batch.check': call(
    'installer',
    z.object({ rows: z.array(batchRow).max(BATCH_PIECE) }),
    z.object({ verdicts: z.array(batchVerdict) }),
  ),
  /**
   * Plans all of these rows in one transaction, or none. Rows that are planned already stay unchanged, so a repeated
   * list has no effect; ProblemError `input-invalid` where a row is refused.
   */
  'batch.plan': call(
    'installer',
    z.object({ file: z.string().max(300), rows: z.array(batchRow).min(1).max(MOST_BATCH_ROWS) }),
    z.object({ planned: z.number().int(), there: z.number().int() }),
  ),
  /** The planned cars without a job, in the order of the lists. */
  'batch.planned': call(
    'installer',
    z.object({
      text: z.string().max(200),
      limit: z.number().int().min(1),
      offset: z.number().int().min(0),
    }),
    z.object({ rows: z.array(plannedCar), found: z.number().int(), total: z.number().int() }),
  ),
  /** Begins the installation of a planned car; a repeated call returns the same job. */
  'batch.begin': call('installer', z.object({ id: plannedCarId }), sentJob),
  /** Removes planned cars without a job from the list. */
  'batch.drop': call(
    'installer',
    z.object({ ids: z.array(plannedCarId).min(1).max(MOST_BATCH_ROWS) }),
    z.object({}),
  ),
  /** Saves an empty list to be filled in; null when the person cancelled. */
  'batch.template': call('installer', z.object({}), z.object({ path: z.string().nullable() })),
} as const;
