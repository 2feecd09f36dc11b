import type { JobCar } from '../../../shared/domain/job.ts';
import { type CarId, carId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import type { Reference } from '../../operations/queue/reference.ts';
import type { JobData } from '../job-data.ts';

/** The car as operations name it: its id, or what the creating operation will bring. */
export function carReference(car: NonNullable<JobData['car']>): CarId | Reference {
  if (car.operation !== null) return { op: car.operation, field: 'id' };
  if (car.id !== null) return car.id;
  throw new Error('a car has an id or an operation that brings it');
}

/** A job's car, with the id that the operator has given it since. */
export function carOfJob(sqlite: Sqlite, { operation, ...car }: NonNullable<JobData['car']>): JobCar {
  if (operation === null) return car;
  const bound = carId.safeParse(boundValue(sqlite, operation, 'id'));
  return { ...car, id: bound.success ? bound.data : null };
}
