import type { Candidate } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { withDeadline } from '../../operator/client.ts';
import { soundsNotOffered, problemOf } from '../../operator/operator-error.ts';
import { loadOperation } from './kinds/registry.ts';
import { isEarlierAccess, isOfAnotherOrder } from './actions.ts';
import type { QueueParts } from './parts.ts';
import { readingFor } from './reading.ts';

/** How long a person waits before a failed read is reported. */
const PATIENCE_MS = 15_000;

/** The candidates that a person may choose from; `listed` false = the environment has no such list. */
interface Candidates {
  readonly candidates: Candidate[];
  readonly listed: boolean;
}

/**
 * The candidates at the operator that this operation may have created, read now; those of our other operations, and
 * accesses that were there before, are left out. Throws
 * ProblemError when it cannot be read.
 */
export async function findCandidates(parts: QueueParts, row: OperationRow): Promise<Candidates> {
  const { sqlite } = parts.database;
  const loaded = loadOperation(row);
  if (!loaded.ok) throw new ProblemError(loaded.error);
  const find = loaded.value.candidates;
  if (find === null) return { candidates: [], listed: false };
  const bound = (id: OperationId, field: string) => boundValue(sqlite, id, field);
  const found = await withDeadline(parts.clock, PATIENCE_MS, (signal) =>
    find(bound, readingFor(parts, row, signal)),
  );
  if (!found.ok) {
    if (loaded.value.named !== null && soundsNotOffered(found.error)) {
      return { candidates: [], listed: false };
    }
    throw new ProblemError(problemOf(found.error));
  }
  const isOurs = ({ id }: Candidate) => !isOfAnotherOrder(sqlite, row, id) && !isEarlierAccess(row, id);
  return { candidates: found.value.filter(isOurs), listed: true };
}

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
