import type { BatchRow } from '../../../shared/domain/batch.ts';
import { keysOf } from '../../../shared/domain/batch-check.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import type { CarId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { unfinishedJobs } from '../../db/tables/queue/jobs.ts';
import { parseJobData } from '../job-data.ts';
import { serialsOf } from '../search-text.ts';

/** The cars and Boxes of unfinished jobs. */
export interface OpenCars {
  /** The unfinished job about this car or this Box; null when there is none. */
  readonly of: (row: BatchRow, car: CarId | null) => { readonly startedAt: Instant } | null;
}

/** Reads them once; a list asks for each of its rows. */
export function readOpenCars(sqlite: Sqlite): OpenCars {
  const byKey = new Map<string, { readonly startedAt: Instant }>();
  for (const row of unfinishedJobs(sqlite)) {
    const data = parseJobData(row);
    const job = { startedAt: row.started_at };
    const { car } = data;
    if (car !== null) {
      const keys = keysOf({ vin: car.vin ?? '', licensePlate: car.licensePlate ?? '', serial: '' });
      if (keys.vin !== null) byKey.set(`vin ${keys.vin}`, job);
      if (keys.plate !== null) byKey.set(`plate ${keys.plate}`, job);
      if (car.id !== null) byKey.set(`car ${car.id}`, job);
    }
    for (const serial of serialsOf(data)) byKey.set(`serial ${foldSerial(serial)}`, job);
  }
  return {
    of: (row, car) => {
      const { vin, plate, serial } = keysOf(row);
      const wanted = [`vin ${vin}`, `plate ${plate}`, `serial ${serial}`, `car ${car}`];
      return wanted.map((key) => byKey.get(key)).find((job) => job !== undefined) ?? null;
    },
  };
}
