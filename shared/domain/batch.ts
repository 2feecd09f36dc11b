import { z } from 'zod';
import { jobId, plannedCarId } from '../ids.ts';
import { sentence } from '../problem.ts';
import { instant } from '../time.ts';

/** The fields that a list may have for each car, in the order of the template. */
export const batchField = z.enum(['licensePlate', 'vin', 'name', 'brand', 'model', 'serial', 'group', 'key']);
export type BatchField = z.infer<typeof batchField>;

/** The longest list that is taken in one go. */
export const MOST_BATCH_ROWS = 5000;
/** Rows looked up in one question: short enough that the window can show how far it is, and stop. */
export const BATCH_PIECE = 200;

const cell = z.string().max(2000);

/** One car of a list, as it stands there; '' where the list says nothing. */
export const batchRow = z.object({
  /** Of the file, counted from 1 with the headings; what an editor or a spreadsheet shows. */
  line: z.number().int().positive(),
  licensePlate: cell,
  vin: cell,
  name: cell,
  brand: cell,
  model: cell,
  serial: cell,
  group: cell,
  key: cell,
});
export type BatchRow = z.infer<typeof batchRow>;

/**
 * - `ready`. - `warned`: a person should check it; it can go on. - `there`: planned or under way already, nothing is made.
 * - `refused`: cannot be planned as it stands.
 */
export const batchVerdict = z.object({
  line: z.number().int().positive(),
  state: z.enum(['ready', 'warned', 'there', 'refused']),
  says: z.array(sentence),
});
export type BatchVerdict = z.infer<typeof batchVerdict>;

/** A car of a list that is to be fitted. The operator is asked only when it is begun. */
export const plannedCar = batchRow.extend({
  id: plannedCarId,
  file: z.string(),
  importedAt: instant,
  /** The job that fits it; null until it is begun. */
  job: jobId.nullable(),
});
export type PlannedCar = z.infer<typeof plannedCar>;

/** The field that the columns under these headings mean, as a person chose it last; headings folded by `foldHeading`. */
export const batchMapping = z.record(z.string().max(200), batchField.nullable());
export type BatchMapping = z.infer<typeof batchMapping>;
