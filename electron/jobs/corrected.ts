import { z } from 'zod';
import { type Problem, ProblemError } from '../../shared/problem.ts';
import type { WriteContext } from '../db/open.ts';
import { writeJobSearch, readJob, updateJob } from '../db/tables/queue/jobs.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import type { InstallationLog } from '../log/append.ts';
import type { JobChange } from './change.ts';
import { installKind } from '../operations/queue/kinds/install.ts';
import { labelChecks, outOfUseOf } from './box-lookup.ts';
import { forceBox } from './steps/box.ts';
import { type DataOf, type JobData, parseJobData, searchTextOf } from './job-data.ts';

/** A correction does not consult the local copies. */
const nothingKnown = { productsBySerial: () => ({ rows: [], asOf: null }) };

const car = z.object({
  name: z.string(),
  vin: z.string().nullable(),
  licensePlate: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
});
const box = z.object({ serialNumber: z.string() });
const group = z.object({ name: z.string() });

/** The person who corrects, and the log. */
export interface CorrectionParts {
  readonly worker: () => string;
  readonly log: InstallationLog;
}

type Knowing = Parameters<typeof outOfUseOf>[0];

/**
 * A corrected installation follows the same rules as a new one, inside and outside a job; part of the correction's
 * transaction. ProblemError `box-out-of-use`.
 */
export function guardCorrectedBox(
  directory: Knowing['directory'],
  { sqlite }: WriteContext,
  row: OperationRow,
): void {
  const problem = unusableBox(directory, sqlite, row);
  if (problem !== null) throw new ProblemError(problem);
}

/** The problem of an installation whose Box is defective or lost by now; null = it may be sent. */
export function unusableBox(
  directory: Knowing['directory'],
  sqlite: Knowing['database']['sqlite'],
  row: OperationRow,
): Problem | null {
  if (row.kind !== installKind.kind) return null;
  return outOfUseOf({ database: { sqlite }, directory }, box.parse(JSON.parse(row.payload)).serialNumber);
}

/**
 * Applies a correction of a queued operation to its job, in the correction's transaction. A Box that contradicts its
 * label needs a reason and gets a forced mark, as at its first choice. ProblemErrors `box-refused` without the reason,
 * `name-too-long`.
 */
export function followCorrection(
  parts: CorrectionParts,
  context: WriteContext,
  row: OperationRow,
  reason: string,
): void {
  if (row.job_id === null) return;
  const job = readJob(context.sqlite, row.job_id);
  if (job === undefined) return;
  const before = parseJobData(job);
  const followed = corrected(before, row, JSON.parse(row.payload));
  if (followed === before) return;
  const after = marked({ ...parts, reason }, context, followed, row);
  updateJob(context, {
    id: job.id,
    data: JSON.stringify(after),
    updated_at: row.updated_at,
    finished_at: job.finished_at,
  });
  writeJobSearch(context, job.id, searchTextOf(after));
  context.changed('jobs', `job:${job.id}`);
}

function corrected(data: JobData, { id }: OperationRow, payload: unknown): JobData {
  if (data.car?.operation === id) return { ...data, car: { ...data.car, ...car.parse(payload) } };
  if (data.kind === 'installation' && data.box?.operation === id) {
    return { ...data, box: otherBox(data.box, payload) };
  }
  if (data.kind === 'swap' && data.box?.operation === id) {
    return { ...data, box: otherBox(data.box, payload) };
  }
  if (data.kind === 'installation' && data.group?.createOperation === id) {
    return { ...data, group: { ...data.group, name: group.parse(payload).name } };
  }
  return data;
}

/** Adds the marks of a Box whose serial was corrected against its label. */
function marked(
  { worker, log, reason }: CorrectionParts & { readonly reason: string },
  context: WriteContext,
  data: JobData,
  { id, job_id: job, updated_at: now }: OperationRow,
): JobData {
  if (data.kind === 'removal' || data.box === null || data.box.operation !== id) return data;
  const record: JobChange['record'] = (type, facts) => log.append(context, { job, type, data: facts });
  const marks = forceBox({ worker }, { now, record }, data.box, reason);
  return marks.length === 0 ? data : { ...data, forced: [...data.forced, ...marks] };
}

function otherBox<Taken extends NonNullable<DataOf<'swap'>['box']>>(taken: Taken, payload: unknown): Taken {
  const { serialNumber } = box.parse(payload);
  // The known facts of the wrong Box do not apply to this one.
  const unchecked = { variant: null, sapNumber: null, productId: null, forced: [] };
  // The label check still applies: the number on the label is unchanged.
  const checks = [...labelChecks(nothingKnown, { label: taken.label, wanted: false }, serialNumber)];
  return { ...taken, ...unchecked, checks, serialNumber, lookupSerial: serialNumber };
}
