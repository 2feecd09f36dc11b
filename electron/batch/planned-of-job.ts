import { batchRow, type PlannedCar } from '../../shared/domain/batch.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Sqlite } from '../db/open.ts';
import { plannedCarOfJob, type PlannedCarRow } from '../db/tables/queue/planned-cars.ts';

/** What the list said about the car of a job; null where it was on none. */
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
