import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { PlannedJobId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import {
  plannedJobFor,
  bytesOfChange,
  changeFor,
  isFor,
  keptJobRow,
  withoutWords,
  type KeptJob,
  type KeptJobRow,
  dayOf,
  claimed,
  isOfHoldersJob,
  newestTurnRow,
  revised,
  type PlannedJobChange,
  type PlannedJobClaimed,
  type PlannedJobClaiming,
  type PlannedJobKeeping,
  type PlannedJobQuery,
  type PlannedJobToKeep,
  turnRow,
  type TurnClaim,
  type TurnClaiming,
} from '../jobs-store.ts';
import { costOfPlan } from '../log-rows.ts';
import { pageWithin, parsedRows, type PageRead } from '../budgets.ts';
import type { FeedKey } from '../results-store.ts';
import { takingOfDay } from './tokens-table.ts';

/* Planned jobs and hand-overs in SQLite. Rules that both stores share are in `jobs-store.ts`. */

const CUSTOMER = 'environment = @environment AND customer_id = @customerId';
const whole = z.number();
const headRow = z.number().nullable();

/** Writes planned jobs, within the transaction that decides about them. */
export function plannedJobRows(db: Database.Database) {
  const one = db.prepare(`SELECT sequence, id, body FROM planned_jobs WHERE ${CUSTOMER} AND id = @id`);
  const next = db.prepare('UPDATE planned_job_sequence SET last = last + 1 RETURNING last').pluck();
  const put = db.prepare(
    `INSERT INTO planned_jobs (sequence, environment, customer_id, id, day, changed_at, body)
     VALUES (@sequence, @environment, @customerId, @id, @day, @at, @body)
     ON CONFLICT (environment, customer_id, id) DO UPDATE
       SET sequence = excluded.sequence, day = excluded.day, changed_at = excluded.changed_at, body = excluded.body`,
  );
  const note = db.prepare(
    `INSERT INTO planned_job_jobs (environment, customer_id, job_id, planned_job_id)
     VALUES (@environment, @customerId, @job, @id) ON CONFLICT DO NOTHING`,
  );
  const isRemoved = db.prepare(
    `SELECT 1 FROM removed WHERE ${CUSTOMER} AND ((what = 'plan' AND name = @id) OR (what = 'job' AND name IN
       (SELECT job_id FROM planned_job_jobs WHERE ${CUSTOMER} AND planned_job_id = @id))) LIMIT 1`,
  );
  const find = ({ environment, customerId }: FeedKey, id: PlannedJobId): KeptJobRow | null =>
    keptJobRow.nullable().parse(one.get({ environment, customerId, id }) ?? null);
  return {
    find,
    put: (said: KeptJob, at: Instant): KeptJobRow => {
      const { environment, customerId, id } = said;
      const key = { environment, customerId, id };
      for (const job of [said.holder?.jobId, ...said.rivals.map(({ jobId }) => jobId)]) {
        if (job !== undefined && job !== null) note.run({ ...key, job });
      }
      const body = isRemoved.get(key) === undefined ? said : withoutWords(said);
      const sequence = whole.parse(next.get());
      put.run({ ...key, sequence, day: body.work.day, at, body: JSON.stringify(body) });
      return { sequence, id, body };
    },
  };
}

/** Jobs that the office planned. */
export function plannedJobsTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const rows = plannedJobRows(db);
  const head = db.prepare(`SELECT max(sequence) FROM planned_jobs WHERE ${CUSTOMER}`).pluck();
  const page = db.prepare(
    `SELECT sequence, id, body FROM planned_jobs
     WHERE ${CUSTOMER} AND sequence > @after AND day >= @from ORDER BY sequence LIMIT @limit + 1`,
  );
  const drop = db.prepare(
    `DELETE FROM planned_jobs WHERE sequence IN
       (SELECT sequence FROM planned_jobs WHERE changed_at < @before AND day < @day ORDER BY changed_at LIMIT @limit)
     RETURNING environment, customer_id AS customerId, id`,
  );
  const dropJobs = db.prepare(
    `DELETE FROM planned_job_jobs
     WHERE environment = @environment AND customer_id = @customerId AND planned_job_id = @id`,
  );

  const newestTurn = db.prepare(
    `SELECT token_id, code FROM hand_overs WHERE ${CUSTOMER} AND job_id = @jobId ORDER BY turn DESC LIMIT 1`,
  );
  const holdsTurn = ({ environment, customerId, jobId, code, reader }: PlannedJobClaiming): boolean => {
    const held = newestTurnRow.optional().parse(newestTurn.get({ environment, customerId, jobId }));
    return held?.token_id === reader.tokenId && held.code === code;
  };

  const keepNow = (given: PlannedJobToKeep): PlannedJobKeeping => {
    const before = rows.find(given, given.id);
    const current = before === null ? null : plannedJobFor(before, given.tokenId);
    const next = revised(before?.body ?? null, given);
    if (next.kind === 'repeat' && current !== null) return { kind: 'kept', plannedJob: current };
    if (next.kind !== 'fresh') return { kind: 'stale', current };
    if (!takeOfDay(given, costOfPlan(given))) return { kind: 'over-quota' };
    return { kind: 'kept', plannedJob: plannedJobFor(rows.put(next.body, given.receivedAt), given.tokenId) };
  };

  const claimNow = (claiming: PlannedJobClaiming): PlannedJobClaimed => {
    const before = rows.find(claiming, claiming.plannedJob);
    if (before === null) return { kind: 'not-found' };
    const continues = isOfHoldersJob(before.body, claiming) && holdsTurn(claiming);
    if (!continues && !isFor(before.body, claiming.reader)) return { kind: 'not-found' };
    const { own, body } = claimed(before.body, claiming, continues);
    if (body === null)
      return { kind: 'answered', own, plannedJob: plannedJobFor(before, claiming.reader.tokenId) };
    const bringing = { tokenId: claiming.reader.tokenId, receivedAt: claiming.receivedAt };
    if (!takeOfDay(bringing, costOfPlan(claiming))) return { kind: 'over-quota' };
    return {
      kind: 'answered',
      own,
      plannedJob: plannedJobFor(rows.put(body, claiming.receivedAt), claiming.reader.tokenId),
    };
  };

  const readNow = (query: PlannedJobQuery): PageRead<PlannedJobChange> => {
    const { environment, customerId, limit, from, reader } = query;
    const newest = headRow.parse(head.get({ environment, customerId })) ?? 0;
    // A restored store has fewer changes than the reader has seen, so it sends them from the beginning.
    const after = query.after > newest ? 0 : query.after;
    const schema = keptJobRow.transform(changeFor(reader));
    const found = parsedRows(page.iterate({ environment, customerId, after, from, limit }), schema);
    const read = pageWithin(found, { after, limit }, bytesOfChange, null);
    return { ...read, readUpTo: read.more ? read.readUpTo : newest };
  };

  return {
    keep: (given: PlannedJobToKeep): PlannedJobKeeping => db.transaction(() => keepNow(given)).immediate(),
    claim: (claiming: PlannedJobClaiming): PlannedJobClaimed =>
      db.transaction(() => claimNow(claiming)).immediate(),
    read: (query: PlannedJobQuery): PageRead<PlannedJobChange> =>
      db.transaction(() => readNow(query)).deferred(),
    deleteBefore: (before: Instant, limit: number): number =>
      db
        .transaction(() => {
          const dropped = drop.all({ before, day: dayOf(before), limit });
          for (const key of dropped) dropJobs.run(key);
          return dropped.length;
        })
        .immediate(),
  };
}

/** Queries on hand-overs: the laptop of each turn. */
export function handOversTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const held = db.prepare(
    `SELECT token_id, code, tokens.name, claimed_at FROM hand_overs JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId AND turn = @turn`,
  );
  const insert = db.prepare(
    `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at)
     VALUES (@environment, @customerId, @jobId, @turn, @tokenId, @code, @receivedAt)`,
  );
  const claimNow = ({ tokenId, receivedAt, code, ...turn }: TurnClaim): TurnClaiming => {
    const before = held.get(turn);
    if (before !== undefined) return turnRow.parse(before);
    if (!takeOfDay({ tokenId, receivedAt }, { entries: 1, bytes: 0 })) return { kind: 'over-quota' };
    insert.run({ ...turn, tokenId, code, receivedAt });
    return turnRow.parse(held.get(turn));
  };
  return {
    claim: (claim: TurnClaim): TurnClaiming => db.transaction(() => claimNow(claim)).immediate(),
  };
}
