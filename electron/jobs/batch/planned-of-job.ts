import { type BatchRow, batchRow, type PlannedCar } from '../../../shared/domain/batch.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { JobId, PlannedCarId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import {
  insertPlannedCar,
  plannedByFingerprint,
  plannedCarOfJob,
  type PlannedCarRow,
  takePlannedByCar,
  takePlannedCar,
} from '../../db/tables/queue/planned-cars.ts';
import { columnsOf, fingerprintOf } from './check.ts';

/** The data of the list about the car of a job; null where it was on none. */
export function plannedOfJob(sqlite: Sqlite, job: JobId): PlannedCar | null {
  const row = plannedCarOfJob(sqlite, job);
  return row === undefined ? null : viewPlanned(row);
}

/** A planned car as screens show it. */
export function viewPlanned(row: PlannedCarRow): PlannedCar {
  return {
    ...batchRow.parse(JSON.parse(row.said)),
    id: row.id,
    file: row.file,
    importedAt: row.imported_at,
    job: row.job_id,
  };
}

/** A row of a list as it is kept. */
export function plannedRow(
  { file, row }: ListedCar,
  fresh: { readonly id: PlannedCarId; readonly at: Instant; readonly job: JobId | null },
): PlannedCarRow {
  return {
    id: fresh.id,
    fingerprint: fingerprintOf(row),
    file,
    said: JSON.stringify(row),
    ...columnsOf(row),
    search_text: [row.licensePlate, row.vin, row.name, row.brand, row.model, row.serial, row.group]
      .map(foldForSearch)
      .filter((part) => part !== '')
      .join(' '),
    imported_at: fresh.at,
    job_id: fresh.job,
  };
}

/** The row of a list about one car, and the name of its file. */
export interface ListedCar {
  readonly file: string;
  readonly row: BatchRow;
}

/**
 * Keeps the row that another laptop's list had for the car of a job. A row of this laptop's list for the same car, not begun yet,
 * leaves the list.
 */
export function takeOverPlan(
  context: WriteContext,
  listed: ListedCar,
  fresh: { readonly id: PlannedCarId; readonly at: Instant; readonly job: JobId },
): void {
  const row = plannedRow(listed, fresh);
  takePlannedByCar(context, fresh.job, row);
  const here = plannedByFingerprint(context.sqlite, row.fingerprint);
  if (here === undefined) insertPlannedCar(context, row);
  else takePlannedCar(context, here.id, fresh.job);
}
