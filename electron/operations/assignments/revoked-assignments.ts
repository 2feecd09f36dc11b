import type { AssignmentId, OperationId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import type { ProblemCode } from '../../../shared/problem.ts';
import { type Instant, MINUTE } from '../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import {
  type AssignmentRow,
  hasLostNumber,
  readAssignmentByOperatorId,
  setAssignmentState,
  readRevokedNow,
  endRevokedAssignment,
  type RevokedAssignmentRow,
  revokedByAssignment,
  watchRevokedAssignment,
} from '../../db/tables/queue/assignments.ts';
import {
  candidatesFor,
  type ResultRow,
  wasGivenLater,
  wasNumberedAfter,
} from '../../db/tables/queue/results.ts';
import {
  closeIncident,
  openIncident,
  type Tick,
  tickOfFirstTry,
  tickOfLastTry,
} from '../../db/tables/queue/operation-history.ts';
import { type OperationRow, operationsThatSent, readOperation } from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import { announce } from '../queue/parts.ts';
import { isAnotherAccess } from '../queue/kinds/shared-findings.ts';
import type { RevokedAssignment } from '../queue/kinds/kind.ts';
import { carOfLane } from '../queue/kinds/references.ts';
import { wasAlwaysRefused } from '../queue/tries.ts';
import {
  foundByRemoval,
  assignmentStateAfter,
  type AssignmentTransition,
  contradiction,
  reasonOf,
} from './effects.ts';

/*
 * Removing a Box revokes the car's accesses; each has its own deleted-result (spec part 4). The removal itself is done
 * with its answer and waits for none of these results; they are shown in its history.
 */

type DeletedResult = Extract<FeedResult, { kind: 'deleted' }>['payload'];
type Which = Pick<RevokedAssignmentRow, 'operation_id' | 'assignment_id'>;
/** With the columns of the list read before the removal; absent when the access was not on it. */
type Listed = Which & Partial<Pick<RevokedAssignmentRow, 'user_id' | 'start_at'>>;
type KeptRow = Pick<ResultRow, 'epoch' | 'sequence' | 'tick'>;

interface Parts {
  readonly log: InstallationLog;
  readonly clock: { readonly now: () => Instant };
}

/** After a successful removal its accesses are pending deletion (spec part 3), and are read from `askAt` on. */
export function watchRevoked(
  context: WriteContext,
  removal: OperationRow,
  taken: readonly RevokedAssignment[],
  at: Instant,
  askAt: Instant,
): void {
  for (const { id, userId, start, end } of taken) {
    watchRevokedAssignment(context, {
      operation_id: removal.id,
      assignment_id: id,
      user_id: userId,
      start_at: start,
      end_at: end,
      ask_at: askAt,
      updated_at: at,
    });
    transitionLocal(
      context,
      { operation_id: removal.id, assignment_id: id, user_id: userId, start_at: start },
      'accepted',
      null,
      at,
    );
  }
}

/**
 * Applies a deleted-result to accesses revoked by removals. Null when it concerns none of them, or is a hint that must
 * wait for a read. `ofAnother`: it belongs to a removal of the access itself.
 */
export function settleRevoked(
  context: WriteContext,
  parts: Parts,
  { payload }: { readonly payload: DeletedResult },
  { ofAnother, row }: { readonly ofAnother: boolean; readonly row: KeptRow },
): { readonly operation: OperationId; readonly isNew: boolean } | null {
  const taken = revokedByAssignment(context.sqlite, payload.assignmentId);
  const [oldest] = taken;
  if (oldest === undefined) return settleUnlisted(context, parts, payload, row);
  const { tick } = row;
  const { operationSucceeded } = payload;
  if (isHintOfRevoked(context, parts, taken, { tick, isFailure: !operationSucceeded })) return null;
  const ended = operationSucceeded ? undefined : endedByReadingAfter(taken, tick);
  if (ended !== undefined) {
    // A result from before the Box was removed belongs to another removal, so this one's end does not explain it.
    return isOlder(context, ended, tick) ? null : { operation: ended.operation_id, isNew: false };
  }
  // A success from before the Box was removed does not contradict a later read that found the access.
  const concerned = taken.filter(
    (access) => !(operationSucceeded && access.state === 'deletion failed' && isOlder(context, access, tick)),
  );
  if (concerned.length === 0) return null;
  const isNew = concerned.map(
    (access) =>
      !(ofAnother && access.state === 'deletion failed') &&
      endRevoked(context, parts, access, operationSucceeded, reasonOf(payload)),
  );
  const first = concerned[isNew.indexOf(true)];
  return { operation: first?.operation_id ?? oldest.operation_id, isNew: first !== undefined };
}

/**
 * A failure may be meant for another laptop, or be caused by an earlier removal: it triggers a read
 * (`readRevoked`). A success from before the Box was removed may concern an earlier access with the same number.
 */
function isHintOfRevoked(
  context: WriteContext,
  { clock }: Pick<Parts, 'clock'>,
  taken: readonly RevokedAssignmentRow[],
  { tick, isFailure }: { readonly tick: Tick; readonly isFailure: boolean },
): boolean {
  const open = taken.filter(
    (row) => row.state === 'pending deletion' && (isFailure || isOlder(context, row, tick)),
  );
  for (const row of open) readRevokedNow(context, row, clock.now());
  return open.length > 0;
}

/** Whether the result was fetched before the Box was removed. */
function isOlder({ sqlite }: WriteContext, { operation_id: removal }: Which, tick: Tick): boolean {
  return tick < (tickOfLastTry(sqlite, removal) ?? tick);
}

/** A read has ended the questions since this failure was fetched: only a later failure gives the reason. */
function endedByReadingAfter(
  taken: readonly RevokedAssignmentRow[],
  tick: Tick,
): RevokedAssignmentRow | undefined {
  return taken.find(
    (row) =>
      row.state === 'deletion failed' && row.confirmed_by === 'query' && tick < (row.ended_tick ?? tick),
  );
}

/**
 * An access that a removal revoked without watching it: its list could not be read, the access was created later, or
 * the removal was cancelled. The body of the request tells which removal it was.
 */
function settleUnlisted(
  context: WriteContext,
  parts: Parts,
  payload: DeletedResult,
  kept: KeptRow,
): { readonly operation: OperationId; readonly isNew: boolean } | null {
  const { checksum, assignmentId, operationSucceeded } = payload;
  const removal = removalThatSent(context.sqlite, checksum, kept);
  if (removal?.state !== 'done' && removal?.state !== 'cancelled') return null;
  const listed = foundByRemoval(removal)?.find(({ id }) => id === assignmentId);
  const row = {
    operation_id: removal.id,
    assignment_id: assignmentId,
    ...(listed === undefined ? {} : { user_id: listed.userId, start_at: listed.start }),
  };
  if (operationSucceeded && !wasGivenLater(context.sqlite, assignmentId, kept)) {
    transitionLocal(context, row, 'succeeded', null, parts.clock.now());
  }
  // The Box was removed although the order had been cancelled.
  if (removal.state === 'cancelled') {
    return { operation: removal.id, isNew: contradiction(context, parts, removal, reasonOf(payload)) };
  }
  const stayed = !operationSucceeded && !wasRemoved(context.sqlite, assignmentId);
  if (stayed) incident(context, parts, row, 'assignment-removal-failed', reasonOf(payload));
  return { operation: removal.id, isNew: true };
}

/**
 * The newest removal with this body. Left out are removals with only refused requests, and those sent after the result
 * was fetched.
 */
function removalThatSent(sqlite: Sqlite, checksum: string, { tick }: KeptRow): OperationRow | undefined {
  return operationsThatSent(sqlite, 'uninstall', checksum.toUpperCase()).findLast(
    (row) => !wasAlwaysRefused(sqlite, row) && tick >= (tickOfFirstTry(sqlite, row.id) ?? tick),
  );
}

function wasRemoved(sqlite: Sqlite, assignmentId: AssignmentId): boolean {
  return candidatesFor(sqlite, { kind: 'deleted', assignmentId }).some(({ state }) => state === 'done');
}

/** A read found that the access is gone. */
export function settleDeleted(context: WriteContext, parts: Parts, row: RevokedAssignmentRow): void {
  // Its result may have arrived during the read.
  const now = revokedByAssignment(context.sqlite, row.assignment_id);
  const same = now.find(({ operation_id: operation }) => operation === row.operation_id);
  if (same?.state !== 'pending deletion') return;
  const at = parts.clock.now();
  endRevokedAssignment(context, row, {
    state: 'deleted',
    confirmed_by: 'query',
    error_message: null,
    ask_at: null,
    updated_at: at,
  });
  transitionLocal(context, row, 'succeeded', null, at);
  gone(context, parts, row);
}

/**
 * At the last read the access still exists and no reason is known, so a person is notified once. It counts as failed by
 * this read; a later result takes precedence.
 */
export function settleStillPresent(context: WriteContext, parts: Parts, row: RevokedAssignmentRow): void {
  // Its result may have arrived during the read.
  const now = revokedByAssignment(context.sqlite, row.assignment_id);
  const same = now.find(({ operation_id: operation }) => operation === row.operation_id);
  if (same?.state !== 'pending deletion') return;
  const at = parts.clock.now();
  endRevokedAssignment(context, row, {
    state: 'deletion failed',
    confirmed_by: 'query',
    error_message: null,
    ask_at: null,
    updated_at: at,
  });
  transitionLocal(context, row, 'failed', null, at);
  incident(context, parts, row, 'result-missing', null);
}

/** Ends a revoked access by a result, or by a failure that a read has confirmed. True when the outcome is new. */
export function endRevoked(
  context: WriteContext,
  parts: Parts,
  row: RevokedAssignmentRow,
  succeeded: boolean,
  message: string | null,
): boolean {
  const at = parts.clock.now();
  const state = succeeded ? 'deleted' : 'deletion failed';
  if (row.state === state && row.confirmed_by === 'result') return false;
  // A deleted access stays deleted: a later failure came too late.
  if (row.state === 'deleted' && !succeeded) return false;
  if (row.state === 'deletion failed' && row.confirmed_by === 'result' && succeeded) {
    return incident(context, parts, row, 'outcome-contradicts', message);
  }
  const end = {
    state,
    confirmed_by: 'result',
    error_message: message,
    ask_at: null,
    updated_at: at,
  } as const;
  endRevokedAssignment(context, row, end);
  transitionLocal(context, row, succeeded ? 'succeeded' : 'failed', message, at);
  if (succeeded) gone(context, parts, row);
  else {
    closeMissing(context, parts, row);
    incident(context, parts, row, 'assignment-removal-failed', message);
  }
  return true;
}

function gone(context: WriteContext, parts: Parts, row: RevokedAssignmentRow): void {
  closeMissing(context, parts, row);
  logAccessOutcome(context, parts, row, 'access-gone-with-box');
}

/** The missing result has arrived: its incident is closed. */
function closeMissing(context: WriteContext, parts: Parts, row: RevokedAssignmentRow): void {
  const { operation_id: operation, assignment_id: subject } = row;
  closeIncident(context, { operation, code: 'result-missing', subject, at: parts.clock.now() });
}

function incident(
  context: WriteContext,
  parts: Parts,
  row: Which,
  code: 'assignment-removal-failed' | 'outcome-contradicts' | 'result-missing',
  message: string | null,
): boolean {
  const at = parts.clock.now();
  const { operation_id: operation, assignment_id: subject } = row;
  if (!openIncident(context, { operation, code, subject, message, at })) return false;
  logAccessOutcome(context, parts, row, 'access-stayed', code, message);
  return true;
}

function logAccessOutcome(
  context: WriteContext,
  { log }: Parts,
  row: Which,
  type: 'access-gone-with-box' | 'access-stayed',
  problem: ProblemCode | null = null,
  said: string | null = null,
): void {
  const removal = readOperation(context.sqlite, row.operation_id);
  log.append(context, {
    job: removal?.job_id ?? null,
    type,
    data: {
      operation: row.operation_id,
      assignment: row.assignment_id,
      problem,
      said,
    },
  });
  announce(context, { job_id: removal?.job_id ?? null });
}

/** Also sets the local state of an access that this laptop created; a deleted one stays deleted. */
function transitionLocal(
  context: WriteContext,
  taken: Listed,
  turn: AssignmentTransition,
  message: string | null,
  at: Instant,
): void {
  const removal = readOperation(context.sqlite, taken.operation_id);
  const local = readAssignmentByOperatorId(context.sqlite, taken.assignment_id);
  if (removal === undefined || local === undefined || local.state === 'deleted') return;
  if (isMadeSince(context.sqlite, local, removal, taken)) return;
  setAssignmentState(context, local.id, assignmentStateAfter('delete', turn), message, at);
}

/** Upper bound of the difference that comes from the operator's rounding. */
const SAME_START_MS = MINUTE;

/**
 * Whether the number belongs to another access by now, which was not revoked with the Box: one with another car or
 * user, or one requested after the removal was sent. So does one with another start whose number was unknown when the
 * list was read.
 */
function isMadeSince(
  sqlite: Sqlite,
  local: AssignmentRow,
  removal: OperationRow,
  { assignment_id: number, user_id: userId, start_at: start }: Listed,
): boolean {
  if (
    isAnotherAccess(
      { carId: local.car_id, userId: local.user_id },
      { carId: carOfLane(removal.lane), userId },
    )
  )
    return true;
  const named = tickOfLastTry(sqlite, removal.id) ?? removal.created_tick;
  if (hasLostNumber(sqlite, { local: null, number, named })) return true;
  const isAlike = start === undefined || Math.abs(local.start_at - start) < SAME_START_MS;
  return !isAlike && wasNumberedAfter(sqlite, local, tickOfFirstTry(sqlite, removal.id) ?? named);
}
