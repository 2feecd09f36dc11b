import { z } from 'zod';
import { BATCH_PIECE, batchRow, batchVerdict, MOST_BATCH_ROWS, plannedCar } from '../../domain/batch.ts';
import { jobView } from '../../domain/job.ts';
import { plannedCarId } from '../../ids.ts';
import { call } from '../call.ts';

/** Cars of a list that are to be fitted. Planning asks nothing of the operator. */
export const batchCalls = {
  /** The data of this laptop about rows: the fleet, the Boxes, open jobs, planned cars. Makes nothing. */
  'batch.check': call(
    'installer',
    z.object({ rows: z.array(batchRow).max(BATCH_PIECE) }),
    z.object({ verdicts: z.array(batchVerdict) }),
  ),
  /**
   * Plans all of these in one transaction, or none. What is there already is left as it is, so the same list twice makes
   * nothing twice; ProblemError `input-invalid` where a row is refused.
   */
  'batch.plan': call(
    'installer',
    z.object({ file: z.string().max(300), rows: z.array(batchRow).min(1).max(MOST_BATCH_ROWS) }),
    z.object({ planned: z.number().int(), there: z.number().int() }),
  ),
  /** The planned cars that are not begun, in the order of the lists. */
  'batch.planned': call(
    'installer',
    z.object({
      text: z.string().max(200),
      limit: z.number().int().min(1),
      offset: z.number().int().min(0),
    }),
    z.object({ rows: z.array(plannedCar), found: z.number().int(), total: z.number().int() }),
  ),
  /** Begins the installation of a planned car; one that was begun is answered again. */
  'batch.begin': call('installer', z.object({ id: plannedCarId }), jobView),
  /** Removes planned cars from the list that are not begun. */
  'batch.drop': call(
    'installer',
    z.object({ ids: z.array(plannedCarId).min(1).max(MOST_BATCH_ROWS) }),
    z.object({}),
  ),
  /** Saves an empty list to be filled in; null when the person cancelled. */
  'batch.template': call('installer', z.object({}), z.object({ path: z.string().nullable() })),
} as const;
