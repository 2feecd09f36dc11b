import type { OperationId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import {
  readLocalAssignment,
  releaseNumber,
  revokedByAssignment,
} from '../../db/tables/queue/assignments.ts';
import {
  type Candidate,
  candidatesFor,
  type ResultRow,
  settleResult,
  wasGivenLater,
} from '../../db/tables/queue/results.ts';
import { GIVEN_TWICE, openIncident, tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import { askNow, confirmByResult, type OperationRow } from '../../db/tables/queue/operations.ts';
import type { AssignmentPatch } from '../../operator/endpoints/assignments.ts';
import { problemCodeOf } from '../queue/actions.ts';
import { announce, type QueueParts } from '../queue/parts.ts';
import type { AssignmentEffect } from '../queue/kinds/kind.ts';
import { applyOutcome } from '../outcomes/apply.ts';
import { effectOf, applyAssignmentTransition, contradiction, problemOfFailure, reasonOf } from './effects.ts';
import {
  isAsked,
  isBeforeItsRequest,
  isHint,
  type Match,
  matchResult,
  reusedNumber,
  wasSentTwice,
} from './match.ts';
import { timesOf } from '../queue/tries.ts';
import { settleRevoked } from './revoked-assignments.ts';

/** The dependencies of settling a result, besides the transaction. */
export type SettleParts = Pick<QueueParts, 'log' | 'clock' | 'target'>;

/**
 * Matches a stored result and applies it. Returns the operation that it changed. Without a match the result stays
 * unresolved.
 */
export function settleResultRow(
  context: WriteContext,
  parts: SettleParts,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  result: FeedResult,
): OperationId | null {
  const reused = reusedNumber(context.sqlite, result, row.epoch);
  if (reused !== null) {
    releaseNumber(context, { number: reused, keeper: null, at: parts.clock.now() });
    context.changed('queue', 'jobs');
  }
  const matched = matchResult(context.sqlite, result, row.epoch);
  const found = notBeforeItsRequest(
    context,
    notOfAnEarlierAccess(context, matched, row, result),
    row,
    result,
  );
  const taken = result.kind === 'deleted' ? settleWithBox(context, parts, found, row, result) : null;
  if (found.match === 'found') {
    const applied = applyResult(context, parts, found.operation, result);
    settleResult(context, row, applied ? 'applied' : 'repeated', found.operation.id);
    return applied ? found.operation.id : null;
  }
  if (found.match === 'twice') {
    const isNew = reportSecondAccess(context, parts, found.operation, result);
    settleResult(context, row, isNew ? 'applied' : 'repeated', found.operation.id);
    return null;
  }
  if (found.match === 'earlier-try') {
    const { operation } = found;
    const isNew = result.payload.operationSucceeded && applyDespiteEnd(context, parts, operation, result);
    settleResult(context, row, isNew ? 'applied' : 'repeated', operation.id);
    return isNew ? operation.id : null;
  }
  if (taken !== null) settleResult(context, row, taken.isNew ? 'applied' : 'repeated', taken.operation);
  // Without a known owner a result is a hint: a read decides, and the result is then matched against what is left.
  const at = parts.clock.now();
  for (const { id } of found.ask) askNow(context, id, at);
  return taken?.isNew === true ? taken.operation : null;
}

/**
 * "It is gone" holds for whatever access had the number at that moment. If fetched before the removal was sent, it may
 * concern an earlier access with the number (a UAT reset), so it is a hint. The same holds if the relay received it
 * before the result that assigned the number.
 */
function notOfAnEarlierAccess(
  { sqlite }: WriteContext,
  found: Match,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  { kind, payload }: FeedResult,
): Match {
  if (found.match !== 'found' || kind !== 'deleted' || !payload.operationSucceeded) return found;
  const { operation } = found;
  const isOlder =
    row.tick < (tickOfLastTry(sqlite, operation.id) ?? row.tick) ||
    wasGivenLater(sqlite, payload.assignmentId, row);
  return isOlder && operation.state !== 'done' ? { match: 'none', ask: [operation].filter(isAsked) } : found;
}

/** A created-result from before the request answers another one. It stays unresolved, and the order is read. */
function notBeforeItsRequest(
  { sqlite }: WriteContext,
  found: Match,
  { tick }: Pick<ResultRow, 'tick'>,
  result: FeedResult,
): Match {
  if (!('operation' in found) || !isBeforeItsRequest(sqlite, found.operation, result, tick)) return found;
  return { match: 'none', ask: [found.operation].filter(isAsked) };
}

/** "It is gone" ends everything that waits for the deletion; "it could not be removed" answers one request. */
function settleWithBox(
  context: WriteContext,
  parts: SettleParts,
  { match }: Match,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  result: Extract<FeedResult, { kind: 'deleted' }>,
): ReturnType<typeof settleRevoked> {
  if (!result.payload.operationSucceeded && match !== 'box') return null;
  return settleRevoked(context, parts, result, { ofAnother: match === 'found', row });
}

/** True when the result changed something. */
function applyResult(
  context: WriteContext,
  parts: SettleParts,
  operation: Candidate,
  result: FeedResult,
): boolean {
  const now = parts.clock.now();
  const { operationSucceeded, assignmentId: id } = result.payload;
  const bindings = id === null ? {} : { id };
  switch (operation.state) {
    case 'awaiting-result':
    case 'unknown':
    case 'ready':
    case 'blocked':
    case 'held':
    case 'waiting':
      // In a state where a person decides, an ambiguous failure is reported and decides nothing.
      if (
        !operationSucceeded &&
        operation.maybe_sent_at !== null &&
        wasSentTwice(context.sqlite, operation, result)
      ) {
        return false;
      }
      // A result proves that the request was executed, whatever the local state.
      return applyOutcome(
        context,
        parts,
        operation,
        operationSucceeded
          ? { outcome: 'done', confirmedBy: 'result', bindings }
          : { outcome: 'failed', problem: problemOfFailure(result) },
        now,
      );
    case 'done':
      if (operationSucceeded) return confirm(context, operation, now);
      if (isExplained(context, operation, result)) return false;
      return contradiction(context, parts, operation, reasonOf(result.payload));
    case 'failed':
    case 'cancelled':
      return operationSucceeded ? applyDespiteEnd(context, parts, operation, result) : false;
    case 'sending':
      return false;
  }
}

/**
 * Whether a failure is consistent with a success. It then belongs to another try, to a colleague's change, or to one of
 * several removals of the same access, of which only the first can succeed.
 */
function isExplained({ sqlite }: WriteContext, operation: Candidate, result: FeedResult): boolean {
  if (wasSentTwice(sqlite, operation, result) || isHint([operation], result)) return true;
  if (result.kind !== 'deleted') return false;
  const { confirmed_by: by } = operation;
  return (
    by === 'query' || by === 'answer' || revokedByAssignment(sqlite, result.payload.assignmentId).length > 0
  );
}

/** A read had found the outcome before; the operator's result confirms it now. */
function confirm(context: WriteContext, operation: OperationRow, at: Instant): boolean {
  if (operation.confirmed_by === 'result') return false;
  confirmByResult(context, operation.id, at);
  announce(context, operation);
  return true;
}

/**
 * The request was carried out although its operation was cancelled or had failed. A person is notified, and local state
 * follows: a created access with the times of the try that was carried out, a changed one where no later change of ours
 * has set the same times.
 */
function applyDespiteEnd(
  context: WriteContext,
  parts: SettleParts,
  operation: Candidate,
  result: FeedResult,
): boolean {
  const effect = effectOf(context.sqlite, operation);
  const patch = effect?.effect === 'update' ? notChangedLater(context.sqlite, operation, effect) : {};
  if (effect?.effect === 'update' && isObsolete(operation, patch, result)) return false;
  const { assignmentId: id } = result.payload;
  const facts = { bindings: id === null ? {} : { id }, message: null, at: parts.clock.now() };
  if (effect?.effect === 'create') {
    const before = readLocalAssignment(context.sqlite, effect.local)?.assignment_id ?? id;
    if (before !== id) return reportSecondAccess(context, parts, operation, result);
    applyAssignmentTransition(context, { ...effect, ...timesOf(result) }, 'succeeded', facts);
  } else if (effect?.effect === 'update') {
    if (Object.keys(patch).length > 0)
      applyAssignmentTransition(context, { ...effect, patch }, 'succeeded', facts);
  } else if (effect !== null) {
    applyAssignmentTransition(context, effect, 'succeeded', facts);
  }
  return contradiction(context, parts, operation, null);
}

/**
 * Whether nothing is to be reported of a change that was given up: a later one replaced it, another laptop has its job, or
 * the result may be that of a colleague's change.
 */
function isObsolete(operation: Candidate, patch: AssignmentPatch, result: FeedResult): boolean {
  if (operation.state !== 'cancelled') return false;
  const code = problemCodeOf(operation);
  const isElsewhere = code === 'overtaken' || code === 'job-continued-elsewhere';
  return isElsewhere || Object.keys(patch).length === 0 || isHint([operation], result);
}

/** The fields of a change that no later change of ours has set, or may still set. */
function notChangedLater(
  sqlite: Sqlite,
  { seq }: OperationRow,
  { assignmentId, patch }: Extract<AssignmentEffect, { effect: 'update' }>,
): AssignmentPatch {
  const later = candidatesFor(sqlite, { kind: 'updated', assignmentId }).flatMap((row) => {
    if (row.seq <= seq || row.state === 'failed' || row.state === 'cancelled') return [];
    const effect = effectOf(sqlite, row);
    return effect?.effect === 'update' ? Object.keys(effect.patch) : [];
  });
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !later.includes(field)));
}

/** The result names a second access for an order that is complete. Both open the car, so a person is notified once. */
function reportSecondAccess(
  context: WriteContext,
  parts: SettleParts,
  operation: OperationRow,
  { payload }: FeedResult,
): boolean {
  const { id, kind } = operation;
  const subject = payload.assignmentId ?? 0;
  const at = parts.clock.now();
  if (!openIncident(context, { operation: id, code: GIVEN_TWICE, subject, message: null, at })) return false;
  parts.log.append(context, {
    job: operation.job_id,
    type: 'access-given-twice',
    data: { operation: id, kind, assignment: subject },
  });
  announce(context, operation);
  return true;
}
