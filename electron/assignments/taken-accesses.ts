import type { OperationId } from '../../shared/ids.ts';
import type { FeedResult } from '../../shared/relay/feed.ts';
import { makeProblem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { WriteContext } from '../db/open.ts';
import { readAssignmentByOperatorId, setAssignmentState } from '../db/tables/queue/assignments.ts';
import { openIncident } from '../db/tables/queue/incidents.ts';
import { type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import {
  endTakenAccess,
  type TakenAccessRow,
  takenByAssignment,
  watchTakenAccess,
} from '../db/tables/queue/taken-accesses.ts';
import type { InstallationLog } from '../log/append.ts';
import { announce } from '../outcomes/announce.ts';
import type { TakenAccess } from '../queue/kinds/kind.ts';
import { assignmentStateAfter, type AssignmentTurn } from './state.ts';

/*
 * Removing a Box takes the car's accesses with it; each reports by a deleted-result of its own (spec part 4). The
 * removal itself is done by its answer and waits for none of them: they are part of its story.
 */

interface Parts {
  readonly log: InstallationLog;
  readonly clock: { readonly now: () => Instant };
}

/** From the removal's good end on its accesses are pending deletion (spec part 3), and are looked up from `askAt` on. */
export function watchTaken(
  context: WriteContext,
  removal: OperationRow,
  taken: readonly TakenAccess[],
  at: Instant,
  askAt: Instant,
): void {
  for (const { id, userId, start, end } of taken) {
    watchTakenAccess(context, {
      operation_id: removal.id,
      assignment_id: id,
      user_id: userId,
      start_at: start,
      end_at: end,
      ask_at: askAt,
      updated_at: at,
    });
    turnLocal(context, id, 'accepted', null, at);
  }
}

/** Applies a deleted-result to what removals have taken along; null when it is about none of that. */
export function settleTaken(
  context: WriteContext,
  parts: Parts,
  { payload }: Extract<FeedResult, { kind: 'deleted' }>,
): { readonly operation: OperationId; readonly news: boolean } | null {
  const taken = takenByAssignment(context.sqlite, payload.assignmentId);
  const [oldest] = taken;
  if (oldest === undefined) return null;
  const { operationSucceeded, errorMessage = null } = payload;
  const news = taken.map((row) => endTaken(context, parts, row, operationSucceeded, errorMessage));
  const first = taken[news.indexOf(true)];
  return { operation: first?.operation_id ?? oldest.operation_id, news: first !== undefined };
}

/** A look has found that it is gone. */
export function foundGone(context: WriteContext, parts: Parts, row: TakenAccessRow): void {
  // Its result may have come while we looked.
  const now = takenByAssignment(context.sqlite, row.assignment_id);
  const same = now.find(({ operation_id: operation }) => operation === row.operation_id);
  if (same?.state !== 'pending deletion') return;
  const at = parts.clock.now();
  endTakenAccess(context, row, {
    state: 'deleted',
    confirmed_by: 'query',
    error_message: null,
    ask_at: null,
    updated_at: at,
  });
  turnLocal(context, row.assignment_id, 'succeeded', null, at);
  tell(context, parts, row, 'access-gone-with-box');
}

/** Looked for long enough: it is still there and nobody has said why. A person is told once. */
export function stayedTooLong(context: WriteContext, parts: Parts, row: TakenAccessRow): void {
  incident(context, parts, row, 'result-missing', null);
}

/** True when that was news. */
function endTaken(
  context: WriteContext,
  parts: Parts,
  row: TakenAccessRow,
  succeeded: boolean,
  message: string | null,
): boolean {
  const at = parts.clock.now();
  const state = succeeded ? 'deleted' : 'deletion failed';
  if (row.state === state && row.confirmed_by === 'result') return false;
  if (row.state !== 'pending deletion' && row.state !== state) {
    return incident(context, parts, row, 'outcome-contradicts', message);
  }
  const end = {
    state,
    confirmed_by: 'result',
    error_message: message,
    ask_at: null,
    updated_at: at,
  } as const;
  endTakenAccess(context, row, end);
  turnLocal(context, row.assignment_id, succeeded ? 'succeeded' : 'failed', message, at);
  if (succeeded) tell(context, parts, row, 'access-gone-with-box');
  else incident(context, parts, row, 'assignment-removal-failed', message);
  return true;
}

function incident(
  context: WriteContext,
  parts: Parts,
  row: TakenAccessRow,
  code: 'assignment-removal-failed' | 'outcome-contradicts' | 'result-missing',
  message: string | null,
): boolean {
  const at = parts.clock.now();
  const { operation_id: operation, assignment_id: subject } = row;
  if (!openIncident(context, { operation, code, subject, message, at })) return false;
  tell(context, parts, row, 'access-stayed', makeProblem(code).code, message);
  return true;
}

function tell(
  context: WriteContext,
  { log }: Parts,
  row: TakenAccessRow,
  type: 'access-gone-with-box' | 'access-stayed',
  problem: string | null = null,
  said: string | null = null,
): void {
  const removal = readOperation(context.sqlite, row.operation_id);
  log.append(context, {
    job: removal?.job_id ?? null,
    type,
    data: { operation: row.operation_id, assignment: row.assignment_id, problem, said },
  });
  announce(context, { job_id: removal?.job_id ?? null });
}

/** An access that this laptop made itself has local state too; a deleted one does not come back. */
function turnLocal(
  context: WriteContext,
  assignment: TakenAccessRow['assignment_id'],
  turn: AssignmentTurn,
  message: string | null,
  at: Instant,
): void {
  const local = readAssignmentByOperatorId(context.sqlite, assignment);
  if (local === undefined || local.state === 'deleted') return;
  setAssignmentState(context, local.id, assignmentStateAfter('delete', turn), message, at);
}
