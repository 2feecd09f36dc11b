import { endTakenAsReported, failureOfTaken } from '../assignments/kept-failure-of-taken.ts';
import { resolveUnmatched } from '../assignments/take-results.ts';
import { foundGone, stayedTooLong } from '../assignments/revoked-assignments.ts';
import { holderOfTaken } from '../assignments/taken-out.ts';
import { askLater, type RevokedAssignmentRow } from '../../db/tables/queue/assignments.ts';
import { readAssignment } from '../../operator/endpoints/assignments.ts';
import { listCustomers } from '../../operator/endpoints/customers.ts';
import { isAnotherAccess } from './kinds/another-access.ts';
import type { QueueParts } from './parts.ts';
import { nextResultQuestion } from './policy.ts';
import type { ConnectivityReport } from './connectivity.ts';

/*
 * Reads that settle no operation.
 */

/** Is there a way? The smallest read there is; it changes nothing and belongs to no car. */
export async function probeConnection(
  { client }: QueueParts,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const answer = await client.call(listCustomers({ top: 1 }), { signal });
  return answer.ok ? { connectivity: 'open' } : { connectivity: 'failed', error: answer.error };
}

/** An access that ends with a removed Box, whose result is overdue: is it gone? */
export async function readRevoked(
  parts: QueueParts,
  taken: RevokedAssignmentRow,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const { database, clock, policy, client } = parts;
  const lastQuestion = taken.questions + 1 >= policy.resultQuestions;
  // Before the read: whatever goes wrong with it, it is not asked again at once. Only an answer ends the questions.
  database.write((context) => {
    askLater(context, taken, nextResultQuestion(clock.now(), taken.questions + 1, policy));
  });
  const read = await client.call(readAssignment(taken.assignment_id), { signal, sure: true });
  const isGone = read.ok
    ? isAnotherAccess(read.value, holderOfTaken(database.sqlite, taken))
    : read.error.code === 'not-found';
  if (isGone) {
    database.write((context) => {
      foundGone(context, parts, taken);
      // A failure that is kept was of another removal, or came too late.
      resolveUnmatched(context, parts, taken.operation_id);
    });
    return { connectivity: 'open' };
  }
  if (!read.ok) return { connectivity: 'failed', error: read.error };
  const failure = await failureOfTaken(parts, taken, lastQuestion, signal);
  if (failure !== null) endTakenAsReported(parts, taken, failure);
  else if (lastQuestion) {
    database.write((context) => {
      stayedTooLong(context, parts, taken);
      // A failure that is kept says the same of it.
      resolveUnmatched(context, parts, taken.operation_id);
    });
  }
  return { connectivity: 'open' };
}
