import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { expectedOf } from '../assignments/effects.ts';
import type { Sqlite } from '../../db/open.ts';
import type { SharedCommit } from '../../db/shared-commit.ts';
import { hasLostNumber } from '../../db/tables/queue/assignments.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { insertAttempt } from '../../db/tables/queue/operation-history.ts';
import {
  isAlikeInFlight,
  moveOperation,
  type OperationRow,
  readOperation,
} from '../../db/tables/queue/operations.ts';
import { readLease } from '../../db/tables/queue/ownership.ts';
import { expectResult } from '../../db/tables/queue/results.ts';
import { announce } from '../outcomes/announce.ts';
import type { AssignmentEffect, LoadedOperation } from './kinds/kind.ts';
import type { QueueParts } from './parts.ts';

/* The claim: counted and synced before the first byte leaves, and compared once more right before it. */

/** The dependencies of sending. Claims and answers that are ready at the same moment share one commit. */
export type SendParts = QueueParts & {
  readonly shared: SharedCommit;
  /** Compared right before the first byte leaves. */
  readonly turnsHeld: () => boolean;
};

/** A claimed operation, and the request to send. */
interface Claimed {
  readonly row: OperationRow;
  readonly request: ReturnType<LoadedOperation['request']>;
}

/** The reason why nothing may be sent, for a person. */
interface Refused {
  readonly refused: Problem;
}

/**
 * The commit that precedes the first byte: state, attempt count, context and journal, all or nothing. Null = another
 * run, another order or another laptop has moved on meanwhile.
 */
export function claim(
  parts: SendParts,
  row: OperationRow,
  fence: number,
  checked: { readonly operation: LoadedOperation; readonly context: string },
): Promise<Claimed | Refused | null> {
  return parts.shared.write((context) => {
    if (readLease(context.sqlite)?.fence !== fence) return null;
    if (isAlikeInFlight(context.sqlite, row, ['sending', 'unknown'])) return null;
    if (isContinuedElsewhere(context.sqlite, row)) return null;
    // Prepared inside the transaction: other work in the shared commit may have changed the facts.
    const prepared = prepare(context.sqlite, parts, row, checked);
    if ('refused' in prepared) return prepared;
    const now = parts.clock.now();
    const number = row.attempt + 1;
    const moved = moveOperation(context, row, 'sending', now, {
      attempt: number,
      claimed_at: now,
      fence,
      context: checked.context,
      not_before: null,
    });
    if (!moved) return null;
    const { expected, request } = prepared;
    const times = expected?.effect === 'create' ? expected : null;
    insertAttempt(context, {
      operation_id: row.id,
      number,
      started_at: now,
      checksum: request.checksum,
      start_at: times?.start ?? null,
      end_at: times?.end ?? null,
    });
    if (expected !== null) expectResult(context, row.id, expectedOf(expected));
    announce(context, row);
    const claimed = readOperation(context.sqlite, row.id);
    return claimed === undefined ? null : { row: claimed, request };
  });
}

/** The request of an operation with the facts of this moment, or the reason against it. */
function prepare(
  sqlite: Sqlite,
  { client }: Pick<SendParts, 'client'>,
  row: OperationRow,
  { operation, context }: { readonly operation: LoadedOperation; readonly context: string },
): { readonly expected: AssignmentEffect | null; readonly request: Claimed['request'] } | Refused {
  const bound = (id: OperationRow['id'], field: string) => boundValue(sqlite, id, field);
  if (operation.references().some((id) => bound(id, 'id') === undefined))
    return { refused: makeProblem('dependency-ended') };
  const expected = operation.assignment(bound, context);
  if (concernsAnother(sqlite, row, expected)) return { refused: makeProblem('assignment-ended-elsewhere') };
  return { expected, request: operation.request(bound, context, client.assumptions) };
}

/** Whether the operator has reassigned the number to another access. */
function concernsAnother(
  sqlite: Sqlite,
  { created_tick: named }: OperationRow,
  effect: AssignmentEffect | null,
): boolean {
  if (effect === null || effect.effect === 'create') return false;
  return hasLostNumber(sqlite, { local: effect.local, number: effect.assignmentId, named });
}

/**
 * Whether a claimed request may still leave. Guards against a laptop that was suspended between claim and sending while
 * another run took over: its request would be a second one. The same holds for a laptop that was silent: another one may
 * have continued its job, and a report that was answered meanwhile holds the turns of the other jobs only.
 */
export const mayLeave = (
  { database: { sqlite }, turnsHeld }: SendParts,
  row: OperationRow,
  fence: number,
): boolean => readLease(sqlite)?.fence === fence && turnsHeld() && !isContinuedElsewhere(sqlite, row);

/** An operation of a job that another laptop has belongs to that laptop, also one that was in doubt here. */
export const isContinuedElsewhere = (sqlite: Sqlite, { job_id: job }: OperationRow): boolean =>
  job !== null && isGiven(sqlite, job);
