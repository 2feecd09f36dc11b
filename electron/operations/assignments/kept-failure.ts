import { type FeedResult, feedResult } from '../../../shared/relay/results.ts';
import type { Instant } from '../../../shared/time.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  candidatesFor,
  isUnresolved,
  type ResultRow,
  settleResult,
  unresolvedResults,
  resultsOf,
} from '../../db/tables/queue/results.ts';
import { type OperationRow, readOperation } from '../../db/tables/queue/operations.ts';
import { tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import type { QueueParts } from '../queue/parts.ts';
import { quarantineEnd } from '../queue/policy.ts';
import type { Outcome } from '../outcomes/classify.ts';
import { effectOf, expectedOf } from './effects.ts';
import { problemOfFailure } from './failure.ts';
import { isHint, rivalsFor } from './match.ts';
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
