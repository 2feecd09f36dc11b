import type { OperationId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { attemptsOf, type AttemptRow } from '../../db/tables/queue/operation-history.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';

/** Answers after which nothing can have been applied (spec part 6); all others leave a doubt. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 415, 429, 503]);

/** The tries of an operation that may have been executed, oldest first. */
export function triesThatCount(sqlite: Sqlite, operation: OperationId): readonly AttemptRow[] {
  return attemptsOf(sqlite, operation).filter((attempt) => !cameToNothing(attempt));
}

/** Was it sent, and each request refused? Not known where the file lost its journal, was set back, or has it from another laptop. */
export function wasAlwaysRefused(
  sqlite: Sqlite,
  { id, attempt, unknown_tries: unknownTries }: Pick<OperationRow, 'id' | 'attempt' | 'unknown_tries'>,
): boolean {
  const tries = attemptsOf(sqlite, id);
  return unknownTries === 0 && tries.length > 0 && tries.length === attempt && tries.every(cameToNothing);
}

function cameToNothing({ sent, status }: AttemptRow): boolean {
  return sent === 'no' || (sent === 'answered' && status !== null && refusals.has(status));
}

/** How many of the last tries, in a row, the operator answered with a fault of its own. */
export function failuresInARow(tries: readonly Pick<AttemptRow, 'code'>[]): number {
  const lastOther = tries.findLastIndex(({ code }) => code !== 'server-error' && code !== 'gateway');
  return tries.length - 1 - lastOther;
}
