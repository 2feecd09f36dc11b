import type { Candidate } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { withDeadline } from '../../operator/client.ts';
import { mayBeNotOffered, problemOf } from '../../operator/operator-error.ts';
import { loadOperation } from './kinds/registry.ts';
import { isEarlierAccess, isOfAnotherOrder } from './actions.ts';
import type { QueueParts } from './parts.ts';
import { readingFor } from './reading.ts';

/** Deadline of a read that a person waits for. */
const PATIENCE_MS = 15_000;

/** The candidates for a person's choice; `listed` false = the environment has no such list. */
interface Candidates {
  readonly candidates: Candidate[];
  readonly listed: boolean;
}

/**
 * Reads the objects at the operator that this operation may have created. Those of our other operations, and accesses
 * from before it was sent, are left out. Throws ProblemError when they cannot be read.
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
    if (loaded.value.named !== null && mayBeNotOffered(found.error)) {
      return { candidates: [], listed: false };
    }
    throw new ProblemError(problemOf(found.error));
  }
  const isOurs = ({ id }: Candidate) => !isOfAnotherOrder(sqlite, row, id) && !isEarlierAccess(row, id);
  return { candidates: found.value.filter(isOurs), listed: true };
}

/**
 * Verifies the number that a person entered for an operation's object before it is bound. Throws ProblemError when the
 * operator has no object with that number, or cannot be asked now. Where no such read is offered, the person's number
 * is accepted.
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
