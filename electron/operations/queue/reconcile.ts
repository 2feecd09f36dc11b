import { makeProblem, problem as problemSchema, problem } from '../../../shared/problem.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import { type AssignmentId, assignmentId } from '../../../shared/ids.ts';
import { attemptsOf, tickOfFirstTry } from '../../db/tables/queue/operation-history.ts';
import { boundValue, type Bindings } from '../../db/tables/queue/operation-order.ts';
import {
  moveOperation,
  type OperationRow,
  readOperation,
  isBoundElsewhere,
  isAlikeInFlight,
} from '../../db/tables/queue/operations.ts';
import type { Sqlite } from '../../db/open.ts';
import { candidatesFor, removalsReported, wasReplacedSince } from '../../db/tables/queue/results.ts';
import {
  hasLostNumber,
  readAssignmentByOperatorId,
  revokedByAssignment,
} from '../../db/tables/queue/assignments.ts';
import type { AssignmentPatch } from '../../operator/endpoints/assignments.ts';
import { isNotOffered } from '../../operator/operator-error.ts';
import {
  endAsReported,
  isOfLastRequest,
  type KeptFailure,
  keptFailureOf,
  isHinted,
  repeatedFailure,
} from '../assignments/kept-failure.ts';
import {
  classifyConflict,
  classifyFinding,
  repeatedFaultProblem,
  type Outcome,
} from '../outcomes/classify.ts';
import { effectOf, foundByRemoval, holderOfRevoked, takenOutOf } from '../assignments/effects.ts';
import type { Finding, LoadedOperation, KindTraits, Reading } from './kinds/kind.ts';
import { loadOperation } from './kinds/registry.ts';
import { refuseWrongTarget } from './enqueue.ts';
import { type BegunRead, type QueueParts, announce, readFrom, retryAt } from './parts.ts';
import { failuresInARow, triesThatCount } from './tries.ts';
import { settle } from './settle.ts';
import type { ConnectivityReport } from './connectivity.ts';
import { isAnotherAccess } from './kinds/shared-findings.ts';

type NotApplied = Extract<Finding, { found: 'not-applied' }>;

/**
 * Settles an operation by READING the operator's state: one in doubt, or one with an overdue result. Sends no write.
 */
export async function reconcileOperation(
  parts: QueueParts,
  row: OperationRow,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const wrongTarget = refuseWrongTarget(parts, row);
  if (wrongTarget !== null) {
    settle(parts, row, { outcome: 'blocked', problem: wrongTarget });
    return { connectivity: 'untried' };
  }
  const loaded = loadOperation(row);
  if (!loaded.ok) {
    settle(parts, row, { outcome: 'blocked', problem: loaded.error });
    return { connectivity: 'untried' };
  }
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const { traits } = loaded.value;
  const read = { signal, beganAt: parts.clock.passed() };
  const finding = await loaded.value.reconcile(bound, readingFor(parts, row, signal), row.context ?? 'null');
  if (finding.found === 'applied' && isOfAnother(parts, row, traits, finding.bindings)) {
    reprobe(parts, row);
    return { connectivity: 'open' };
  }
  const reported =
    finding.found === 'not-applied' && !isOvertaken(parts.database.sqlite, row)
      ? await reportedFailure(parts, row, finding, read)
      : null;
  if (reported === null) apply(parts, row, { ...read, finding }, loaded.value);
  else if ('outcome' in reported) settle(parts, row, reported);
  else endAsReported(parts, row, reported);
  return finding.found === 'nothing'
    ? { connectivity: 'failed', error: finding.error }
    : { connectivity: 'open' };
}

/** A kept failure that belongs to the last request of an operation awaiting its result. */
async function reportedFailure(
  parts: QueueParts,
  row: OperationRow,
  finding: NotApplied,
  read: BegunRead,
): Promise<Outcome | KeptFailure | null> {
  if (row.state !== 'awaiting-result') return null;
  const kept = failureThatFits(parts, row, finding);
  if (kept !== null && (await isOfLastRequest(parts, row, kept, read))) return kept;
  return await repeatedFailure(parts, row, read.signal);
}

/**
 * A value that is neither the requested nor the previous one comes from a colleague. A failure that only the access
 * links to the operation may then be that colleague's too.
 */
function failureThatFits(parts: QueueParts, row: OperationRow, { mayBe }: NotApplied): KeptFailure | null {
  const kept = keptFailureOf(parts.database.sqlite, row);
  return kept?.isHint === true && mayBe !== undefined ? null : kept;
}

/** The found object is, or may be, another order's: the next read decides. */
function reprobe(parts: QueueParts, row: OperationRow): void {
  const now = parts.clock.now();
  parts.database.write((context) => {
    moveOperation(context, row, row.state, now, {
      not_before: retryAt(now, row.delays, null, parts.random),
      delays: row.delays + 1,
    });
  });
}

function apply(
  parts: QueueParts,
  row: OperationRow,
  { finding, beganAt }: Pick<BegunRead, 'beganAt'> & { readonly finding: Finding },
  { traits, describe }: Pick<LoadedOperation, 'traits' | 'describe'>,
): void {
  const refused = row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem));
  if (row.state === 'unknown' && refused?.code === 'operator-conflict' && finding.found !== 'nothing') {
    // It is in doubt because the read after its 409 failed; the 409 still forbids a blind resend.
    const outcome = classifyConflict(finding, refused.raw);
    if (outcome !== null) settle(parts, row, outcome);
    return;
  }
  if (row.confirmed_by === 'person' && finding.found === 'not-applied') {
    // A person decided that it was done, and the read finds no trace: a resend would contradict that decision.
    settle(parts, row, { outcome: 'blocked', problem: refused ?? makeProblem('outcome-contradicts') });
    return;
  }
  if (row.state === 'awaiting-result' && !['applied', 'gone', 'nothing'].includes(finding.found)) {
    if (isOvertaken(parts.database.sqlite, row)) {
      settle(parts, row, { outcome: 'overtaken', problem: makeProblem('overtaken') });
      return;
    }
  }
  const now = parts.clock.now();
  // Read again: the clock may have been adjusted during the read, and stored times with it.
  const read = readOperation(parts.database.sqlite, row.id) ?? row;
  const sentAt = row.state === 'awaiting-result' ? read.claimed_at : read.maybe_sent_at;
  // After a clock was set back, a sending time in the future would extend the quarantine until then.
  const maybeSentAt = Math.min(sentAt ?? read.updated_at, now);
  const meaning = classifyFinding(
    finding,
    {
      state: row.state === 'awaiting-result' ? 'awaiting-result' : 'unknown',
      maybeSentAt,
      readFrom: readFrom(parts, { beganAt }),
      negativeReads: row.negative_reads,
      isHinted: isHinted(parts.database.sqlite, read),
    },
    { traits, now, delays: row.delays, about: describe(), policy: parts.policy, random: parts.random },
  );
  // The reads are over and show nothing applied: a failure of one of its requests is then the failure of the order.
  const atItsEnd = finding.found === 'not-applied' && meaning.outcome !== 'wait';
  const kept = atItsEnd ? failureThatFits(parts, row, finding) : null;
  // Without the relay's answer, a hint from before the last request was sent does not belong to it.
  if (kept !== null && (kept.isSince || !kept.isHint)) {
    endAsReported(parts, row, kept);
    return;
  }
  switch (meaning.outcome) {
    case 'wait':
      parts.database.write((context) => {
        moveOperation(context, row, row.state, now, {
          not_before: meaning.readAt,
          // Stored so that the next read does not restart the quarantine.
          ...(row.state === 'unknown' ? { maybe_sent_at: maybeSentAt } : {}),
          ...(row.state === 'awaiting-result' && read.claimed_at !== null ? { claimed_at: maybeSentAt } : {}),
          negative_reads: meaning.negativeReads,
          delays: row.delays + 1,
        });
        announce(context, row);
      });
      return;
    case 'resend': {
      const failures = failuresInARow(attemptsOf(parts.database.sqlite, row.id));
      // A person's retry has cleared the problem: the operation is sent.
      if (
        refused?.code === 'operator-failing' &&
        failures > 0 &&
        failures % parts.policy.failuresInARow === 0
      ) {
        settle(parts, row, {
          outcome: 'blocked',
          problem: repeatedFaultProblem(describe(), failures, refused.raw),
        });
        return;
      }
      parts.database.write((context) => {
        moveOperation(context, row, 'ready', now, {
          not_before: failures === 0 ? null : retryAt(now, failures - 1, null, parts.random),
          maybe_sent_at: null,
          negative_reads: 0,
          delays: 0,
        });
        announce(context, row);
      });
      return;
    }
    default:
      settle(parts, row, meaning);
  }
}

/**
 * Whether a later completed order of ours replaced this change of an access, so that no read can find it. True if the
 * access was ended, or if all fields of this change were changed again.
 */
function isOvertaken(sqlite: Sqlite, row: OperationRow): boolean {
  const effect = effectOf(sqlite, row);
  if (effect?.effect !== 'update') return false;
  const { assignmentId } = effect;
  const isLater = (other: OperationRow) => other.seq > row.seq && other.state === 'done';
  if (candidatesFor(sqlite, { kind: 'deleted', assignmentId }).some(isLater)) return true;
  const later = changesOf(sqlite, assignmentId, isLater);
  const changedLater = new Set(later.flatMap((patch) => Object.keys(patch)));
  return Object.keys(effect.patch).every((field) => changedLater.has(field));
}

/* The reads of one operation, also before its sending and for a person's choice. */

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
    changesOf: (assignment) => changesOf(database.sqlite, assignment),
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

/** The changes of an access that were or may have been sent, oldest first. */
function changesOf(
  sqlite: Sqlite,
  assignment: number,
  counts: (row: OperationRow) => boolean = () => true,
): readonly AssignmentPatch[] {
  return candidatesFor(sqlite, { kind: 'updated', assignmentId: assignment })
    .filter(counts)
    .flatMap((row) => {
      const effect = effectOf(sqlite, row);
      return effect?.effect === 'update' ? [effect.patch] : [];
    });
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
