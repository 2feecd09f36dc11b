import { keysOf } from '../../../shared/domain/batch-check.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import { hindranceOf, type PlannedJobView } from '../../../shared/domain/planned-jobs.ts';
import type { CarId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { freePlannedCars } from '../../db/tables/queue/planned-jobs.ts';
import { viewPlannedJob } from './view.ts';

/** The facts by which a car is recognised: its id at the operator, its VIN, its plate. */
export interface CarNames {
  readonly id: CarId | null;
  readonly vin: string | null;
  readonly licensePlate: string | null;
}

/** Do both name the same car? The id decides where both have one, then the VIN, then the plate. */
export function isSameCar(one: CarNames, other: CarNames): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  const [keys, others] = [one, other].map(({ vin, licensePlate }) =>
    keysOf({ vin: vin ?? '', licensePlate: licensePlate ?? '', serial: '' }),
  );
  if (keys === undefined || others === undefined) return false;
  if (keys.vin !== null && others.vin !== null) return keys.vin === others.vin;
  return keys.plate !== null && keys.plate === others.plate;
}

/**
 * The planned job for a car that this laptop may begin; null = none. `kind`: of this work only. Of several the first from `today` on, else the
 * latest before.
 */
export function planOfCar(
  sqlite: Sqlite,
  car: CarNames,
  kind: JobKind | null,
  today: string,
): PlannedJobView | null {
  const ofCar = freePlannedCars(sqlite)
    .filter(
      (one) =>
        (kind === null || one.kind === kind) &&
        isSameCar({ id: one.car, vin: one.vin, licensePlate: one.plate }, car),
    )
    .map(({ id }) => viewPlannedJob(sqlite, id))
    .filter((view) => view !== null)
    .filter((view) => hindranceOf(view) === null);
  return ofCar.find(({ work }) => work.day >= today) ?? ofCar.at(-1) ?? null;
}
