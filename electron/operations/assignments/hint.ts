import { feedResult } from '../../../shared/relay/feed.ts';
import type { Sqlite } from '../../db/open.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { unresolvedResults } from '../../db/tables/queue/results.ts';
import { tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import { effectOf, expectedOf } from './effect-of.ts';
import { rivalsFor } from './match.ts';

/**
 * Has a result come since its sending that may be of this change or removal, or of another one of the same access? It ends nothing: it
 * makes the access be read, and is the word of what the read has found (docs/decisions/0024-what-result-matching-infers.md).
 */
export function isHinted(sqlite: Sqlite, operation: OperationRow): boolean {
  const effect = effectOf(sqlite, operation);
  if (effect === null || effect.effect === 'create') return false;
  const sent = tickOfLastTry(sqlite, operation.id);
  return unresolvedResults(sqlite, expectedOf(effect)).some((row) => {
    if (row.tick < (sent ?? row.tick)) return false;
    const { data } = feedResult.safeParse(JSON.parse(row.payload));
    if (data === undefined) return false;
    return data.payload.operationSucceeded || rivalsFor(sqlite, operation.id, data) !== null;
  });
}
