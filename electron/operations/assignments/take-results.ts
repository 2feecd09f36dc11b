import { z } from 'zod';
import type { OperationId } from '../../../shared/ids.ts';
import { type FeedCursor, type FeedResult, feedResult } from '../../../shared/relay/results.ts';
import type { Instant } from '../../../shared/time.ts';
import type { WriteContext } from '../../db/open.ts';
import { isFaultOfFile } from '../../db/file-problem.ts';
import { writeFeedPosition } from '../../db/tables/queue/relay-exchange.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import {
  allUnresolvedResults,
  giveUpUnresolved,
  insertResult,
  isUnresolved,
  noteFault,
  type NewResultRow,
  type ResultRow,
  unresolvedRemovals,
  unresolvedResults,
} from '../../db/tables/queue/results.ts';
import { revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { nextTick, type Tick } from '../../db/tables/queue/operation-history.ts';
import { describeFault } from '../../base/mask.ts';
import { triesThatCount } from '../queue/tries.ts';
import { effectOf, expectedOf } from './effects.ts';
import { keysOfResult } from './match.ts';
import { type SettleParts as Parts, settleResultRow } from './settle-result.ts';

/* The intake of results from the relay, and the retry of results without a match. */

/**
 * Upper bound of unmatched results that are kept. Those of colleagues on the same customer are among them. Above it the
 * oldest are given up, with an entry in the log.
 */
export const UNRESOLVED_KEPT = 2000;

/** One page of the feed as received; rows are parsed one by one so that a bad one does not block the others. */
export interface FetchedPage {
  readonly results: readonly unknown[];
  readonly cursor: FeedCursor;
  readonly fetchedAt: Instant;
}

/**
 * Stores a page's results, applies them and advances the cursor, in the caller's ONE transaction. After a crash in
 * between the page is fetched again; taking a page is idempotent (faults.md 37).
 */
export function takePage(context: WriteContext, parts: Parts, page: FetchedPage): void {
  const [epoch = ''] = page.cursor.split('.');
  const tick = page.results.length === 0 ? 0 : nextTick(context);
  for (const [index, raw] of page.results.entries()) {
    const parsed = feedResult.safeParse(raw);
    const payload = parsed.success ? textOf(parsed.data) : null;
    if (!parsed.success || payload === null) {
      keepUnreadable(context, { epoch, index, fetchedAt: page.fetchedAt, tick }, raw);
      continue;
    }
    const result = parsed.data;
    const row: NewResultRow = {
      epoch,
      sequence: result.sequence,
      kind: result.kind,
      ...columnsOf(result),
      payload,
      state: ours(parts, result) ? 'unresolved' : 'foreign',
      operation_id: null,
      received_at: result.receivedAt,
      fetched_at: page.fetchedAt,
      tick,
    };
    if (insertResult(context, row) && row.state === 'unresolved') settleRow(context, parts, row, result);
  }
  giveUpOldest(context, parts, UNRESOLVED_KEPT);
  writeFeedPosition(context, page.cursor);
}

/**
 * Matches results that arrived before their operation had local state. Called with every settled operation. Only
 * results that may belong to it are read again, since those of colleagues on the same customer stay unresolved.
 */
export function resolveUnmatched(context: WriteContext, parts: Parts, settled: OperationId): void {
  const { sqlite } = context;
  const operation = readOperation(sqlite, settled);
  const effect = operation === undefined ? null : effectOf(sqlite, operation);
  const taken = revokedAssignmentsOf(sqlite, settled).map(({ assignment_id: assignmentId }) => ({
    kind: 'deleted' as const,
    assignmentId,
  }));
  for (const keys of effect === null ? taken : [expectedOf(effect), ...taken]) {
    for (const row of unresolvedResults(sqlite, keys)) retry(context, parts, row);
  }
  if (operation?.kind !== 'uninstall' || (operation.state !== 'done' && operation.state !== 'cancelled'))
    return;
  // Results of a removal that was cancelled, or of which this laptop did not know the revoked access, are found by the
  // body's checksum.
  for (const { checksum } of triesThatCount(sqlite, settled)) {
    for (const row of unresolvedRemovals(sqlite, checksum)) retry(context, parts, row);
  }
}

/** Retries every unresolved result after a start: the app may have ended between two steps. */
export function resolveAllUnmatched(context: WriteContext, parts: Parts): void {
  for (const row of allUnresolvedResults(context.sqlite)) retry(context, parts, row);
}

function retry(context: WriteContext, parts: Parts, row: ResultRow): void {
  if (!isUnresolved(context.sqlite, row)) return;
  const parsed = feedResult.safeParse(JSON.parse(row.payload));
  if (parsed.success) settleRow(context, parts, row, parsed.data);
}

/** Settling one result may resolve another; each iteration leaves one fewer unresolved. */
function settleRow(
  context: WriteContext,
  parts: Parts,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  result: FeedResult,
): void {
  const settled = settleUnmatched(context, parts, row, result);
  if (settled !== null) resolveUnmatched(context, parts, settled);
}

/**
 * Applies one result in isolation. If it throws, its writes are rolled back, and it is stored with the reason and shown
 * in this laptop's health. A fault of the disk or of the file ends the whole page.
 */
function settleUnmatched(
  context: WriteContext,
  parts: Parts,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  result: FeedResult,
): OperationId | null {
  const { sqlite } = context;
  try {
    // A nested transaction is a savepoint inside the page's transaction.
    const settled = sqlite.transaction(() => settleResultRow(context, parts, row, result))();
    noteFault(context, row, null);
    return settled;
  } catch (cause) {
    if (isFaultOfFile(cause)) throw cause;
    const { reason, code, frames } = describeFault(cause);
    noteFault(context, row, [code ?? reason, ...frames.slice(0, 3)].join(' · '));
    return null;
  }
}

/** Enforces the upper bound: the oldest are given up, and the log records how many and since when. */
export function giveUpOldest(context: WriteContext, parts: Parts, keep: number): void {
  const [oldest, ...others] = giveUpUnresolved(context, keep);
  if (oldest === undefined) return;
  parts.log.append(context, {
    job: null,
    type: 'results-given-up',
    data: { count: others.length + 1, oldestFetchedAt: oldest.fetched_at, epoch: oldest.epoch },
  });
}

function columnsOf(result: FeedResult): Pick<ResultRow, 'assignment_id' | 'car_id' | 'user_id'> {
  const keys = keysOfResult(result);
  return {
    assignment_id: result.payload.assignmentId,
    car_id: keys.kind === 'created' ? keys.carId : null,
    user_id: keys.kind === 'created' ? keys.userId : null,
  };
}

function ours({ target }: Parts, result: FeedResult): boolean {
  return (
    result.environment === target.environment &&
    result.customerId === target.customerId &&
    result.payload.customerId === target.customerId
  );
}

const numbered = z.object({ sequence: z.number().int() });

/** Null for a row that is nested too deeply to serialise: it is set aside, and the feed goes on. */
function textOf(row: unknown): string | null {
  try {
    return JSON.stringify(row) ?? null;
  } catch {
    return null;
  }
}

/** Stores an unparsable row as text and skips it; the feed goes on after it (faults.md 40). */
function keepUnreadable(
  context: WriteContext,
  { epoch, index, fetchedAt, tick }: { epoch: string; index: number; fetchedAt: Instant; tick: Tick },
  raw: unknown,
): void {
  const named = numbered.safeParse(raw);
  // A row without a sequence gets a negative one, which no result has.
  const sequence = named.success ? named.data.sequence : -(fetchedAt * 1000 + index);
  insertResult(context, {
    epoch,
    sequence,
    kind: null,
    assignment_id: null,
    car_id: null,
    user_id: null,
    payload: textOf(raw) ?? 'null',
    state: 'unreadable',
    operation_id: null,
    received_at: null,
    fetched_at: fetchedAt,
    tick,
  });
}
