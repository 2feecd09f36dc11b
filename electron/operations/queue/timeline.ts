import { z } from 'zod';
import type { ConfirmedBy } from '../../../shared/domain/operation.ts';
import { fieldChange, type TimelineEntry } from '../../../shared/domain/operation-commands.ts';
import { foreignFacts, readEntry } from '../../../shared/log/entries.ts';
import type { Sqlite } from '../../db/open.ts';
import { attemptsOf, revisionsOf } from '../../db/tables/queue/operation-history.ts';
import { type LogEntryRow, logOfOperation } from '../../db/tables/queue/log-entries.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { resultsOf } from '../../db/tables/queue/results.ts';
import { revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { isAboutTaken } from './accesses.ts';
import { viewAttempt } from './views.ts';

type Changes = Extract<TimelineEntry, { what: 'act' }>['changes'];

/** Everything that happened to an operation, the oldest first: asked for, tried, answered, judged, changed by persons. */
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
    .filter((result) => !isAboutTaken(taken, result))
    .map((result): TimelineEntry => ({
      what: 'result',
      at: result.fetched_at,
      receivedAt: result.received_at,
      raw: result.payload,
    }));
  const asked: TimelineEntry = { what: 'asked', at: row.created_at };
  // A try comes before what was made of its answer, also where both carry the same millisecond.
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
      // Steps that asked for it, and entries of other versions.
      return null;
  }
}
