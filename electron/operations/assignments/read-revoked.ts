import { feedResult } from '../../../shared/relay/results.ts';
import { askLater, type RevokedAssignmentRow } from '../../db/tables/queue/assignments.ts';
import { readAssignment } from '../../operator/endpoints/assignments.ts';
import type { Sqlite } from '../../db/open.ts';
import { operationsThatSent, readOperation } from '../../db/tables/queue/operations.ts';
import { isUnresolved, settleResult, unresolvedResults } from '../../db/tables/queue/results.ts';
import { tickOfLastTry } from '../../db/tables/queue/operation-history.ts';
import { isAnotherAccess } from '../queue/kinds/shared-findings.ts';
import type { QueueParts } from '../queue/parts.ts';
import { nextResultQuestion, quarantineEnd } from '../queue/policy.ts';
import type { ConnectivityReport } from '../queue/connectivity.ts';
import { resolveUnmatched } from './take-results.ts';
import { settleDeleted, settleStillPresent, endRevoked } from './revoked-assignments.ts';
import { holderOfRevoked } from './effects.ts';
import { reasonOf } from './failure.ts';
import { isOfLastRequest, type KeptFailure } from './kept-failure.ts';
import { matchResult } from './match.ts';

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
  const failure = await failureOfRevoked(parts, taken, lastQuestion, signal);
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

/*
 * Whether a failed removal belongs to an access revoked with a Box: a read decides
 * (docs/decisions/0024-what-result-matching-infers.md).
 */

/**
 * The failure that explains why the access still exists, once the quarantine is over or at the last read (`isLast`).
 * Null = none that certainly belongs to the removed Box.
 */
async function failureOfRevoked(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  isLast: boolean,
  signal: AbortSignal,
): Promise<KeptFailure | null> {
  const { sqlite } = parts.database;
  const removal = readOperation(sqlite, taken.operation_id);
  if (removal === undefined) return null;
  for (const failure of failuresOfRevoked(sqlite, taken)) {
    const isOver =
      isLast ||
      (removal.claimed_at !== null &&
        parts.clock.now() >= quarantineEnd(removal.claimed_at, 'result', parts.policy));
    if (isOver && !failure.isHint) return failure;
    if (await isOfLastRequest(parts, removal, failure, signal)) return failure;
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
      const isHint = !senders.some(({ id }) => id === operation);
      return [{ row, result, isHint, isSince: row.tick >= (sent ?? row.tick) }];
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
