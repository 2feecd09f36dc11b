import type { OperationId } from '../../../shared/ids.ts';
import { type FeedResult, feedResult } from '../../../shared/relay/feed.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import type { QueueParts } from '../queue/parts.ts';

/**
 * How often the relay has had a result, and whether it last had it after the operation's last request was sent. Neither later nor
 * earlier is certain while the answer on its way leaves it open.
 */
export interface Delivery {
  readonly times: number;
  readonly isLater: boolean;
  readonly isEarlier: boolean;
}

/**
 * Asks the relay about a result it has handed on: the same one is handed on once, however often it comes
 * (docs/decisions/0007-repeated-failures.md). Null where it cannot be asked now, or has that result no more.
 */
export async function deliveryOf(
  parts: Pick<QueueParts, 'askRelay' | 'clock' | 'database'>,
  operation: OperationId,
  result: FeedResult,
  signal: AbortSignal,
): Promise<Delivery | null> {
  // Both by the queue's clock as it is now: it may have been set during the look.
  const askedAt = parts.clock.now();
  const sentAt = readOperation(parts.database.sqlite, operation)?.claimed_at ?? askedAt;
  const began = parts.clock.passed();
  const kept = (await parts.askRelay?.(result.sequence, signal)) ?? null;
  const answer = kept === null ? null : feedResult.safeParse(kept.result);
  // A relay that was set back may have given the number to another result.
  if (kept === null || answer?.success !== true || !isSame(answer.data, result)) return null;
  // Only spans are compared, each by its own clock; what the answer took on its way is doubt, and counts against both.
  const cameBefore = kept.now - kept.lastReceivedAt;
  const [sentBefore, doubt] = [askedAt - sentAt, parts.clock.passed() - began];
  return {
    times: kept.deliveries,
    isLater: cameBefore + doubt < sentBefore,
    isEarlier: cameBefore - doubt >= sentBefore,
  };
}

function isSame(one: FeedResult, other: FeedResult): boolean {
  return one.kind === other.kind && JSON.stringify(one.payload) === JSON.stringify(other.payload);
}
