import { type BatchRow, createRowCheck } from '../../../shared/domain/batch.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { JobId, PlannedCarId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Directory } from '../../directory/directory.ts';
import {
  dropPlannedCar,
  insertPlannedCar,
  plannedPage,
  readPlannedCar,
  takePlannedCar,
} from '../../db/tables/queue/planned-cars.ts';
import type { Sqlite } from '../../db/open.ts';
import type { JobParts } from '../parts.ts';
import { startJob } from '../start.ts';
import { chooseCar } from '../steps/car.ts';
import { takeKey } from '../steps/keyfob.ts';
import { together } from '../change.ts';
import { carOfRow, checkRow, keyByName, readOpenCars, plannedRow, viewPlanned } from './check.ts';

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
