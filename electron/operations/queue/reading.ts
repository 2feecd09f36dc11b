import type { OperationState } from '../../../shared/domain/operation.ts';
import { type AssignmentId, assignmentId } from '../../../shared/ids.ts';
import { problem } from '../../../shared/problem.ts';
import { effectOf } from '../assignments/effects.ts';
import { foundByRemoval, holderOfRevoked, takenOutOf } from '../assignments/taken-out.ts';
import type { Bindings } from '../../db/tables/queue/dependencies.ts';
import type { Sqlite } from '../../db/open.ts';
import { tickOfFirstTry } from '../../db/tables/queue/operation-history.ts';
import { candidatesFor, removalsReported, wasReplacedSince } from '../../db/tables/queue/results.ts';
import {
  isBoundElsewhere,
  type OperationRow,
  readOperation,
  isAlikeInFlight,
} from '../../db/tables/queue/operations.ts';
import {
  hasLostNumber,
  readAssignmentByOperatorId,
  revokedByAssignment,
} from '../../db/tables/queue/assignments.ts';
import { isNotOffered } from '../../operator/operator-error.ts';
import { isAnotherAccess } from './kinds/shared-findings.ts';
import type { KindTraits, Reading } from './kinds/kind.ts';
import type { QueueParts } from './parts.ts';
import { triesThatCount } from './tries.ts';

/** The dependencies of a read for this operation. */
export function readingFor(
  { client, clock, database, carsNamed = () => [] }: QueueParts,
  row: OperationRow,
  signal: AbortSignal,
): Reading {
  return {
    client,
    signal,
    now: clock.now(),
    isTaken: (id) => isClaimedElsewhere(database.sqlite, row, id),
    hasLeft: (id) => hasLeft(database.sqlite, row, id),
    isChanging: (assignment) => changesBefore(database.sqlite, row, assignment),
    isReused: (local, number) => hasLostNumber(database.sqlite, { local, number, named: row.created_tick }),
    isReplaced: (number) => isReplaced(database.sqlite, row, number),
    takenOut: () => takenOutOf(database.sqlite, row.job_id),
    carsNamed,
    wasAbsent: () => row.problem !== null && codeOf(row.problem) === 'operator-not-found',
    notOffered: (error) => isNotOffered(error, row.delays),
    isReported: () => isReported(database.sqlite, row),
    isDone: (id) => readOperation(database.sqlite, id)?.state === 'done',
  };
}

const codeOf = (text: string) => problem.parse(JSON.parse(text)).code;

const onItsWay: ReadonlySet<OperationState> = new Set(['sending', 'unknown', 'awaiting-result']);

function changesBefore(sqlite: Sqlite, row: OperationRow, assignment: AssignmentId): boolean {
  return candidatesFor(sqlite, { kind: 'updated', assignmentId: assignment }).some(
    ({ seq, state }) => seq < row.seq && onItsWay.has(state),
  );
}

/**
 * Whether the found object may belong to an indistinguishable order of ours. It does if that order is bound to it, and
 * may if that order's answer is pending; a `ready` order also waits for the other's doubt.
 */
export function isOfAnother(
  { database: { sqlite } }: QueueParts,
  row: OperationRow,
  { distinct }: KindTraits,
  bindings: Bindings,
): boolean {
  const id = bindings['id'];
  if (distinct !== true || id === undefined) return false;
  const doubtful = row.state === 'ready' ? (['sending', 'unknown'] as const) : (['sending'] as const);
  return isClaimedElsewhere(sqlite, row, id) || isAlikeInFlight(sqlite, row, doubtful);
}

/**
 * Whether another order of ours created this object. Not if it is an access of another car or user: the operator lists
 * the number for the access that `row` requests, so the number was reassigned.
 */
function isClaimedElsewhere(sqlite: Sqlite, row: OperationRow, id: number): boolean {
  if (!isBoundElsewhere(sqlite, row, id)) return false;
  const wanted = wantedAccess(sqlite, row);
  const held = wanted === null ? undefined : readAssignmentByOperatorId(sqlite, assignmentId.parse(id));
  if (wanted === null || held === undefined) return true;
  return !isAnotherAccess(wanted, { carId: held.car_id, userId: held.user_id });
}

function hasLeft(sqlite: Sqlite, row: OperationRow, id: number): boolean {
  const wanted = wantedAccess(sqlite, row);
  if (wanted === null) return false;
  return revokedByAssignment(sqlite, assignmentId.parse(id)).some(
    (taken) => !isAnotherAccess(wanted, holderOfRevoked(sqlite, taken)),
  );
}

function isReplaced(sqlite: Sqlite, { id }: OperationRow, number: AssignmentId): boolean {
  const first = tickOfFirstTry(sqlite, id);
  return first !== null && wasReplacedSince(sqlite, number, first);
}

function isReported(sqlite: Sqlite, row: OperationRow): boolean {
  const last = triesThatCount(sqlite, row.id).at(-1);
  const taken = foundByRemoval(row);
  if (last === undefined || taken === null) return false;
  const reported = removalsReported(sqlite, last.checksum, last.tick);
  return taken.some(({ id }) => reported.includes(id));
}

/** The car and user of the access that `row` creates; null = it creates none. */
function wantedAccess(sqlite: Sqlite, row: OperationRow): ReturnType<typeof holderOfRevoked> | null {
  const effect = effectOf(sqlite, row);
  return effect?.effect === 'create' ? { carId: effect.carId, userId: effect.userId } : null;
}
