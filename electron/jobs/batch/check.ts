import { createHash } from 'node:crypto';
import {
  batchField,
  type BatchRow,
  type BatchVerdict,
  keysOf,
  batchRow,
  type PlannedCar,
} from '../../../shared/domain/batch.ts';
import { type DirectoryCar, type JobKey, jobKey } from '../../../shared/domain/directory.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { foldSerial, foldForSearch } from '../../../shared/domain/serial.ts';
import type { CarId, JobId, PlannedCarId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import { readJob, unfinishedJobs } from '../../db/tables/queue/jobs.ts';
import {
  plannedByFingerprint,
  type PlannedKeys,
  plannedWith,
  insertPlannedCar,
  plannedCarOfJob,
  type NewPlannedCar,
  type PlannedCarRow,
  takePlannedByCar,
  takePlannedCar,
} from '../../db/tables/queue/planned-cars.ts';
import type { Directory } from '../../directory/directory.ts';
import { boxBySerial } from '../box-lookup.ts';
import { parseJobData, serialsOf } from '../job-data.ts';

/* Checks the rows of an imported list against the local copies: the car, the key, and the state of a planned car. */

/** The local sources in which rows are looked up. */
interface CheckParts {
  readonly sqlite: Sqlite;
  readonly directory: Directory;
}

/** The columns that identify a row. */
function columnsOf(row: BatchRow): PlannedKeys {
  const { vin, plate, serial } = keysOf(row);
  return { vin_key: vin, plate_key: plate, serial_key: serial };
}

/** Hashes the content of a row: rows with equal words are the same row, in any line or list. */
function fingerprintOf(row: BatchRow): string {
  const said = batchField.options.map((field) => row[field]);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** The fleet's car that a row refers to: by VIN, else by plate. Null where none or several match. */
export function carOfRow(
  directory: Pick<Directory, 'findByVin' | 'findByPlate'>,
  row: Pick<BatchRow, 'vin' | 'licensePlate'>,
): DirectoryCar | null {
  const byVin = row.vin === '' ? [] : directory.findByVin(row.vin);
  const found = byVin.length > 0 || row.licensePlate === '' ? byVin : directory.findByPlate(row.licensePlate);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The status of a row on this laptop: existing, planned, under way, needing a person, or ready. No status refuses the
 * row.
 */
export function checkRow({ sqlite, directory }: CheckParts, open: OpenCars, row: BatchRow): BatchVerdict {
  const there = alreadyThere({ sqlite, directory }, open, row);
  if (there !== null) return { line: row.line, state: 'there', says: [there] };
  const says = [...warnings(directory, row)];
  return { line: row.line, state: says.length > 0 ? 'warned' : 'ready', says };
}

function alreadyThere({ sqlite, directory }: CheckParts, open: OpenCars, row: BatchRow): Sentence | null {
  const same = plannedByFingerprint(sqlite, fingerprintOf(row));
  if (same !== undefined) {
    const begun = same.job_id === null ? undefined : readJob(sqlite, same.job_id);
    return {
      key: begun === undefined ? 'batch.row.planned' : 'batch.row.begun',
      params: { at: begun?.started_at ?? same.imported_at },
    };
  }
  const planned = plannedWith(sqlite, columnsOf(row))[0];
  if (planned !== undefined) return { key: 'batch.row.planned', params: { at: planned.imported_at } };
  const job = open.of(row, carOfRow(directory, row)?.id ?? null);
  return job === null ? null : { key: 'batch.row.open-job', params: { at: job.startedAt } };
}

function* warnings(directory: Directory, row: BatchRow): Generator<Sentence> {
  const byVin = row.vin === '' ? [] : directory.findByVin(row.vin);
  const byPlate = row.licensePlate === '' ? [] : directory.findByPlate(row.licensePlate);
  const [one] = byVin;
  if (byVin.length > 1 || byPlate.length > 1) {
    yield { key: 'batch.row.several', params: {} };
  } else if (one !== undefined && byPlate.length === 1 && byPlate[0]?.id !== one.id) {
    yield { key: 'batch.row.two-cars', params: { car: one.licensePlate ?? one.name } };
  }
  const car = carOfRow(directory, row);
  if (car !== null) {
    const held = directory.productsInCar(car.id).rows.find(({ family }) => family === 'box');
    if (held !== undefined) yield { key: 'batch.row.holds-box', params: { serial: held.serialNumber } };
  }
  const box = row.serial === '' ? undefined : boxBySerial(directory, row.serial);
  if (box?.car.known === true && box.car.id !== null && box.car.id !== car?.id) {
    const other = directory.car(box.car.id);
    yield {
      key: 'batch.row.box-elsewhere',
      params: { car: other === undefined ? String(box.car.id) : (other.licensePlate ?? other.name) },
    };
  }
  if (row.group !== '' && directory.groupByName(row.group) === undefined) {
    yield { key: 'batch.row.new-group', params: { group: row.group } };
  }
  const brand = row.brand === '' ? (car?.brand ?? '') : row.brand;
  if (row.key !== '' && keyByName(directory, brand, row.key) === null) {
    yield { key: 'batch.row.no-key', params: { key: row.key } };
  }
}

/** The cars and Boxes of unfinished jobs. */
interface OpenCars {
  /** The unfinished job with this car or this Box; null = none. */
  readonly of: (row: BatchRow, car: CarId | null) => { readonly startedAt: Instant } | null;
}

/** Reads the unfinished jobs once, because every row of a list is compared with them. */
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

/**
 * The only key of a brand's catalogue with this name; null where none or several have it.
 *
 * @param variant the SAP number of the Box to fit: it selects among several keys with that name.
 */
export function keyByName(
  directory: Pick<Directory, 'keys'>,
  brand: string,
  name: string,
  variant: string | null = null,
): JobKey | null {
  if (brand === '' || name === '') return null;
  const wanted = foldForSearch(name);
  const called = directory.keys(brand).rows.filter((key) => foldForSearch(key.keyFormName) === wanted);
  const found =
    called.length < 2 || variant === null
      ? called
      : called.filter(
          ({ boxSapNumber: sap }) => sap !== null && foldForSearch(sap) === foldForSearch(variant),
        );
  const [one] = found;
  if (one === undefined || found.length > 1) return null;
  return jobKey.parse(one);
}

/** The list's data on the car of a job; null where the car was on no list. */
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

/** The stored form of a list's row. */
export function plannedRow(
  { file, row }: ListedCar,
  fresh: { readonly id: PlannedCarId; readonly at: Instant; readonly job: JobId | null },
): NewPlannedCar {
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
interface ListedCar {
  readonly file: string;
  readonly row: BatchRow;
}

/**
 * Stores the row that another laptop's list had for the car of a job. If this laptop's list has a row for the same car
 * that was not begun, that row leaves the list.
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
