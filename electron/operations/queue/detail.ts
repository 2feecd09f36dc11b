import { z } from 'zod';
import {
  type OperationDetail,
  fieldChange,
  type TimelineEntry,
  type RevokedAssignmentView,
  type SecondAccess,
} from '../../../shared/domain/operation-commands.ts';
import { type OperationId, type UserId, assignmentId, type AssignmentId } from '../../../shared/ids.ts';
import type { ConfirmedBy } from '../../../shared/domain/operation.ts';
import { foreignFacts, readEntry } from '../../../shared/log/entries.ts';
import { feedResult } from '../../../shared/relay/results.ts';
import { allDependantsOf, dependenciesOf, boundValue } from '../../db/tables/queue/operation-order.ts';
import {
  unseenIncidents,
  secondAccessesOf,
  attemptsOf,
  revisionsOf,
} from '../../db/tables/queue/operation-history.ts';
import { type OperationRow, unfinishedOfKind } from '../../db/tables/queue/operations.ts';
import type { Sqlite } from '../../db/open.ts';
import { type LogEntryRow, logOfOperation } from '../../db/tables/queue/log-entries.ts';
import { resultsOf, type ResultRow, candidatesFor } from '../../db/tables/queue/results.ts';
import { revokedAssignmentsOf, type RevokedAssignmentRow } from '../../db/tables/queue/assignments.ts';
import { type Times, timesOf } from './tries.ts';
import {
  actionsFor,
  asksWhetherDone,
  bringsId,
  cancellable,
  giveUpFrom,
  isLostCar,
  mayHaveLeft,
  notDoneFrom,
  type RuleParts,
} from './actions.ts';
import { problemsOf, carOf, viewOperation, viewRelated, viewAttempt } from './views.ts';
import { loadOperation } from './kinds/registry.ts';

/* One operation with its history and its related operations, as the Queue shows it. */

/** An operation with its history, its dependants and the allowed commands. */
export function viewDetail(parts: RuleParts, row: OperationRow, userName: UserName): OperationDetail {
  const { sqlite } = parts;
  const actions = [...actionsFor(parts, row)];
  const loaded = loadOperation(row);
  const unseen = unseenIncidents(sqlite, row.id);
  return {
    operation: viewOperation(sqlite, row),
    car: carOf(sqlite, row),
    actions,
    notDoneFrom: asksWhetherDone(row) ? notDoneFrom(parts, row) : null,
    ...consequenceOfGivingUp(parts, row),
    corrections: loaded.ok && actions.includes('correct') ? [...loaded.value.corrections()] : [],
    bringsId: bringsId(row),
    namedByNumber: loaded.ok && loaded.value.named !== null,
    buildsOn: dependenciesOf(sqlite, row.id)
      .filter(({ state }) => state !== 'done')
      .map(viewRelated),
    dependants: allDependantsOf(sqlite, row.id).map((dependant) => ({
      ...viewRelated(dependant),
      ...consequenceOfGivingUp(parts, dependant),
    })),
    lostCar: cancelledCarOf(parts, row),
    incidents: [...problemsOf(unseen)],
    unseen: unseen.length,
    accesses: viewAccesses(sqlite, row.id, userName),
    seconds: viewSeconds(sqlite, row),
    timeline: timelineOf(sqlite, row),
  };
}

/** From when an operation may be given up, and whether that leaves something at the operator. */
function consequenceOfGivingUp(
  parts: RuleParts,
  row: OperationRow,
): Pick<OperationDetail, 'giveUpFrom' | 'inDoubt'> {
  return {
    giveUpFrom: cancellable.has(row.state) ? giveUpFrom(parts, row) : null,
    inDoubt: mayHaveLeft(row) || asksWhetherDone(row),
  };
}

/** The cancelled new car that this operation is or depends on, directly or transitively. */
function cancelledCarOf({ sqlite }: RuleParts, row: OperationRow): OperationId | null {
  const looked = new Set<OperationId>();
  const ahead = [row];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    if (looked.has(at.id)) continue;
    looked.add(at.id);
    if (isLostCar(sqlite, at)) return at.id;
    if (at.state === 'held') ahead.push(...dependenciesOf(sqlite, at.id));
  }
  return null;
}

type Changes = Extract<TimelineEntry, { what: 'act' }>['changes'];

/** The history of an operation, oldest first: creation, tries, answers, outcomes, changes by persons. */
export function timelineOf(sqlite: Sqlite, row: OperationRow): TimelineEntry[] {
  const changes = new Map(
    revisionsOf(sqlite, row.id).map((revision) => [
      revision.number,
      z.array(fieldChange).parse(JSON.parse(revision.changes)),
    ]),
  );
  const reported = logOfOperation(sqlite, row.id).flatMap((entry) => {
    const reported = fromLog(entry, changes);
    return reported === null ? [] : [reported];
  });
  const attempts = attemptsOf(sqlite, row.id).map((attempt): TimelineEntry => ({
    what: 'attempt',
    at: attempt.started_at,
    attempt: viewAttempt(attempt),
  }));
  const taken = revokedAssignmentsOf(sqlite, row.id);
  const results = resultsOf(sqlite, row.id)
    .filter((result) => !isAboutRevoked(taken, result))
    .map((result): TimelineEntry => ({
      what: 'result',
      at: result.fetched_at,
      receivedAt: result.received_at,
      raw: result.payload,
    }));
  const asked: TimelineEntry = { what: 'asked', at: row.created_at };
  // A try sorts before the outcome of its answer, also with equal milliseconds.
  return [asked, ...attempts, ...results, ...reported].toSorted((one, other) => one.at - other.at);
}

type Turn = Extract<TimelineEntry, { what: 'turn' }>['turn'];
type Act = Extract<TimelineEntry, { what: 'act' }>['act'];

function fromLog(entry: LogEntryRow, changes: ReadonlyMap<number, Changes>): TimelineEntry | null {
  const known = readEntry(entry.type, foreignFacts(entry.data));
  const turn = (turn: Turn, confirmedBy: ConfirmedBy | null = null, raw: string | null = null) =>
    ({ what: 'turn', at: entry.at, turn, confirmedBy, raw }) as const;
  const act = (act: Act, revision?: number) =>
    ({
      what: 'act',
      at: entry.at,
      by: entry.worker,
      act,
      changes: revision === undefined ? [] : (changes.get(revision) ?? []),
    }) as const;
  switch (known?.type) {
    case 'operation-accepted':
      return turn('accepted');
    case 'operation-done':
      return turn('done', known.facts.confirmedBy);
    case 'operation-unknown':
      return turn('unknown', null, known.facts.said);
    case 'operation-blocked':
      return turn('blocked', null, known.facts.said);
    case 'operation-failed':
      return turn('failed', null, known.facts.said);
    case 'result-contradicts':
      return turn('contradicted', null, known.facts.said);
    case 'access-given-twice':
      return turn('given-twice');
    case 'operation-retried':
      return act('retried');
    case 'operation-held':
      return act('held');
    case 'operation-released':
      return act('released');
    case 'operation-corrected':
      return act('corrected', known.facts.revision);
    case 'operation-moved':
      return act('moved', known.facts.revision);
    case 'operation-cancelled':
      return act('cancelled');
    case 'operation-seen':
      return act('seen');
    case 'operation-decided':
      return act(known.facts.wasDone === true ? 'decided-done' : 'decided-not-done');
    default:
      // Entries of steps, and entries of unknown types, are not shown.
      return null;
  }
}

/** A user's display name on this laptop; null = unknown here. */
export type UserName = (id: UserId) => string | null;

/** The accesses that a removal revokes, each with its state and the result that reported it. */
function viewAccesses(sqlite: Sqlite, removal: OperationId, userName: UserName): RevokedAssignmentView[] {
  const results = resultsOf(sqlite, removal);
  return revokedAssignmentsOf(sqlite, removal).map((row) => ({
    assignmentId: row.assignment_id,
    user: row.user_id === null ? null : userName(row.user_id),
    start: row.start_at,
    end: row.end_at,
    state: row.state,
    confirmedBy: row.confirmed_by,
    at: row.updated_at,
    askAt: row.ask_at,
    result: resultAbout(results, row),
  }));
}

/** Whether this result concerns an access that the operation revoked; such a result is shown with that access. */
function isAboutRevoked(taken: readonly RevokedAssignmentRow[], result: ResultRow): boolean {
  return taken.some(({ assignment_id: id }) => result.kind === 'deleted' && result.assignment_id === id);
}

function resultAbout(
  results: readonly ResultRow[],
  row: RevokedAssignmentRow,
): RevokedAssignmentView['result'] {
  const reported = results.filter((result) => isAboutRevoked([row], result));
  const result = reported.find(({ state }) => state === 'applied') ?? reported[0];
  if (result === undefined) return null;
  return { at: result.fetched_at, receivedAt: result.received_at, raw: result.payload };
}

/** The second accesses of an order, each with the order that ends it. They share the requested values. */
export function viewSeconds(sqlite: Sqlite, row: OperationRow): SecondAccess[] {
  const seconds = secondAccessesOf(sqlite, row.id);
  const loaded = loadOperation(row);
  if (seconds.length === 0 || row.context === null || !loaded.ok) return [];
  const effect = loaded.value.assignment((id, field) => boundValue(sqlite, id, field), row.context);
  if (effect?.effect !== 'create') return [];
  const { carId, userId } = effect;
  // A second access from an earlier try has times of its own.
  const reported = new Map(
    resultsOf(sqlite, row.id).map((result) => [result.assignment_id, reportedTimes(result)]),
  );
  return seconds.map(({ subject }) => {
    const id = assignmentId.parse(subject);
    const ending = endingOf(sqlite, id);
    return {
      assignmentId: id,
      carId,
      userId,
      end: (reported.get(id) ?? effect).end,
      ending: ending === undefined ? null : viewRelated(ending),
    };
  });
}

function reportedTimes({ payload }: ResultRow): Times | null {
  const result = feedResult.safeParse(JSON.parse(payload));
  return result.success ? timesOf(result.data) : null;
}

const removal = z.looseObject({ assignment: z.unknown() });

/** The newest removal of an access that was not cancelled. */
function endingOf(sqlite: Sqlite, access: AssignmentId): OperationRow | undefined {
  const sent = candidatesFor(sqlite, { kind: 'deleted', assignmentId: access });
  const notSent = unfinishedOfKind(sqlite, 'delete-assignment').filter(({ payload }) => {
    const wanted = removal.safeParse(JSON.parse(payload));
    return wanted.success && wanted.data.assignment === access;
  });
  return [...sent, ...notSent].findLast(({ state }) => state !== 'cancelled' && state !== 'failed');
}
