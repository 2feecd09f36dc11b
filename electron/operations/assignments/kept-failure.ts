import { type FeedResult, feedResult } from '../../../shared/relay/feed.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  candidatesFor,
  isUnresolved,
  type ResultRow,
  settleResult,
  unresolvedResults,
} from '../../db/tables/queue/results.ts';
import { type OperationRow, readOperation } from '../../db/tables/queue/operations.ts';
import { tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import type { QueueParts } from '../queue/parts.ts';
import { quarantineEnd } from '../queue/policy.ts';
import { effectOf, expectedOf } from './effect-of.ts';
import { problemOfFailure } from './failure.ts';
import { isHint, rivalsFor } from './match.ts';
import { deliveryOf } from './deliveries.ts';
import { resolveUnmatched } from './take-results.ts';

/*
 * A failure that is one of several requests' (`matchResult`) is kept; what became of the order shows in reading.
 */

/** A failure that could be of an operation, and has ended nothing so far. */
export interface KeptFailure {
  readonly row: ResultRow;
  readonly result: FeedResult;
  /** Nothing but the access connects it with the operation: a colleague's failure says the same. */
  readonly isHint: boolean;
  /** It was fetched after the last request had been sent. */
  readonly isSince: boolean;
}

/** The newest failure that is kept because it could be of this operation or of something else. */
export function keptFailureOf(sqlite: Sqlite, operation: OperationRow): KeptFailure | null {
  const effect = effectOf(sqlite, operation);
  if (effect === null) return null;
  const expected = expectedOf(effect);
  const own = candidatesFor(sqlite, expected).filter(({ id }) => id === operation.id);
  const isAccepted = operation.state === 'awaiting-result';
  const sent = tickOfLastTry(sqlite, operation.id);
  const kept = unresolvedResults(sqlite, expected).flatMap((row) => {
    const parsed = feedResult.safeParse(JSON.parse(row.payload));
    if (!parsed.success || parsed.data.payload.operationSucceeded) return [];
    const result = parsed.data;
    // In doubt it may never have arrived: then only a failure of its own requests is its end, not one of another order.
    const rivals = rivalsFor(sqlite, operation.id, result);
    const hint = isHint(own, result);
    const isSince = row.tick >= (sent ?? row.tick);
    if (hint && !isAccepted) return [];
    return rivals === 'none' || (rivals === 'alike' && isAccepted)
      ? [{ row, result, isHint: hint, isSince }]
      : [];
  });
  return kept.at(-1) ?? null;
}

/**
 * Has the last request of an accepted operation had this failure? Only where it came after that was sent, and where reading
 * has found nothing applied long after: an earlier one may be reported late. Not while the relay cannot say when it came; where
 * its answer leaves open which was first, a failure that was fetched after the sending counts as one that came after it.
 */
export async function isOfLastRequest(
  parts: QueueParts,
  operation: OperationRow,
  { result, isHint: hint, isSince }: KeptFailure,
  signal: AbortSignal,
): Promise<boolean> {
  // As it is now: the clock may have been set during the look.
  const claimedAt = readOperation(parts.database.sqlite, operation.id)?.claimed_at ?? null;
  if (claimedAt === null || parts.clock.now() < quarantineEnd(claimedAt, 'result', parts.policy))
    return false;
  const delivery = await deliveryOf(parts, operation.id, result, signal);
  if (delivery === null) return false;
  return delivery.isLater || (hint && isSince && !delivery.isEarlier);
}

/** Reading has found nothing applied, and no request is under way any more: the order has failed as was reported. */
export function endAsReported(
  parts: QueueParts,
  operation: OperationRow,
  { row, result }: KeptFailure,
): void {
  parts.database.write((context) => {
    // A read meanwhile may have given it to another one.
    if (!isUnresolved(context.sqlite, row)) return;
    const problem = problemOfFailure(result);
    if (!applyOutcome(context, parts, operation, { outcome: 'failed', problem }, parts.clock.now())) return;
    settleResult(context, row, 'applied', operation.id);
    resolveUnmatched(context, parts, operation.id);
  });
}
