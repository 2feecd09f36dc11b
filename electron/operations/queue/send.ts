import type { OperationState } from '../../../shared/domain/operation.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { SECOND } from '../../../shared/time.ts';
import type { Result } from '../../../shared/result.ts';
import { contradiction } from '../assignments/failure.ts';
import { expectedOf } from '../assignments/effects.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import type { SharedCommit } from '../../db/shared-commit.ts';
import { attemptsOf, finishAttempt, insertAttempt } from '../../db/tables/queue/operation-history.ts';
import { hasLostNumber } from '../../db/tables/queue/assignments.ts';
import { boundValue, type Bindings } from '../../db/tables/queue/dependencies.ts';
import { expectResult } from '../../db/tables/queue/results.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { readLease } from '../../db/tables/queue/ownership.ts';
import {
  moveOperation,
  type OperationRow,
  readOperation,
  isAlikeInFlight,
} from '../../db/tables/queue/operations.ts';
import { soundsNotOffered, type OperatorError, problemOf } from '../../operator/operator-error.ts';
import { announce } from '../outcomes/announce.ts';
import {
  type AnswerMeaning,
  classifyAbsence,
  classifyGone,
  classifyAnswer,
  classifyConflict,
  classifyFailedRead,
  type Outcome,
} from '../outcomes/classify.ts';
import type { AssignmentEffect, LoadedOperation } from './kinds/kind.ts';
import { loadOperation } from './kinds/registry.ts';
import { refuseWrongTarget } from './enqueue.ts';
import type { QueueParts } from './parts.ts';
import { retryAt } from './policy.ts';
import { isOfAnother, readingFor } from './reading.ts';
import { applyIn, settle } from './settle.ts';
import type { ConnectivityReport } from './connectivity.ts';

/* Sending one operation: pre-send check, claim, request, outcome. The claim is synced before the first byte leaves. */

const open: ConnectivityReport = { connectivity: 'open' };
const untried: ConnectivityReport = { connectivity: 'untried' };

/** The dependencies of sending. Claims and answers that are ready at the same moment share one commit. */
export type SendParts = QueueParts & {
  readonly shared: SharedCommit;
  /** Compared right before the first byte leaves. */
  readonly turnsHeld: () => boolean;
};

/** Retry delay of an operation that waits only for local work. */
const WAIT_MS = 2 * SECOND;

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
  const wrongTarget = refuseWrongTarget(parts, row);
  if (wrongTarget !== null) {
    settle(parts, row, { outcome: 'blocked', problem: wrongTarget });
    return untried;
  }
  if (isContinuedElsewhere(parts.database.sqlite, row)) {
    settle(parts, row, { outcome: 'overtaken', problem: makeProblem('job-continued-elsewhere') });
    return untried;
  }
  const loaded = loadOperation(row);
  if (!loaded.ok) {
    settle(parts, row, { outcome: 'blocked', problem: loaded.error });
    return untried;
  }
  const operation = loaded.value;
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const preparation = await operation.prepare(bound, readingFor(parts, row, signal), row.context);
  switch (preparation.go) {
    case 'already':
      // After the other order is settled, the next check excludes its object.
      if (isOfAnother(parts, row, operation.traits, preparation.bindings)) return untried;
      settle(
        parts,
        { ...row, context: preparation.context ?? row.context },
        { outcome: 'done', confirmedBy: 'query', bindings: preparation.bindings },
      );
      return open;
    case 'refused': {
      const { problem, found } = preparation;
      // After the other order is settled, the next check excludes its object.
      if (found !== undefined && isOfAnother(parts, row, operation.traits, { id: found })) return untried;
      settle(parts, row, { outcome: 'blocked', problem });
      return open;
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
      return untried;
    case 'send':
      break;
  }
  const claimed = await claim(parts, row, fence, () => {
    const isUnbound = operation.references().some((id) => bound(id, 'id') === undefined);
    if (isUnbound) return { refused: makeProblem('dependency-ended') };
    const expected = operation.assignment(bound, preparation.context);
    if (concernsAnother(parts.database.sqlite, row, expected))
      return { refused: makeProblem('assignment-ended-elsewhere') };
    const request = operation.request(bound, preparation.context, parts.client.assumptions);
    return { context: preparation.context, expected, request };
  });
  if (claimed === null) return untried;
  if ('refused' in claimed) {
    settle(parts, row, { outcome: 'blocked', problem: claimed.refused });
    return untried;
  }
  parts.crashPoint?.('after-intent');
  // Guards against a laptop that was suspended between claim and sending while another run took over: its request would
  // be a second one. The same holds for a laptop that was silent: another one may have continued its job, and a report
  // that was answered meanwhile holds the turns of the other jobs only.
  const mayLeave = () =>
    readLease(parts.database.sqlite)?.fence === fence &&
    parts.turnsHeld() &&
    !isContinuedElsewhere(parts.database.sqlite, row);
  const answer = await claimed.request.send(parts.client, { signal, mayLeave });
  parts.crashPoint?.('after-answer');
  await settleAnswer(parts, { claimed: claimed.row, contextBefore: row.context }, operation, answer, signal);
  return answer.ok ? open : { connectivity: 'failed', error: answer.error };
}

/** An operation of a job that another laptop has belongs to that laptop, also one that was in doubt here. */
const isContinuedElsewhere = (sqlite: Sqlite, { job_id: job }: OperationRow): boolean =>
  job !== null && isGiven(sqlite, job);

/** The request to send, and the facts found before. */
interface Prepared {
  readonly context: string;
  readonly expected: AssignmentEffect | null;
  readonly request: ReturnType<LoadedOperation['request']>;
}

/** Nothing may be sent: the operator has reassigned the number to another access. */
interface Refused {
  readonly refused: Problem;
}

function concernsAnother(
  sqlite: Sqlite,
  { created_tick: named }: OperationRow,
  effect: AssignmentEffect | null,
): boolean {
  if (effect === null || effect.effect === 'create') return false;
  return hasLostNumber(sqlite, { local: effect.local, number: effect.assignmentId, named });
}

/** The commit that precedes the first byte: state, attempt count, context and journal, all or nothing. */
function claim(
  parts: SendParts,
  row: OperationRow,
  fence: number,
  prepare: () => Prepared | Refused,
): Promise<{ readonly row: OperationRow; readonly request: Prepared['request'] } | Refused | null> {
  return parts.shared.write((context) => {
    if (readLease(context.sqlite)?.fence !== fence) return null;
    if (isAlikeInFlight(context.sqlite, row, ['sending', 'unknown'])) return null;
    if (isContinuedElsewhere(context.sqlite, row)) return null;
    // Prepared inside the transaction: other work in the shared commit may have changed the facts.
    const prepared = prepare();
    if ('refused' in prepared) return prepared;
    const now = parts.clock.now();
    const number = row.attempt + 1;
    const moved = moveOperation(context, row, 'sending', now, {
      attempt: number,
      claimed_at: now,
      fence,
      context: prepared.context,
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
    meaning.outcome === 'look-first'
      ? await readAfterRefusal(parts, row, operation, meaning, signal)
      : !answer.ok && answer.error.code === 'not-found'
        ? await namingTheUnknown(parts, row, operation, meaning, signal)
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
async function namingTheUnknown(
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
  meaning: Extract<AnswerMeaning, { outcome: 'look-first' }>,
  signal: AbortSignal,
): Promise<Outcome> {
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const finding = await operation.reconcile(bound, readingFor(parts, row, signal), row.context ?? 'null');
  const { error } = meaning;
  const { traits } = operation;
  const isUnknownCall = traits.assumed === true && soundsNotOffered(error);
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
