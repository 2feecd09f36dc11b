import { z } from 'zod';
import { type OperationId, operationId, carId, type CarId, type GroupId } from '../../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../../shared/problem.ts';

/* References of a payload to objects that other operations create, and the lanes that follow from them. */

/** A late-bound id: the value another operation will have produced when this one is sent. */
const reference = z.object({ op: operationId, field: z.string() });
export type Reference = z.infer<typeof reference>;

/** A known id, or a reference to another operation's result. */
export const idOrReference = <Id extends z.ZodType>(id: Id) => z.union([id, reference]);

/** Looks up a value that an operation produced; undefined = not yet. */
export type BoundValue = (operation: OperationId, field: string) => number | undefined;

/** Whether this is a reference to another operation's result. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'op' in value;
}

/**
 * Resolves `value` to an id. Throws ProblemError `dependency-ended` when it is unbound. The dependency graph never
 * sends an operation before its references are done, so this means a damaged row, not a race condition.
 */
export function resolveId<Id extends z.ZodType>(
  schema: Id,
  value: z.infer<Id> | Reference,
  bound: BoundValue,
): z.infer<Id> {
  if (!isReference(value)) return value;
  const parsed = schema.safeParse(bound(value.op, value.field));
  if (!parsed.success) throw new ProblemError(makeProblem('dependency-ended'));
  return parsed.data;
}

/** Like `resolveId`, for an id that may have been withdrawn since: null when it is unbound. */
export function resolveIdIfBound<Id extends z.ZodType>(
  schema: Id,
  value: z.infer<Id> | Reference,
  bound: BoundValue,
): z.infer<Id> | null {
  return isReference(value) && bound(value.op, value.field) === undefined
    ? null
    : resolveId(schema, value, bound);
}

/** The operations a payload refers to. */
export function referencedOperations(...values: readonly unknown[]): readonly OperationId[] {
  return values.filter(isReference).map((value) => value.op);
}

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
