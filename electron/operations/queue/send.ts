import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { SECOND } from '../../../shared/time.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import type { Result } from '../../../shared/result.ts';
import {
  type OperationRow,
  readOperation,
  isAlikeInFlight,
  moveOperation,
} from '../../db/tables/queue/operations.ts';
import { boundValue, type Bindings } from '../../db/tables/queue/operation-order.ts';
import type { WriteContext, Sqlite } from '../../db/open.ts';
import { attemptsOf, finishAttempt, insertAttempt } from '../../db/tables/queue/operation-history.ts';
import type { SharedCommit } from '../../db/shared-commit.ts';
import { hasLostNumber } from '../../db/tables/queue/assignments.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { readLease } from '../../db/tables/queue/ownership.ts';
import { expectResult } from '../../db/tables/queue/results.ts';
import { type OperatorError, problemOf, mayBeNotOffered } from '../../operator/operator-error.ts';
import {
  classifyFailedRead,
  type AnswerMeaning,
  classifyAbsence,
  classifyAnswer,
  classifyConflict,
  classifyGone,
  type Outcome,
} from '../outcomes/classify.ts';
import type { ConnectivityReport } from './connectivity.ts';
import { settle, applyIn } from './settle.ts';
import { refuseWrongTarget } from './enqueue.ts';
import type { LoadedOperation, AssignmentEffect } from './kinds/kind.ts';
import { loadOperation } from './kinds/registry.ts';
import { expectedOf, contradiction } from '../assignments/effects.ts';
import { type QueueParts, retryAt, announce } from './parts.ts';
import { isOfAnother, readingFor } from './reconcile.ts';

/** The dependencies of sending. Claims and answers that are ready at the same moment share one commit. */
type SendParts = QueueParts & {
  readonly shared: SharedCommit;
  /** Compared right before the first byte leaves. */
  readonly turnsHeld: () => boolean;
};

/**
 * Sends one ready operation: pre-send check, claim (counted, synced), request, outcome. Never throws for errors of the
 * operator or the network.
 */
export async function sendOperation(
  parts: SendParts,
  row: OperationRow,
  fence: number,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const checked = await checkBeforeSending(parts, row, signal);
  if ('connectivity' in checked) return checked;

  const claimed = await claim(parts, row, fence, checked);
  if (claimed === null) return { connectivity: 'untried' };
  if ('refused' in claimed) {
    settle(parts, row, { outcome: 'blocked', problem: claimed.refused });
    return { connectivity: 'untried' };
  }
  parts.crashPoint?.('after-intent');

  const answer = await claimed.request.send(parts.client, {
    signal,
    mayLeave: () => mayLeave(parts, row, fence),
  });
  parts.crashPoint?.('after-answer');

  await settleAnswer(
    parts,
    { claimed: claimed.row, contextBefore: row.context },
    checked.operation,
    answer,
    signal,
  );
  return answer.ok ? { connectivity: 'open' } : { connectivity: 'failed', error: answer.error };
}

/** Retry delay of an operation that waits only for local work. */
const WAIT_MS = 2 * SECOND;

/** An operation that may be claimed, with the facts that its pre-send check found. */
interface Checked {
  readonly operation: LoadedOperation;
  readonly context: string;
}

/**
 * The pre-send check: the row is for this profile and intact, no other laptop has its job, and the reads of its kind
 * find neither the goal reached nor an obstacle. An operation that must not be sent now is settled here, and the report
 * says what the check showed of the connection.
 */
async function checkBeforeSending(
  parts: QueueParts,
  row: OperationRow,
  signal: AbortSignal,
): Promise<Checked | ConnectivityReport> {
  const wrongTarget = refuseWrongTarget(parts, row);
  if (wrongTarget !== null) {
    settle(parts, row, { outcome: 'blocked', problem: wrongTarget });
    return { connectivity: 'untried' };
  }
  if (isContinuedElsewhere(parts.database.sqlite, row)) {
    settle(parts, row, { outcome: 'overtaken', problem: makeProblem('job-continued-elsewhere') });
    return { connectivity: 'untried' };
  }
  const loaded = loadOperation(row);
  if (!loaded.ok) {
    settle(parts, row, { outcome: 'blocked', problem: loaded.error });
    return { connectivity: 'untried' };
  }
  const operation = loaded.value;
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const preparation = await operation.prepare(bound, readingFor(parts, row, signal), row.context);
  switch (preparation.go) {
    case 'already':
      // After the other order is settled, the next check excludes its object.
      if (isOfAnother(parts, row, operation.traits, preparation.bindings)) return { connectivity: 'untried' };
      settle(
        parts,
        { ...row, context: preparation.context ?? row.context },
        { outcome: 'done', confirmedBy: 'query', bindings: preparation.bindings },
      );
      return { connectivity: 'open' };
    case 'refused': {
      const { problem, found } = preparation;
      // After the other order is settled, the next check excludes its object.
      if (found !== undefined && isOfAnother(parts, row, operation.traits, { id: found }))
        return { connectivity: 'untried' };
      settle(parts, row, { outcome: 'blocked', problem });
      return { connectivity: 'open' };
    }
    case 'later': {
      const { error } = preparation;
      const { policy, random } = parts;
      const about = operation.describe();
      const when = { now: parts.clock.now(), delays: row.delays, about, policy, random };
      settle(parts, row, classifyFailedRead(error, when));
      return { connectivity: 'failed', error };
    }
    case 'wait':
      // Only its own lane waits with it; the feed or a later read ends the wait.
      settle(parts, row, {
        outcome: 'later',
        notBefore: parts.clock.now() + WAIT_MS,
        problem: preparation.problem,
      });
      return { connectivity: 'untried' };
    case 'send':
      return { operation, context: preparation.context };
    default:
      return neverReached(preparation);
  }
}

/* The claim: counted and synced before the first byte leaves, and compared once more right before it. */

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
function claim(
  parts: SendParts,
  row: OperationRow,
  fence: number,
  checked: Checked,
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
  { client, obstacle }: Pick<SendParts, 'client' | 'obstacle'>,
  row: OperationRow,
  { operation, context }: Checked,
): { readonly expected: AssignmentEffect | null; readonly request: Claimed['request'] } | Refused {
  const bound = (id: OperationRow['id'], field: string) => boundValue(sqlite, id, field);
  if (operation.references().some((id) => bound(id, 'id') === undefined))
    return { refused: makeProblem('dependency-ended') };
  const expected = operation.assignment(bound, context);
  if (concernsAnother(sqlite, row, expected)) return { refused: makeProblem('assignment-ended-elsewhere') };
  const refused = obstacle?.(sqlite, row) ?? null;
  if (refused !== null) return { refused };
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
const mayLeave = (
  { database: { sqlite }, turnsHeld }: SendParts,
  row: OperationRow,
  fence: number,
): boolean => readLease(sqlite)?.fence === fence && turnsHeld() && !isContinuedElsewhere(sqlite, row);

/** An operation of a job that another laptop has belongs to that laptop, also one that was in doubt here. */
const isContinuedElsewhere = (sqlite: Sqlite, { job_id: job }: OperationRow): boolean =>
  job !== null && isGiven(sqlite, job);

/* The answer. */

/**
 * Applies the answer to a request: its meaning, at most one read where the answer alone does not decide, then attempt
 * and outcome in one transaction.
 */
async function settleAnswer(
  parts: SendParts,
  { claimed: row, contextBefore }: { claimed: OperationRow; contextBefore: string | null },
  operation: LoadedOperation,
  answer: Result<Bindings, OperatorError>,
  signal: AbortSignal,
): Promise<void> {
  const { traits } = operation;
  const meaning = classifyAnswer(answer, {
    traits,
    now: parts.clock.now(),
    delays: row.delays,
    about: operation.describe(),
    policy: parts.policy,
    random: parts.random,
  });
  const outcome =
    meaning.outcome === 'read-first'
      ? await readAfterRefusal(parts, row, operation, meaning, signal)
      : !answer.ok && answer.error.code === 'not-found'
        ? await nameMissingObject(parts, row, operation, meaning, signal)
        : meaning;
  const settled = await parts.shared.write((context) => {
    finishAttempt(context, row.id, row.attempt, {
      finished_at: parts.clock.now(),
      sent: answer.ok ? 'answered' : answer.error.sent,
      status: answer.ok ? null : answer.error.status,
      code: answer.ok ? null : answer.error.code,
      message: answer.ok ? null : (answer.error.operatorMessage ?? answer.error.detail),
    });
    if (answer.ok) return applyProof(context, parts, row, outcome);
    // Certainly not applied: the facts of this sending are cleared, so that the next one checks again.
    const target = outcome.outcome === 'later' ? { ...row, context: contextBefore } : row;
    return applyIn(context, parts, target, outcome);
  });
  parts.crashPoint?.('after-settling');
  if (settled && outcome.outcome === 'done') parts.onDone(row, outcome.bindings);
}

/** States in which another process leaves an operation that it took over while its answer was pending. */
const takenOver: ReadonlySet<OperationState> = new Set(['unknown', 'ready', 'blocked']);

/**
 * Applies an answer that proves that the operator accepted the request. A suspended process may read the answer after
 * another one took over and put the operation in doubt. The proof ends that doubt; otherwise the request would be sent
 * again. The lease guards claims, but a proof counts from any process. Attempt and revision exclude an operation that
 * was claimed again or that a person decided. An answer of "not applied" moves only rows that are still `sending`: the
 * other process may have sent more.
 */
function applyProof(
  context: WriteContext,
  parts: QueueParts,
  claimed: OperationRow,
  outcome: Outcome,
): boolean {
  const { state } = readOperation(context.sqlite, claimed.id) ?? claimed;
  // For an accepted operation its result reports the contradiction.
  if (state === 'cancelled' && outcome.outcome === 'done') contradiction(context, parts, claimed, null);
  return applyIn(context, parts, takenOver.has(state) ? { ...claimed, state } : claimed, outcome);
}

/**
 * After a 404, reads which object the operator does not know. Nothing was applied, so a failed read changes nothing.
 */
async function nameMissingObject(
  parts: QueueParts,
  row: OperationRow,
  operation: LoadedOperation,
  meaning: Outcome,
  signal: AbortSignal,
): Promise<Outcome> {
  if (meaning.outcome !== 'blocked') return meaning;
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const problem = await operation.unknown(bound, readingFor(parts, row, signal));
  return problem === null
    ? meaning
    : { outcome: 'blocked', problem: { ...problem, raw: meaning.problem.raw } };
}

/**
 * After a 409, or a 404 to an assumed call or a removal: one read of the present state. A failed read leaves the
 * operation in doubt, and it is read again.
 */
async function readAfterRefusal(
  parts: QueueParts,
  row: OperationRow,
  operation: LoadedOperation,
  meaning: Extract<AnswerMeaning, { outcome: 'read-first' }>,
  signal: AbortSignal,
): Promise<Outcome> {
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const finding = await operation.reconcile(bound, readingFor(parts, row, signal), row.context ?? 'null');
  const { error } = meaning;
  const { traits } = operation;
  const isUnknownCall = traits.assumed === true && mayBeNotOffered(error);
  const isRepeated = attemptsOf(parts.database.sqlite, row.id).some(({ code }) => code === error.code);
  const settled =
    error.code === 'conflict'
      ? classifyConflict(finding, error.operatorMessage)
      : isUnknownCall
        ? classifyAbsence(finding, problemOf(error))
        : classifyGone(finding, problemOf(error), isRepeated);
  return (
    settled ?? {
      outcome: 'unknown',
      // By the clock after the read, which may have been adjusted meanwhile.
      readAt: retryAt(parts.clock.now(), row.delays, null, parts.random),
      problem: problemOf(error),
    }
  );
}
