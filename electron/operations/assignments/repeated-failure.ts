import type { Instant } from '../../../shared/time.ts';
import { type FeedResult, feedResult } from '../../../shared/relay/feed.ts';
import type { Sqlite } from '../../db/open.ts';
import { candidatesFor, type ResultRow, resultsOf } from '../../db/tables/queue/results.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { QueueParts } from '../queue/parts.ts';
import { deliveryOf } from './deliveries.ts';
import { effectOf, expectedOf } from './effect-of.ts';
import { problemOfFailure } from './failure.ts';

/**
 * A request that was made twice and failed twice in the same words is one result at the relay, which the feed hands on once
 * (docs/decisions/0007-repeated-failures.md). So what awaits a result that an earlier request of ours has had already asks the relay how often that
 * one has come; a delivery after our own sending is ours. Call it only when reading has found nothing applied. Null = nothing
 * of that kind is known, the relay cannot tell now, or the owner of the last delivery is not known.
 */
export async function repeatedFailure(
  parts: QueueParts,
  row: OperationRow,
  signal: AbortSignal,
): Promise<Outcome | null> {
  for (const known of failuresOfTheSame(parts.database.sqlite, row)) {
    const delivery = await deliveryOf(parts, row.id, known, signal);
    if (delivery === null || delivery.times < 2 || !delivery.isLater) continue;
    return { outcome: 'failed', problem: problemOfFailure(known) };
  }
  return null;
}

/** Failures reported to other operations that sent the very same body about the same thing, newest first. */
function failuresOfTheSame(sqlite: Sqlite, row: OperationRow): readonly FeedResult[] {
  const effect = effectOf(sqlite, row);
  if (effect === null) return [];
  const alike = candidatesFor(sqlite, expectedOf(effect));
  const own = alike.find(({ id }) => id === row.id);
  const others = alike.filter(({ id, checksum }) => id !== row.id && checksum === own?.checksum);
  // Of two that were under way together it is not known which one a delivery was for.
  const together = others.some(({ finished_at: end }) => end === null || end >= (row.claimed_at ?? end));
  if (together) return [];
  return others
    .filter(({ state }) => state === 'failed')
    .flatMap(({ id }) => resultsOf(sqlite, id))
    .toSorted(newestFirst)
    .flatMap(({ payload }) => {
      const parsed = feedResult.safeParse(JSON.parse(payload));
      return parsed.success && !parsed.data.payload.operationSucceeded ? [parsed.data] : [];
    });
}

const newestFirst = (one: ResultRow, other: ResultRow): Instant => other.fetched_at - one.fetched_at;
