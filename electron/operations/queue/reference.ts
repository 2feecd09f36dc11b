import { z } from 'zod';
import { type OperationId, operationId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';

/** A late-bound id: what another operation will have brought when this one is sent. */
export const reference = z.object({ op: operationId, field: z.string() });
export type Reference = z.infer<typeof reference>;

/** An id that is known now, or the result of another operation. */
export const idOrReference = <Id extends z.ZodType>(id: Id) => z.union([id, reference]);

/** Looks up what an operation has brought; undefined while it has not. */
export type BoundValue = (operation: OperationId, field: string) => number | undefined;

/** Is this the result of another operation? */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'op' in value;
}

/**
 * The id behind `value`. Throws ProblemError `dependency-ended` when it is not bound: the dependency graph never lets
 * an operation go before what it refers to is done, so this is a damaged row, not a race.
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

/** The same for an id that may have been taken back since: null where it is not bound any more. */
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
