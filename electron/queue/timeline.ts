import { z } from 'zod';
import { confirmedBy } from '../../shared/domain/operation.ts';
import { fieldChange, type TimelineEntry } from '../../shared/domain/steering.ts';
import type { Sqlite } from '../db/open.ts';
import { attemptsOf } from '../db/tables/queue/attempts.ts';
import { type LogEntryRow, logOfOperation } from '../db/tables/queue/log-entries.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import { resultsOf } from '../db/tables/queue/results.ts';
import { revisionsOf } from '../db/tables/queue/revisions.ts';
import { takenAccessesOf } from '../db/tables/queue/taken-accesses.ts';
import { isAboutTaken } from './accesses.ts';
import { viewAttempt } from './views.ts';

const facts = z.looseObject({
  confirmedBy: confirmedBy.nullish(),
  said: z.string().nullish(),
  wasDone: z.boolean().nullish(),
  revision: z.number().nullish(),
});
type Facts = z.infer<typeof facts>;
type Changes = Extract<TimelineEntry, { what: 'act' }>['changes'];

/** Everything that happened to an operation, the oldest first: asked for, tried, answered, judged, changed by persons. */
export function timelineOf(sqlite: Sqlite, row: OperationRow): TimelineEntry[] {
  const changes = new Map(
    revisionsOf(sqlite, row.id).map((revision) => [
      revision.number,
      z.array(fieldChange).parse(JSON.parse(revision.changes)),
    ]),
  );
  const told = logOfOperation(sqlite, row.id).flatMap((entry) => {
    const told = fromLog(entry, changes);
    return told === null ? [] : [told];
  });
  const attempts = attemptsOf(sqlite, row.id).map((attempt): TimelineEntry => ({
    what: 'attempt',
    at: attempt.started_at,
    attempt: viewAttempt(attempt),
  }));
  const taken = takenAccessesOf(sqlite, row.id);
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
  return [asked, ...attempts, ...results, ...told].toSorted((one, other) => one.at - other.at);
}

const turns = {
  'operation-accepted': 'accepted',
  'operation-done': 'done',
  'operation-unknown': 'unknown',
  'operation-blocked': 'blocked',
  'operation-failed': 'failed',
  'result-contradicts': 'contradicted',
  'access-given-twice': 'given-twice',
} as const;
const acts = {
  'operation-retried': 'retried',
  'operation-held': 'held',
  'operation-released': 'released',
  'operation-corrected': 'corrected',
  'operation-moved': 'moved',
  'operation-cancelled': 'cancelled',
  'operation-seen': 'seen',
} as const;

function fromLog(entry: LogEntryRow, changes: ReadonlyMap<number, Changes>): TimelineEntry | null {
  const read = facts.safeParse(JSON.parse(entry.data));
  if (!read.success) return null;
  const turn = Object.entries(turns).find(([type]) => type === entry.type)?.[1];
  if (turn !== undefined) {
    const { confirmedBy: by = null, said = null } = read.data;
    return { what: 'turn', at: entry.at, turn, confirmedBy: by, raw: said };
  }
  const act = actOf(entry.type, read.data);
  if (act === null) return null;
  const revision = read.data.revision ?? null;
  return {
    what: 'act',
    at: entry.at,
    by: entry.worker,
    act,
    changes: revision === null ? [] : (changes.get(revision) ?? []),
  };
}

function actOf(type: string, { wasDone }: Facts): Extract<TimelineEntry, { what: 'act' }>['act'] | null {
  if (type === 'operation-decided') return wasDone === true ? 'decided-done' : 'decided-not-done';
  return Object.entries(acts).find(([known]) => known === type)?.[1] ?? null;
}
