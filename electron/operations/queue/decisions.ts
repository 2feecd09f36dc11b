import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import type { SeenOperation, Candidate } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { LogEntryContent, LogFactsOf } from '../../../shared/log/entries.ts';
import type { WriteContext } from '../../db/open.ts';
import { moveOperation, type OperationRow, readOperation } from '../../db/tables/queue/operations.ts';
import {
  dependantsOf,
  dependenciesOf,
  allDependantsOf,
  boundValue,
} from '../../db/tables/queue/operation-order.ts';
import { seeIncidents, unseenIncidents } from '../../db/tables/queue/operation-history.ts';
import { withDeadline } from '../../operator/client.ts';
import { mayBeNotOffered, problemOf } from '../../operator/operator-error.ts';
import { resolveUnmatched } from '../assignments/take-results.ts';
import { holdDependants } from '../outcomes/apply.ts';
import {
  bringsId,
  isEarlierAccess,
  isOfAnotherOrder,
  overwritesColleague,
  hasEnded,
  isDecidable,
  mayHaveLeft,
  giveUpFrom,
  notDoneFrom,
  problemCodeOf,
} from './actions.ts';
import { applyIn } from './settle.ts';
import { type QueueParts, announce } from './parts.ts';
import { loadOperation } from './kinds/registry.ts';
import { readingFor } from './reconcile.ts';

/*
 * A person's decisions about one operation, inside a transaction: done or not done, retry, hold, cancel, acknowledge.
 * "Done" is prepared by a read of the operator's objects.
 */

/**
 * A person's decision about an operation that may have been applied. `adopt`: the operator's object that it created.
 */
type Decision = { readonly wasDone: true; readonly adopt: number | null } | { readonly wasDone: false };

/**
 * "It was done" ends the operation, with the chosen id where others need one. Without a choice the object is searched
 * once more, and the operation is never sent again. "It was not done" sends it again. ProblemErrors:
 * `still-being-found-out` while a request may still be executed, `adopted-already` when another of our operations
 * created the chosen object. `adopted-earlier` when the user had that access before.
 */
export function decide(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  decision: Decision,
): void {
  expectState(row, ['blocked', 'unknown']);
  if (!isDecidable(row)) throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  if (decision.wasDone) decideDone(context, parts, row, decision.adopt);
  else decideNotDone(context, parts, row);
}

function decideNotDone(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  const now = parts.clock.now();
  if (notDoneFrom({ now, policy: parts.policy }, row) !== null) {
    throw new ProblemError(makeProblem('still-being-found-out'));
  }
  moveOperation(context, row, 'ready', now, {
    not_before: null,
    maybe_sent_at: null,
    negative_reads: 0,
    crashes: 0,
    // The person has seen the colleague's value, so the next pre-send check accepts it as the value before.
    context: overwritesColleague(row) ? null : row.context,
    delays: 0,
    confirmed_by: null,
    problem: null,
    revision: row.revision + 1,
  });
  record(context, parts, row, { type: 'operation-decided', data: { ...stateBefore(row), wasDone: false } });
}

function decideDone(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  adopt: number | null,
): void {
  const now = parts.clock.now();
  if (!bringsId(row)) {
    record(context, parts, row, { type: 'operation-decided', data: { ...stateBefore(row), wasDone: true } });
    applyIn(context, parts, row, { outcome: 'done', confirmedBy: 'person', bindings: {} });
    return;
  }
  record(context, parts, row, {
    type: 'operation-decided',
    data: { ...stateBefore(row), wasDone: true, adopted: adopt },
  });
  if (adopt === null) {
    // "It was done" still needs the new id for dependants, now or later, so the operation is read again. After a
    // person's decision a negative read never leads to a resend.
    moveOperation(context, row, 'unknown', now, {
      not_before: null,
      delays: 0,
      confirmed_by: 'person',
      revision: row.revision + 1,
    });
    return;
  }
  if (isOfAnotherOrder(context.sqlite, row, adopt)) {
    throw new ProblemError(makeProblem('adopted-already'));
  }
  if (isEarlierAccess(row, adopt)) throw new ProblemError(makeProblem('adopted-earlier'));
  applyIn(context, parts, row, { outcome: 'done', confirmedBy: 'person', bindings: { id: adopt } });
}

/** Deadline of a read that a person waits for. */
const PATIENCE_MS = 15_000;

/** The candidates for a person's choice; `listed` false = the environment has no such list. */
interface Candidates {
  readonly candidates: Candidate[];
  readonly listed: boolean;
}

/**
 * Reads the objects at the operator that this operation may have created. Those of our other operations, and accesses
 * from before it was sent, are left out. Throws ProblemError when they cannot be read.
 */
export async function findCandidates(parts: QueueParts, row: OperationRow): Promise<Candidates> {
  const { sqlite } = parts.database;
  const loaded = loadOperation(row);
  if (!loaded.ok) throw new ProblemError(loaded.error);
  const find = loaded.value.candidates;
  if (find === null) return { candidates: [], listed: false };
  const bound = (id: OperationId, field: string) => boundValue(sqlite, id, field);
  const found = await withDeadline(parts.clock, PATIENCE_MS, (signal) =>
    find(bound, readingFor(parts, row, signal)),
  );
  if (!found.ok) {
    if (loaded.value.named !== null && mayBeNotOffered(found.error)) {
      return { candidates: [], listed: false };
    }
    throw new ProblemError(problemOf(found.error));
  }
  const isOurs = ({ id }: Candidate) => !isOfAnotherOrder(sqlite, row, id) && !isEarlierAccess(row, id);
  return { candidates: found.value.filter(isOurs), listed: true };
}

/**
 * Verifies the object that a person chose for an operation before it is bound. It must be a candidate, because a job may
 * end or change it. A kind whose number a person may enter is read by that number. Throws ProblemError `not-found` when
 * it is no candidate, or the operator's problem when it has no such object, or cannot be asked now. Where no read by a
 * number is offered, the person's number is accepted.
 */
export async function checkAdopted(parts: QueueParts, row: OperationRow, id: number): Promise<void> {
  const loaded = loadOperation(row);
  if (!loaded.ok) throw new ProblemError(loaded.error);
  const { named } = loaded.value;
  if (named === null) {
    const { candidates } = await findCandidates(parts, row);
    if (!candidates.some((candidate) => candidate.id === id))
      throw new ProblemError(makeProblem('not-found'));
    return;
  }
  const bound = (of: OperationId, field: string) => boundValue(parts.database.sqlite, of, field);
  const problem = await withDeadline(parts.clock, PATIENCE_MS, (signal) =>
    named(bound, readingFor(parts, row, signal), id),
  );
  if (problem !== null) throw new ProblemError(problem);
}

/** Sends a blocked or held operation again, with all operations that are held only because of it. */
export function resume(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  expectState(row, ['blocked', 'held']);
  const dependencies = dependenciesOf(context.sqlite, row.id);
  if (dependencies.some(hasEnded)) throw new ProblemError(makeProblem('dependency-ended'));
  const open = dependencies.some(({ state }) => state !== 'done');
  // An operation that may have been applied is read first, never just resent.
  const to = open ? 'waiting' : mayHaveLeft(row) ? 'unknown' : 'ready';
  moveOperation(context, row, to, parts.clock.now(), {
    not_before: null,
    crashes: 0,
    delays: 0,
    negative_reads: 0,
    confirmed_by: null,
    problem: null,
    revision: row.revision + 1,
  });
  record(context, parts, row, {
    type: row.state === 'held' ? 'operation-released' : 'operation-retried',
    data: stateBefore(row),
  });
  // A dependant that a person or another failure holds stays held.
  for (const dependant of dependantsOf(context.sqlite, row.id)) {
    if (dependant.state !== 'held' || problemCodeOf(dependant) === 'held-by-person') continue;
    if (!dependenciesOf(context.sqlite, dependant.id).some(hasEnded)) resume(context, parts, dependant);
  }
}

/** Holds an operation that was not sent. Its dependants wait for it. */
export function hold(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  expectState(row, ['ready', 'waiting']);
  moveOperation(context, row, 'held', parts.clock.now(), {
    not_before: null,
    problem: JSON.stringify(makeProblem('held-by-person')),
    revision: row.revision + 1,
  });
  record(context, parts, row, { type: 'operation-held', data: stateBefore(row) });
}

/** A person's cancellation. ProblemError `test-access-left` for a test access that could still open the car. */
export function giveUpByCommand(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  if (giveUpFrom({ now: parts.clock.now() }, row) !== null) {
    throw new ProblemError(makeProblem('test-access-left'));
  }
  giveUp(context, parts, row);
}

/** Cancels an operation that was not sent or is blocked. Its dependants are held. */
export function giveUp(context: WriteContext, parts: CommandParts, row: OperationRow): void {
  expectState(row, ['waiting', 'ready', 'held', 'blocked']);
  const now = parts.clock.now();
  moveOperation(context, row, 'cancelled', now, { not_before: null, finished_at: now });
  holdDependants(context, row.id, now);
  record(context, parts, row, { type: 'operation-cancelled', data: stateBefore(row) });
  // Ambiguous results that could belong to several of its tries can be settled now.
  resolveUnmatched(context, parts, row.id);
}

/**
 * Cancels an operation with all its dependants; for an ended operation, only the dependants. `shown`: the dependants
 * that the person saw. All or nothing: ProblemError `changed-since-shown` when it has another one, `step-not-ready` when
 * one of them was sent, and those of `giveUpByCommand`.
 */
export function giveUpAll(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  shown?: readonly OperationId[],
): void {
  const dependants = allDependantsOf(context.sqlite, row.id);
  if (shown !== undefined && dependants.some(({ id }) => !shown.includes(id))) {
    throw new ProblemError(makeProblem('changed-since-shown'));
  }
  seeIncidents(context, row.id, parts.clock.now());
  if (row.state !== 'cancelled' && row.state !== 'failed') {
    giveUpByCommand(context, parts, row);
  } else if (dependants.length === 0) {
    throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  }
  for (const { id } of dependants) giveUpByCommand(context, parts, required(context, id));
}

/**
 * Acknowledges an operation's incidents: it no longer needs a person, and stays in the history. Nothing is sent, and no
 * dependant resumes. `count`: the number of displayed incidents. ProblemErrors: `step-not-ready` when there are none,
 * `changed-since-shown` when the number differs.
 */
export function acknowledge(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  count: number,
): void {
  const unseen = unseenIncidents(context.sqlite, row.id);
  if (unseen.length === 0) throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  if (unseen.length !== count) throw new ProblemError(makeProblem('changed-since-shown'));
  seeIncidents(context, row.id, parts.clock.now());
  record(context, parts, row, { type: 'operation-seen', data: { ...stateBefore(row), incidents: count } });
}

/** The dependencies of the commands. */
export type CommandParts = Pick<QueueParts, 'database' | 'clock' | 'log' | 'policy' | 'target' | 'onDone'> & {
  /**
   * Updates the step that requested a corrected operation, in the same transaction. `row` is the present row, `reason`
   * the correction's reason where a check requires one.
   */
  readonly follow?: (context: WriteContext, row: OperationRow, reason: string) => void;
};

/** The row, or ProblemError `not-found`. */
export function required(context: WriteContext, id: OperationId): OperationRow {
  const row = readOperation(context.sqlite, id);
  if (row === undefined) throw new ProblemError(makeProblem('not-found'));
  return row;
}

/** Throws ProblemError `step-not-ready` when the state does not allow the command. */
export function expectState(row: OperationRow, allowed: readonly OperationState[]): void {
  if (!allowed.includes(row.state)) {
    throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
  }
}

/**
 * Optimistic locking against two windows, a double click or an answer that came first: a row changed since its display
 * is left unchanged.
 */
export function requireUnchanged(row: OperationRow, seen: SeenOperation | undefined): void {
  if (seen === undefined) return;
  if (row.state !== seen.state || row.attempt !== seen.attempts || row.revision !== seen.revision) {
    throw new ProblemError(makeProblem('changed-since-shown'));
  }
}

/** Writes the log entry of a person's act and publishes it; part of the act's transaction. */
export function record(
  context: WriteContext,
  parts: Pick<CommandParts, 'log'>,
  row: OperationRow,
  entry: LogEntryContent,
): void {
  parts.log.append(context, { job: row.job_id, ...entry });
  announce(context, row);
}

/** Log facts common to every act: the operation before the act. */
export function stateBefore(row: OperationRow): LogFactsOf<'operation-held'> {
  return { operation: row.id, kind: row.kind, was: row.state, problem: problemCodeOf(row) };
}
