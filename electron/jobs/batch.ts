import { createHash } from 'node:crypto';
import {
  type BatchRow,
  createRowCheck,
  batchField,
  type BatchVerdict,
  keysOf,
  batchRow,
  type PlannedCar,
} from '../../shared/domain/batch.ts';
import { foldForSearch, foldSerial } from '../../shared/domain/serial.ts';
import type { JobId, PlannedCarId, CarId } from '../../shared/ids.ts';
import { makeProblem, ProblemError, type Sentence } from '../../shared/problem.ts';
import { type DirectoryCar, type JobKey, jobKey } from '../../shared/domain/directory.ts';
import type { Instant } from '../../shared/time.ts';
import type { Directory } from '../directory/directory.ts';
import {
  dropPlannedCar,
  insertPlannedCar,
  plannedPage,
  readPlannedCar,
  takePlannedCar,
  plannedByFingerprint,
  type PlannedKeys,
  plannedWith,
  plannedCarOfJob,
  type NewPlannedCar,
  type PlannedCarRow,
  takePlannedByCar,
} from '../db/tables/queue/planned-work.ts';
import type { Sqlite, WriteContext } from '../db/open.ts';
import { readJob, unfinishedJobs } from '../db/tables/queue/jobs.ts';
import { startJob } from './start.ts';
import { chooseCar } from './steps/car.ts';
import { takeKey } from './steps/box.ts';
import { together, type JobParts } from './change.ts';
import { boxBySerial } from './box-lookup.ts';
import { parseJobData, serialsOf } from './job-data.ts';

/*
 * Cars from a CSV list become planned cars: rows of `planned_car` in queue.db. Planning sends no request and makes no
 * job; an installation begins when a person begins a planned car or scans it. A row is recognised by its fingerprint,
 * so that importing the same list again adds nothing.
 */

type Parts = JobParts & { readonly directory: Directory };

/**
 * Plans the cars of a list in ONE transaction. A car that is planned or under way already stays unchanged and counts as
 * `there`. ProblemError `input-invalid` with the line of the first row that is refused; then nothing is planned.
 */
export function planCars(
  { database, directory, clock, ids }: Parts,
  file: string,
  rows: readonly BatchRow[],
): { readonly planned: number; readonly there: number } {
  return database.write((context) => {
    const check = createRowCheck();
    const open = readOpenCars(context.sqlite);
    let planned = 0;
    for (const row of rows) {
      if (check(row).state === 'refused') {
        throw new ProblemError(makeProblem('input-invalid', { field: `line ${row.line}` }));
      }
      if (checkRow({ sqlite: context.sqlite, directory }, open, row).state === 'there') continue;
      const fresh = { id: ids.plannedCar(), at: clock.now(), job: null };
      const isNew = insertPlannedCar(context, plannedRow({ file, row }, fresh));
      if (isNew) planned += 1;
    }
    context.changed('jobs');
    return { planned, there: rows.length - planned };
  });
}

/** A page of planned cars that were not begun. `text` as typed. */
export function listPlanned(sqlite: Sqlite, text: string, limit: number, offset: number) {
  const page = plannedPage(sqlite, foldForSearch(text), limit, offset);
  return { ...page, rows: page.rows.map(viewPlanned) };
}

/**
 * Begins the installation of a planned car. The car of the fleet and the key of the catalogue are set if the list
 * matches exactly one. All other values are offered in their steps. A planned car that was already begun returns the
 * same job. ProblemError `not-found`.
 */
export function beginPlanned(parts: Parts, id: PlannedCarId): JobId {
  return together(parts, (inside) => {
    const row = readPlannedCar(inside.database.sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    if (row.job_id !== null) return row.job_id;
    const job = startJob(inside, 'installation');
    inside.database.write((context) => {
      takePlannedCar(context, id, job);
      context.changed('jobs');
    });
    const { directory } = parts;
    const said = viewPlanned(row);
    const car = carOfRow(directory, said);
    if (car !== null) chooseCar(inside, job, car.id);
    const key = keyByName(directory, said.brand === '' ? (car?.brand ?? '') : said.brand, said.key);
    if (key !== null) takeKey(inside, job, key);
    return job;
  });
}

/** Removes planned cars from the list. */
export function dropPlanned({ database }: Pick<JobParts, 'database'>, ids: readonly PlannedCarId[]): void {
  database.write((context) => {
    for (const id of ids) dropPlannedCar(context, id);
    context.changed('jobs');
  });
}

/*
 * The check of a row against the local copies: the car, the key, and the state of a planned car. `createRowCheck`
 * checks the row by itself.
 */

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
function plannedRow(
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
