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
import { type OperationRow, readOperation, operationsThatSent } from '../../db/tables/queue/operations.ts';
import { tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import { askLater, type RevokedAssignmentRow } from '../../db/tables/queue/assignments.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import {
  type BegunRead,
  type QueueParts,
  quarantineEnd,
  nextResultQuestion,
  readFrom,
} from '../queue/parts.ts';
import type { Outcome } from '../outcomes/classify.ts';
import { readAssignment } from '../../operator/endpoints/assignments.ts';
import { isAnotherAccess } from '../queue/kinds/shared-findings.ts';
import type { ConnectivityReport } from '../queue/connectivity.ts';
import { effectOf, expectedOf, problemOfFailure, holderOfRevoked, reasonOf } from './effects.ts';
import { isBeforeItsRequest, isHint, competingOrders, matchResult } from './match.ts';
import { resolveUnmatched } from './take-results.ts';
import { settleDeleted, settleStillPresent, endRevoked } from './revoked-assignments.ts';

/*
 * A failure that could belong to several requests (`matchResult`) is kept; reads decide the outcome of the order, and of
 * an access that was revoked with a Box.
 */

/** A failure that may belong to an operation and has ended none so far. */
export interface KeptFailure {
  readonly row: ResultRow;
  readonly result: FeedResult;
  /** Only the access links it to the operation: the failure of a colleague's request looks the same. */
  readonly isHint: boolean;
  /** It was fetched after the operation's last request was sent. */
  readonly isSince: boolean;
}

/** The newest kept failure that may belong to this operation or to another order. */
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
    // An operation in doubt may never have arrived. Then only a failure of its own requests ends it, not one that
    // another order may have caused.
    const rivals = competingOrders(sqlite, operation.id, result);
    // An equal failure from before the request may have been received again since: only the relay can tell.
    const isBefore = own.some((candidate) => isBeforeItsRequest(sqlite, candidate, result, row.tick));
    const hint = isBefore || isHint(own, result);
    const isSince = row.tick >= (sent ?? row.tick);
    if (hint && !isAccepted) return [];
    return rivals === 'none' || (rivals === 'alike' && isAccepted)
      ? [{ row, result, isHint: hint, isSince }]
      : [];
  });
  return kept.at(-1) ?? null;
}

/**
 * Whether this failure belongs to the last request of an accepted operation. It does only if it was received after that
 * request was sent and a read that began long after found nothing applied: an earlier request's failure may arrive late. False
 * while the relay cannot tell when it was received. If its answer leaves the order open, a failure fetched after the
 * sending counts as received after it.
 */
export async function isOfLastRequest(
  parts: QueueParts,
  operation: OperationRow,
  { result, isHint: hint, isSince }: KeptFailure,
  read: BegunRead,
): Promise<boolean> {
  // Read again: the clock may have been adjusted during the question.
  const claimedAt = readOperation(parts.database.sqlite, operation.id)?.claimed_at ?? null;
  if (claimedAt === null || readFrom(parts, read) < quarantineEnd(claimedAt, 'result', parts.policy))
    return false;
  const delivery = await deliveryOf(parts, operation.id, result, read.signal);
  if (delivery === null) return false;
  return delivery.isLater || (hint && isSince && !delivery.isEarlier);
}

/** Reads found nothing applied and no request is in flight: the order has failed with the reported error. */
export function endAsReported(
  parts: QueueParts,
  operation: OperationRow,
  { row, result }: KeptFailure,
): void {
  parts.database.write((context) => {
    // Another operation may have claimed the result during the read.
    if (!isUnresolved(context.sqlite, row)) return;
    const problem = problemOfFailure(result);
    if (!applyOutcome(context, parts, operation, { outcome: 'failed', problem }, parts.clock.now())) return;
    settleResult(context, row, 'applied', operation.id);
    resolveUnmatched(context, parts, operation.id);
  });
}

/**
 * A request that was sent twice and failed twice with the same message is one result at the relay, delivered once
 * (docs/decisions/0007-repeated-failures.md). So when an earlier request of ours has had the same result, the relay is
 * asked how often it was received. A delivery after our own sending is ours. Call it only when a read found nothing
 * applied. Null = no such result, the relay cannot tell now, or the last delivery has no known owner.
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

/** Failures of other operations that sent the same body about the same subject, newest first. */
function failuresOfTheSame(sqlite: Sqlite, row: OperationRow): readonly FeedResult[] {
  const effect = effectOf(sqlite, row);
  if (effect === null) return [];
  const alike = candidatesFor(sqlite, expectedOf(effect));
  const own = alike.find(({ id }) => id === row.id);
  const others = alike.filter(({ id, checksum }) => id !== row.id && checksum === own?.checksum);
  // When two requests were in flight together, the delivery may belong to either.
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
 * Whether a result has arrived since the sending that may belong to this change or removal, or to another of the same
 * access. It ends nothing by itself: it triggers a read, and confirms what the read finds
 * (docs/decisions/0024-what-result-matching-infers.md).
 */
export function isHinted(sqlite: Sqlite, operation: OperationRow): boolean {
  const effect = effectOf(sqlite, operation);
  if (effect === null || effect.effect === 'create') return false;
  const sent = tickOfLastTry(sqlite, operation.id);
  return unresolvedResults(sqlite, expectedOf(effect)).some((row) => {
    if (row.tick < (sent ?? row.tick)) return false;
    const { data } = feedResult.safeParse(JSON.parse(row.payload));
    if (data === undefined) return false;
    return data.payload.operationSucceeded || competingOrders(sqlite, operation.id, data) !== null;
  });
}

/**
 * How often the relay received a result, and whether the last time was after the operation's last request. Neither
 * later nor earlier is certain when the answer's transit time leaves it open.
 */
export interface Delivery {
  readonly times: number;
  readonly isLater: boolean;
  readonly isEarlier: boolean;
}

/**
 * Asks the relay about a delivered result: repeated identical results are delivered once
 * (docs/decisions/0007-repeated-failures.md). Null when the relay cannot be asked now, or no longer has the result.
 */
export async function deliveryOf(
  parts: Pick<QueueParts, 'askRelay' | 'clock' | 'database'>,
  operation: OperationId,
  result: FeedResult,
  signal: AbortSignal,
): Promise<Delivery | null> {
  // Both times are by the queue's present clock, which may have been adjusted during the question.
  const askedAt = parts.clock.now();
  const sentAt = readOperation(parts.database.sqlite, operation)?.claimed_at ?? askedAt;
  const began = parts.clock.passed();
  const kept = (await parts.askRelay?.(result.sequence, signal)) ?? null;
  const answer = kept === null ? null : feedResult.safeParse(kept.result);
  // A relay that was set back may have reused the sequence for another result.
  if (kept === null || answer?.success !== true || !isSame(answer.data, result)) return null;
  // Only durations are compared, each by its own clock. The answer's transit time is uncertainty, and counts against
  // both conclusions.
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

/*
 * Whether a failed removal belongs to an access revoked with a Box: a read decides
 * (docs/decisions/0024-what-result-matching-infers.md).
 */

/** Reads an access that ends with a removed Box and whose result is overdue: is it gone? */
export async function readRevoked(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const { database, clock, policy, client } = parts;
  const lastQuestion = taken.questions + 1 >= policy.resultQuestions;
  // Postponed before the read, so that a failing read is not repeated at once. Only an answer ends the reads.
  database.write((context) => {
    askLater(context, taken, nextResultQuestion(clock.now(), taken.questions + 1, policy));
  });
  const begun = { signal, beganAt: clock.passed() };
  const read = await client.call(readAssignment(taken.assignment_id), { signal, sure: true });
  const isGone = read.ok
    ? isAnotherAccess(read.value, holderOfRevoked(database.sqlite, taken))
    : read.error.code === 'not-found';
  if (isGone) {
    database.write((context) => {
      settleDeleted(context, parts, taken);
      // A kept failure belongs to another removal, or came too late.
      resolveUnmatched(context, parts, taken.operation_id);
    });
    return { connectivity: 'open' };
  }
  if (!read.ok) return { connectivity: 'failed', error: read.error };
  const failure = await failureOfRevoked(parts, taken, lastQuestion, begun);
  if (failure !== null) endRevokedAsReported(parts, taken, failure);
  else if (lastQuestion) {
    database.write((context) => {
      settleStillPresent(context, parts, taken);
      // An unmatched failed result that was kept for it confirms this outcome, so it is resolved.
      resolveUnmatched(context, parts, taken.operation_id);
    });
  }
  return { connectivity: 'open' };
}

/**
 * The failure that explains why the access still exists, once the quarantine is over or at the last read (`isLast`).
 * Null = none that certainly belongs to the removed Box.
 */
async function failureOfRevoked(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  isLast: boolean,
  read: BegunRead,
): Promise<KeptFailure | null> {
  const { sqlite } = parts.database;
  const removal = readOperation(sqlite, taken.operation_id);
  if (removal === undefined) return null;
  for (const failure of failuresOfRevoked(sqlite, taken)) {
    const isOver =
      isLast ||
      (removal.claimed_at !== null &&
        readFrom(parts, read) >= quarantineEnd(removal.claimed_at, 'result', parts.policy));
    if (isOver && !failure.isHint) return failure;
    if (await isOfLastRequest(parts, removal, failure, read)) return failure;
  }
  return null;
}

/**
 * Failures that belong to no removal of the access itself, newest first. One with the body of the Box's removal is not
 * a hint.
 */
function failuresOfRevoked(
  sqlite: Sqlite,
  { operation_id: operation, assignment_id: assignmentId }: RevokedAssignmentRow,
): readonly KeptFailure[] {
  const sent = tickOfLastTry(sqlite, operation);
  return unresolvedResults(sqlite, { kind: 'deleted', assignmentId })
    .flatMap((row) => {
      const parsed = feedResult.safeParse(JSON.parse(row.payload));
      if (!parsed.success || parsed.data.payload.operationSucceeded) return [];
      const result = parsed.data;
      if (matchResult(sqlite, result, row.epoch).match !== 'box') return [];
      const senders = operationsThatSent(sqlite, 'uninstall', result.payload.checksum.toUpperCase());
      const hint = !senders.some(({ id }) => id === operation);
      return [{ row, result, isHint: hint, isSince: row.tick >= (sent ?? row.tick) }];
    })
    .toReversed();
}

/** The quarantine is over and the access still exists: its revocation failed with the reported error. */
function endRevokedAsReported(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  { row, result }: KeptFailure,
): void {
  parts.database.write((context) => {
    // A result may have arrived during the read.
    if (!isUnresolved(context.sqlite, row)) return;
    const isNew = endRevoked(context, parts, taken, false, reasonOf(result.payload));
    settleResult(context, row, isNew ? 'applied' : 'repeated', taken.operation_id);
    resolveUnmatched(context, parts, taken.operation_id);
  });
}
