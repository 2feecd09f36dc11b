import { z } from 'zod';
import type { OperationId } from '../../shared/ids.ts';
import type { FeedCursor } from '../../shared/relay/feed.ts';
import { type FeedResult, feedResult } from '../../shared/relay/feed.ts';
import { makeProblem, type ProblemCode } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { WriteContext } from '../db/open.ts';
import { writeFeedPosition } from '../db/tables/queue/feed-position.ts';
import { openIncident } from '../db/tables/queue/incidents.ts';
import { type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import { insertResult, type ResultRow, settleResult, unresolvedResults } from '../db/tables/queue/results.ts';
import { announce, applyOutcome } from '../outcomes/apply.ts';
import type { QueueParts } from '../queue/parts.ts';
import { effectOf, keysOf, matchResult } from './match.ts';

type Parts = Pick<QueueParts, 'log' | 'clock' | 'target'>;

/** One page of the feed as it came: rows are parsed one by one so that a bad one hides nothing. */
export interface FetchedPage {
  readonly results: readonly unknown[];
  readonly cursor: FeedCursor;
  readonly fetchedAt: Instant;
}

/**
 * Keeps a page's results, applies what they settle and moves the cursor, all in the caller's ONE transaction: a crash
 * in between fetches the page again, and a page fetched twice changes nothing (faults.md 37).
 */
export function takePage(context: WriteContext, parts: Parts, page: FetchedPage): void {
  const [epoch = ''] = page.cursor.split('.');
  for (const [index, raw] of page.results.entries()) {
    const parsed = feedResult.safeParse(raw);
    if (!parsed.success) {
      keepUnreadable(context, { epoch, index, fetchedAt: page.fetchedAt }, raw);
      continue;
    }
    const result = parsed.data;
    const row: ResultRow = {
      epoch,
      sequence: result.sequence,
      kind: result.kind,
      payload: JSON.stringify(result),
      state: ours(parts, result) ? 'unresolved' : 'foreign',
      operation_id: null,
      received_at: result.receivedAt,
      fetched_at: page.fetchedAt,
    };
    if (insertResult(context, row) && row.state === 'unresolved') settleOne(context, parts, row, result);
  }
  writeFeedPosition(context, page.cursor);
}

/**
 * Results that came early find their operation once it has local state: called with every operation that was settled.
 * Only kept results that could be its own are read again; those of colleagues on the same customer stay many for ever.
 */
export function resolveUnmatched(context: WriteContext, parts: Parts, settled: OperationId): void {
  const operation = readOperation(context.sqlite, settled);
  const effect = operation === undefined ? null : effectOf(context.sqlite, operation);
  if (effect === null) return;
  for (const row of unresolvedResults(context.sqlite, keysOf(effect))) {
    const parsed = feedResult.safeParse(JSON.parse(row.payload));
    if (parsed.success) settleOne(context, parts, row, parsed.data);
  }
}

function ours({ target }: Parts, result: FeedResult): boolean {
  return (
    result.environment === target.environment &&
    result.customerId === target.customerId &&
    result.payload.customerId === target.customerId
  );
}

const numbered = z.object({ sequence: z.number().int() });

/** A row we cannot parse is kept with its text and passed over; the feed goes on behind it (faults.md 40). */
function keepUnreadable(
  context: WriteContext,
  { epoch, index, fetchedAt }: { epoch: string; index: number; fetchedAt: Instant },
  raw: unknown,
): void {
  const named = numbered.safeParse(raw);
  // Without a sequence of its own it gets one that no result has.
  const sequence = named.success ? named.data.sequence : -(fetchedAt * 1000 + index);
  insertResult(context, {
    epoch,
    sequence,
    kind: null,
    payload: JSON.stringify(raw) ?? 'null',
    state: 'unreadable',
    operation_id: null,
    received_at: null,
    fetched_at: fetchedAt,
  });
}

function settleOne(
  context: WriteContext,
  parts: Parts,
  row: Pick<ResultRow, 'epoch' | 'sequence'>,
  result: FeedResult,
): void {
  const operation = matchResult(context.sqlite, result);
  if (operation === undefined) return;
  const applied = applyResult(context, parts, operation, result);
  settleResult(context, row, applied ? 'applied' : 'repeated', operation.id);
}

const failureOf = {
  created: 'assignment-failed',
  updated: 'assignment-change-failed',
  deleted: 'assignment-removal-failed',
} as const satisfies Record<FeedResult['kind'], ProblemCode>;

/** True when the result told something new. */
function applyResult(
  context: WriteContext,
  parts: Parts,
  operation: OperationRow,
  result: FeedResult,
): boolean {
  const now = parts.clock.now();
  const { operationSucceeded, errorMessage } = result.payload;
  const id = result.payload.assignmentId;
  const bindings = id === null || id === undefined ? {} : { id };
  switch (operation.state) {
    case 'awaiting-result':
    case 'unknown':
    case 'ready':
    case 'blocked':
    case 'held':
    case 'waiting':
      // A result is proof that the request was executed, whatever we believed.
      return applyOutcome(
        context,
        parts,
        operation,
        operationSucceeded
          ? { outcome: 'done', confirmedBy: 'result', bindings }
          : { outcome: 'failed', problem: makeProblem(failureOf[result.kind], {}, errorMessage ?? null) },
        now,
      );
    case 'done':
      if (!operationSucceeded) return contradiction(context, parts, operation, errorMessage ?? null);
      return confirmByResult(context, operation, now);
    case 'failed':
      return operationSucceeded ? contradiction(context, parts, operation, null) : false;
    case 'sending':
    case 'cancelled':
      return false;
  }
}

/** We had found it out by reading; the operator's own word has come now. */
function confirmByResult(context: WriteContext, operation: OperationRow, at: Instant): boolean {
  if (operation.confirmed_by === 'result') return false;
  context.sqlite
    .prepare<[Instant, string]>(`UPDATE operation SET confirmed_by = 'result', updated_at = ? WHERE id = ?`)
    .run(at, operation.id);
  announce(context, operation);
  return true;
}

/** Terminal states are monotone (faults.md fact 12): a result that says the opposite opens one incident. */
function contradiction(
  context: WriteContext,
  parts: Parts,
  operation: OperationRow,
  message: string | null,
): boolean {
  const at = parts.clock.now();
  const fresh = openIncident(context, {
    operation: operation.id,
    code: 'outcome-contradicts',
    message,
    at,
  });
  if (fresh) {
    parts.log.append(context, {
      job: operation.job_id,
      type: 'result-contradicts',
      data: { operation: operation.id, kind: operation.kind, said: message },
    });
    announce(context, operation);
  }
  return fresh;
}
