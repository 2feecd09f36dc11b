import type { OperationId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { withDeadline } from '../../operator/deadline.ts';
import { loadOperation } from './kinds/registry.ts';
import type { QueueParts } from './parts.ts';
import { readingFor } from './reading.ts';

/** How long a person waits before a failed check is reported. */
const PATIENCE_MS = 15_000;

/**
 * Checks the number that a person gave to what an operation has made, before anything is bound to it. Throws ProblemError where
 * the operator has nothing of that number, and where it cannot be asked now; where it does not offer such a read the person's
 * word stands.
 */
export async function checkNamed(parts: QueueParts, row: OperationRow, id: number): Promise<void> {
  const loaded = loadOperation(row);
  if (!loaded.ok) throw new ProblemError(loaded.error);
  const { named } = loaded.value;
  if (named === null) return;
  const bound = (of: OperationId, field: string) => boundValue(parts.database.sqlite, of, field);
  const problem = await withDeadline(parts.clock, PATIENCE_MS, (signal) =>
    named(bound, readingFor(parts, row, signal), id),
  );
  if (problem !== null) throw new ProblemError(problem);
}
