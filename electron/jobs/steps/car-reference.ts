import type { CarId } from '../../../shared/ids.ts';
import type { Reference } from '../../operations/queue/reference.ts';
import type { JobData } from '../job-data.ts';

/** The car as operations name it: its id, or what the creating operation will bring. */
export function carReference(car: NonNullable<JobData['car']>): CarId | Reference {
  if (car.operation !== null) return { op: car.operation, field: 'id' };
  if (car.id !== null) return car.id;
  throw new Error('a car has an id or an operation that brings it');
}
