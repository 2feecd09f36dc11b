import { feedResult } from '../../../shared/relay/feed.ts';
import type { Sqlite } from '../../db/open.ts';
import { operationsThatSent, readOperation } from '../../db/tables/queue/operations.ts';
import { isUnresolved, settleResult, unresolvedResults } from '../../db/tables/queue/results.ts';
import type { RevokedAssignmentRow } from '../../db/tables/queue/assignments.ts';
import { tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import type { QueueParts } from '../queue/parts.ts';
import { quarantineEnd } from '../queue/policy.ts';
import { reasonOf } from './failure.ts';
import { isOfLastRequest, type KeptFailure } from './kept-failure.ts';
import { matchResult } from './match.ts';
import { resolveUnmatched } from './take-results.ts';
import { endTaken } from './revoked-assignments.ts';

/*
 * An access that left with a Box, and a failure of a removal of it: the read decides (docs/decisions/0024-what-result-matching-infers.md).
 */

/**
 * The access still stands: the failure that tells why, once the quarantine is over or nothing is asked any more (`isLast`). Null = none
 * that is certainly of the removed Box.
 */
export async function failureOfTaken(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  isLast: boolean,
  signal: AbortSignal,
): Promise<KeptFailure | null> {
  const { sqlite } = parts.database;
  const removal = readOperation(sqlite, taken.operation_id);
  if (removal === undefined) return null;
  for (const failure of failuresOfTaken(sqlite, taken)) {
    const isOver =
      isLast ||
      (removal.claimed_at !== null &&
        parts.clock.now() >= quarantineEnd(removal.claimed_at, 'result', parts.policy));
    if (isOver && !failure.isHint) return failure;
    if (await isOfLastRequest(parts, removal, failure, signal)) return failure;
  }
  return null;
}

/** Those that are of no removal of the access itself, newest first. One with the body of the removal is no hint. */
function failuresOfTaken(
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
      const isHint = !senders.some(({ id }) => id === operation);
      return [{ row, result, isHint, isSince: row.tick >= (sent ?? row.tick) }];
    })
    .toReversed();
}

/** The quarantine is over and the access still stands: its removal has failed as was reported. */
export function endTakenAsReported(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  { row, result }: KeptFailure,
): void {
  parts.database.write((context) => {
    // A result may have come while we looked.
    if (!isUnresolved(context.sqlite, row)) return;
    const isNews = endTaken(context, parts, taken, false, reasonOf(result.payload));
    settleResult(context, row, isNews ? 'applied' : 'repeated', taken.operation_id);
    resolveUnmatched(context, parts, taken.operation_id);
  });
}
