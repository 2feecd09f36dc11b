import { z } from 'zod';
import { type OperationId, operationId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';

/** A late-bound id: the value another operation will have produced when this one is sent. */
export const reference = z.object({ op: operationId, field: z.string() });
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
