import { carId, type CarId, type GroupId, type OperationId, operationId } from '../../../../shared/ids.ts';
import { type BoundValue, isReference, type Reference } from '../reference.ts';

const CAR = 'car:';
const NEW_CAR = 'new-car:';

/** The lane of a car: by its id, or by the operation that creates it. */
export function carLane(car: CarId | Reference): string {
  return isReference(car) ? newCarLane(car.op) : `${CAR}${car}`;
}

/** The lane's car; null = no car, or one without an id yet. */
export function carOfLane(lane: string): CarId | null {
  return lane.startsWith(CAR) ? (carId.safeParse(Number(lane.slice(CAR.length))).data ?? null) : null;
}

/** The lane of a car that does not exist yet. */
export function newCarLane(createdBy: OperationId): string {
  return `${NEW_CAR}${createdBy}`;
}

/** The lane of a group, for operations without a car. */
export function groupLane(group: GroupId): string {
  return `group:${group}`;
}

/** The present lane: once a new car has its id, the lane of that car, shared with other jobs' work on it. */
export function currentLane(lane: string, bound: BoundValue): string {
  if (!lane.startsWith(NEW_CAR)) return lane;
  const createdBy = operationId.safeParse(lane.slice(NEW_CAR.length));
  const id = createdBy.success ? bound(createdBy.data, 'id') : undefined;
  return id === undefined ? lane : `${CAR}${id}`;
}
