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
  dayOf,
  turnRow,
  type TurnClaim,
  type TurnClaiming,
} from '../jobs-store.ts';
import { LARGEST_ROW, PAGE_BYTES, pageWithin, type PageRead } from '../budgets.ts';
import { costOfPlan } from '../log-rows.ts';
import type { RemovedThings } from '../../../shared/relay/removals.ts';
import type { FeedKey } from '../results-store.ts';
import { bigint, type Database, type Queries } from './database.ts';
import { holdOffRemovals, lockPlans, lockSubject, DURABLE } from './locks.ts';
import { giveBackOfDay, takeOfDay } from './tokens.ts';

/* Planned jobs and hand-overs in PostgreSQL. Locks are taken in the order of `locks.ts`. */

const CUSTOMER = 'environment = $1 AND customer_id = $2';
const headRow = z.tuple([z.object({ head: bigint.nullable() })]);
const droppedRow = z.tuple([z.object({ dropped: bigint })]);
const sequenceRow = z.tuple([z.object({ sequence: bigint })]);

async function find(
  { query }: Queries,
  { environment, customerId }: FeedKey,
  id: PlannedJobId,
): Promise<KeptJobRow | null> {
  const [row] = await query({
    text: `SELECT sequence, id, body FROM planned_jobs WHERE ${CUSTOMER} AND id = $3`,
    values: [environment, customerId, id],
  });
  return row === undefined ? null : keptJobRow.parse(row);
}

/** Keeps a planned job under the next sequence, whose row stays locked until the commit. */
async function put({ query }: Queries, said: KeptJob, at: Instant): Promise<KeptJobRow> {
  const { environment, customerId, id } = said;
  const key = [environment, customerId, id];
  const begun = [said.holder?.jobId, ...said.rivals.map(({ jobId }) => jobId)];
  // Blocks retention, which would drop rows of `planned_job_jobs` that the next statement finds.
  await lockPlans({ query });
  await query({
    text: `INSERT INTO planned_job_jobs (environment, customer_id, planned_job_id, job_id)
      SELECT $1, $2, $3, job FROM unnest($4::text[]) AS job ON CONFLICT DO NOTHING`,
    values: [...key, begun.filter((job) => job !== undefined && job !== null)],
  });
  const removed = await query({
    text: `SELECT 1 AS there FROM removed WHERE ${CUSTOMER} AND ((what = 'plan' AND name = $3) OR (what = 'job' AND name IN
        (SELECT job_id FROM planned_job_jobs WHERE ${CUSTOMER} AND planned_job_id = $3))) LIMIT 1`,
    values: key,
  });
  const body = removed.length === 0 ? said : withoutWords(said);
  const [{ sequence }] = sequenceRow.parse(
    await query({
      text: `WITH next AS (UPDATE planned_job_sequence SET last = last + 1 RETURNING last)
        INSERT INTO planned_jobs (sequence, environment, customer_id, id, day, changed_at, body)
        SELECT next.last, $1, $2, $3, $4, $5, $6 FROM next
        ON CONFLICT (environment, customer_id, id) DO UPDATE
          SET sequence = excluded.sequence, day = excluded.day, changed_at = excluded.changed_at, body = excluded.body
        RETURNING sequence`,
      values: [...key, body.work.day, at, JSON.stringify(body)],
    }),
  );
  return { sequence, id, body };
}

/** Removes the words of these planned jobs, and of those that these jobs were begun for, within a removal's transaction. */
export async function blankPlansOf(
  queries: Queries,
  { environment, customerId }: FeedKey,
  { jobs, plans }: Pick<RemovedThings, 'jobs' | 'plans'>,
  at: Instant,
): Promise<void> {
  // Blocks retention: a job that it drops after this query would be stored again without its words.
  await lockPlans(queries);
  const rows = await queries.query({
    text: `SELECT sequence, id, body FROM planned_jobs WHERE ${CUSTOMER} AND (id = ANY ($4::text[]) OR id IN
        (SELECT planned_job_id FROM planned_job_jobs WHERE ${CUSTOMER} AND job_id = ANY ($3::text[])))`,
    values: [environment, customerId, jobs, plans],
  });
  for (const { body } of rows.map((row) => keptJobRow.parse(row))) await put(queries, withoutWords(body), at);
}

/** Tests whether the laptop holds the newest turn of the job that it claims for. */
async function holdsTurn(
  { query }: Queries,
  { environment, customerId, jobId, code, reader }: PlannedJobClaiming,
): Promise<boolean> {
  const [row] = await query({
    text: `SELECT token_id, code FROM hand_overs WHERE ${CUSTOMER} AND job_id = $3 ORDER BY turn DESC LIMIT 1`,
    values: [environment, customerId, jobId],
  });
  const held = newestTurnRow.optional().parse(row);
  return held?.token_id === reader.tokenId && held.code === code;
}

/** Queries on the jobs that the office planned. */
export function plannedJobQueries(database: Database, origin: string) {
  /** The laptops that wait at other replicas are notified at the commit. */
  const kept = async (queries: Queries, body: KeptJob, at: Instant): Promise<KeptJobRow> => {
    await queries.query({
      text: `SELECT pg_notify('relay_changes', $1)`,
      values: [`${origin} ${body.environment}/${body.customerId}`],
    });
    return put(queries, body, at);
  };
  const begin = async (queries: Queries, feed: FeedKey, id: PlannedJobId): Promise<KeptJobRow | null> => {
    await holdOffRemovals(queries, feed);
    await lockSubject(queries, `planned job ${id}`);
    return find(queries, feed, id);
  };

  const keepNow = async (queries: Queries, given: PlannedJobToKeep): Promise<PlannedJobKeeping> => {
    const before = await begin(queries, given, given.id);
    const current = before === null ? null : plannedJobFor(before, given.tokenId);
    const next = revised(before?.body ?? null, given);
    if (next.kind === 'repeat' && current !== null) return { kind: 'kept', plannedJob: current };
    if (next.kind !== 'fresh') return { kind: 'stale', current };
    if (!(await takeOfDay(queries, given, costOfPlan(given)))) return { kind: 'over-quota' };
    return {
      kind: 'kept',
      plannedJob: plannedJobFor(await kept(queries, next.body, given.receivedAt), given.tokenId),
    };
  };

  const claimNow = async (queries: Queries, claiming: PlannedJobClaiming): Promise<PlannedJobClaimed> => {
    const before = await begin(queries, claiming, claiming.plannedJob);
    if (before === null) return { kind: 'not-found' };
    const continues = isOfHoldersJob(before.body, claiming) && (await holdsTurn(queries, claiming));
    if (!continues && !isFor(before.body, claiming.reader)) return { kind: 'not-found' };
    const { own, body } = claimed(before.body, claiming, continues);
    if (body === null)
      return { kind: 'answered', own, plannedJob: plannedJobFor(before, claiming.reader.tokenId) };
    const bringing = { tokenId: claiming.reader.tokenId, receivedAt: claiming.receivedAt };
    if (!(await takeOfDay(queries, bringing, costOfPlan(claiming)))) return { kind: 'over-quota' };
    const row = await kept(queries, body, claiming.receivedAt);
    return { kind: 'answered', own, plannedJob: plannedJobFor(row, claiming.reader.tokenId) };
  };

  return {
    keep: (given: PlannedJobToKeep) => database.transaction((queries) => keepNow(queries, given)),
    claim: (claiming: PlannedJobClaiming) => database.transaction((queries) => claimNow(queries, claiming)),
    read: async (query: PlannedJobQuery): Promise<PageRead<PlannedJobChange>> => {
      const { environment, customerId, limit, from, reader } = query;
      // Read first, so that the reader's cursor does not pass changes that commit during the query.
      const [{ head }] = headRow.parse(
        await database.query({
          text: `SELECT max(sequence) AS head FROM planned_jobs WHERE ${CUSTOMER}`,
          values: [environment, customerId],
        }),
      );
      const newest = head ?? 0;
      // A restored store has fewer changes than the reader has seen, so it sends them from the beginning.
      const after = query.after > newest ? 0 : query.after;
      const found = await database.query({
        text: `SELECT sequence, id, body FROM (
            SELECT *, sum(octet_length(body)) OVER (ORDER BY sequence) AS bytes,
              row_number() OVER (ORDER BY sequence) AS place
            FROM (
              SELECT sequence, id, body FROM planned_jobs
              WHERE ${CUSTOMER} AND sequence > $3 AND sequence <= $4 AND day >= $5 ORDER BY sequence LIMIT $6
            ) AS asked
          ) AS counted WHERE place = 1 OR bytes <= ${PAGE_BYTES + LARGEST_ROW} ORDER BY sequence`,
        values: [environment, customerId, after, newest, from, limit + 1],
      });
      const changes = found.map((row) => changeFor(reader)(keptJobRow.parse(row)));
      const read = pageWithin(changes, { after, limit }, bytesOfChange, null);
      return { ...read, readUpTo: read.more ? read.readUpTo : newest };
    },
    deleteBefore: (before: Instant, limit: number): Promise<number> =>
      database.transaction(async (queries) => {
        await lockPlans(queries);
        const rows = await queries.query({
          text: `WITH gone AS (DELETE FROM planned_jobs WHERE sequence IN
                (SELECT sequence FROM planned_jobs WHERE changed_at < $1 AND day < $3 ORDER BY changed_at LIMIT $2)
              RETURNING environment, customer_id, id),
            begun AS (DELETE FROM planned_job_jobs AS one USING gone WHERE one.environment = gone.environment
              AND one.customer_id = gone.customer_id AND one.planned_job_id = gone.id)
            SELECT count(*) AS dropped FROM gone`,
          values: [before, limit, dayOf(before)],
        });
        return droppedRow.parse(rows)[0].dropped;
      }),
  };
}

/** Queries on hand-overs: the laptop of each turn. */
export function handOverQueries(database: Database) {
  return {
    claim: ({
      environment,
      customerId,
      jobId,
      turn,
      code,
      tokenId,
      receivedAt,
    }: TurnClaim): Promise<TurnClaiming> =>
      database.transaction(async ({ query }) => {
        const key = [environment, customerId, jobId, turn];
        const held = () =>
          query({
            text: `SELECT token_id, code, tokens.name, claimed_at FROM hand_overs JOIN tokens ON tokens.id = token_id
              WHERE environment = $1 AND customer_id = $2 AND job_id = $3 AND turn = $4`,
            values: key,
          });
        await query({ text: `SELECT ${DURABLE}` });
        const [before] = await held();
        if (before !== undefined) return turnRow.parse(before);
        const claiming = { tokenId, receivedAt };
        const cost = { entries: 1, bytes: 0 };
        if (!(await takeOfDay({ query }, claiming, cost))) return { kind: 'over-quota' };
        // Waits for a concurrent claim on another connection; the read after it shows which laptop has the turn.
        const inserted = await query({
          text: `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1 AS inserted`,
          values: [...key, tokenId, code, receivedAt],
        });
        if (inserted.length === 0) await giveBackOfDay({ query }, claiming, cost);
        const [row] = await held();
        return turnRow.parse(row);
      }),
  };
}
