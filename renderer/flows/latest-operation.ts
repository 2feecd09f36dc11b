import type { OperationKind, OperationView } from '../../shared/domain/operation.ts';

/**
 * The relevant operation of a kind: the last one that was not cancelled, else the last cancelled one; null when there is
 * none.
 */
export function latestOperation(
  operations: readonly OperationView[],
  ...kinds: readonly OperationKind[]
): OperationView | null {
  const mine = operations.filter((operation) => kinds.includes(operation.kind));
  return mine.findLast((operation) => operation.state !== 'cancelled') ?? mine.at(-1) ?? null;
}
