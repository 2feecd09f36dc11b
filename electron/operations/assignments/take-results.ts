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
  type ResultRow,
  unresolvedRemovals,
  unresolvedResults,
} from '../../db/tables/queue/results.ts';
import { revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { nextTick, type Tick } from '../../db/tables/queue/operation-history.ts';
import { describeFault } from '../../base/describe-fault.ts';
import { triesThatCount } from '../queue/tries.ts';
import { effectOf, expectedOf } from './effects.ts';
import { keysOfResult } from './match.ts';
import { type SettleParts as Parts, settleResultRow } from './settle-result.ts';

/**
 * How many results that match nothing are kept for a later match. Those of colleagues on the same customer are among them;
 * the oldest are given up beyond this, with an entry in the log.
 */
export const UNRESOLVED_KEPT = 2000;

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
  const tick = page.results.length === 0 ? 0 : nextTick(context);
  for (const [index, raw] of page.results.entries()) {
    const parsed = feedResult.safeParse(raw);
    const payload = parsed.success ? textOf(parsed.data) : null;
    if (!parsed.success || payload === null) {
      keepUnreadable(context, { epoch, index, fetchedAt: page.fetchedAt, tick }, raw);
      continue;
    }
    const result = parsed.data;
    const row: ResultRow = {
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
 * Results that came early find their operation once it has local state: called with every operation that was settled.
 * Only kept results that could be its own are read again; those of colleagues on the same customer stay many for ever.
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
  // Results taken without having known of it, or of one that was given up, are found by their body alone.
  for (const { checksum } of triesThatCount(sqlite, settled)) {
    for (const row of unresolvedRemovals(sqlite, checksum)) retry(context, parts, row);
  }
}

/** After a start every kept result is tried once more: what it waited for may have been settled as the app ended. */
export function resolveAllUnmatched(context: WriteContext, parts: Parts): void {
  for (const row of allUnresolvedResults(context.sqlite)) retry(context, parts, row);
}

function retry(context: WriteContext, parts: Parts, row: ResultRow): void {
  if (!isUnresolved(context.sqlite, row)) return;
  const parsed = feedResult.safeParse(JSON.parse(row.payload));
  if (parsed.success) settleRow(context, parts, row, parsed.data);
}

/** A settled result may be the one that another waited for; each turn leaves one less unresolved. */
function settleRow(
  context: WriteContext,
  parts: Parts,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  result: FeedResult,
): void {
  const settled = settleAlone(context, parts, row, result);
  if (settled !== null) resolveUnmatched(context, parts, settled);
}

/**
 * A result that cannot be applied leaves nothing half done and stops no other: its own writes are undone, it is kept with the
 * reason and shown in the health of this laptop. A fault of the disk or of the file is not the result's and ends the page.
 */
function settleAlone(
  context: WriteContext,
  parts: Parts,
  row: Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>,
  result: FeedResult,
): OperationId | null {
  const { sqlite } = context;
  try {
    // Inside the page's transaction this is a savepoint.
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

/** Bounded in number: the oldest go first, and the log says how many and since when. */
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

/** Null for what nests too deep to be written: that row is set aside, and does not keep the feed from going on. */
function textOf(row: unknown): string | null {
  try {
    return JSON.stringify(row) ?? null;
  } catch {
    return null;
  }
}

/** A row we cannot parse is kept with its text and passed over; the feed goes on behind it (faults.md 40). */
function keepUnreadable(
  context: WriteContext,
  { epoch, index, fetchedAt, tick }: { epoch: string; index: number; fetchedAt: Instant; tick: Tick },
  raw: unknown,
): void {
  const named = numbered.safeParse(raw);
  // Without a sequence of its own it gets one that no result has.
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
