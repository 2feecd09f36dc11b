import { z } from 'zod';
import { logEntryId } from '../../../shared/ids.ts';
import { feedRun, type FeedRun } from '../../../shared/relay/access.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';
import { resultKind } from '../../../shared/relay/results.ts';
import { LARGEST_ROW, PAGE_BYTES, ROW_BYTES, pageWithin } from '../budgets.ts';
import {
  bytesOfResult,
  type FeedKey,
  type FeedQuery,
  type FeedView,
  type KeptResult,
} from '../results-store.ts';
import { bigint, type Database } from './database.ts';

/** Every row repeats the bounds. A page without results is one row in which all columns of the result are null. */
const viewRow = z.object({
  floor: bigint,
  floor_epoch: z.string(),
  head: bigint,
  head_epoch: z.string(),
  span_first: bigint.nullable(),
  span_last: bigint.nullable(),
  last_arrival: bigint.nullable(),
  newest_review: reviewId.nullable(),
  newest_removal: logEntryId.nullable(),
  newest_plan: bigint.nullable(),
  run: feedRun,
  sequence: bigint.nullable(),
});
const resultRow = z
  .object({
    sequence: bigint,
    epoch: z.string(),
    kind: resultKind,
    body: z.instanceof(Buffer),
    first_received_at: bigint,
    last_received_at: bigint,
    deliveries: z.number(),
  })
  .transform((row) => ({
    epoch: row.epoch,
    sequence: row.sequence,
    body: row.body,
    result: {
      sequence: row.sequence,
      kind: row.kind,
      body: row.body,
      firstReceivedAt: row.first_received_at,
      lastReceivedAt: row.last_received_at,
      deliveries: row.deliveries,
    } satisfies KeptResult,
  }));
const viewRows = z.tuple([viewRow], z.unknown());

/** The run of the server, as a column. */
export const RUN = `left(encode(sha256(server_run()::bytea), 'hex'), 16) AS run`;
const runRows = z.tuple([z.object({ run: feedRun })]);

/** One statement, so one snapshot: a cursor at the head has seen everything below it. */
const VIEW = `
  SELECT floor, epoch_at(floor) AS floor_epoch, head, epoch_at(head) AS head_epoch,
    own.first_sequence AS span_first,
    CASE WHEN own.first_sequence IS NOT NULL THEN coalesce(
      (SELECT min(later.first_sequence) - 1 FROM feed_epochs AS later
        WHERE later.first_sequence > own.first_sequence), head) END AS span_last,
    arrivals.last_received_at AS last_arrival,
    (SELECT id FROM reviews WHERE reviews.environment = $1 AND reviews.customer_id = $2
      ORDER BY reviews.sequence DESC LIMIT 1) AS newest_review,
    (SELECT id FROM removals WHERE removals.environment = $1 AND removals.customer_id = $2
      ORDER BY removals.sequence DESC LIMIT 1) AS newest_removal,
    (SELECT max(planned.sequence) FROM planned_jobs AS planned
      WHERE planned.environment = $1 AND planned.customer_id = $2) AS newest_plan,
    ${RUN},
    page.*
  FROM store
  LEFT JOIN feed_epochs AS own ON own.epoch = $3
  LEFT JOIN arrivals ON arrivals.environment = $1
  LEFT JOIN LATERAL (
    SELECT sequence, epoch_at(sequence) AS epoch, kind, body, first_received_at, last_received_at, deliveries
    FROM (
      SELECT *, sum(octet_length(body) + ${ROW_BYTES}) OVER (ORDER BY sequence) AS bytes,
        row_number() OVER (ORDER BY sequence) AS place
      FROM (
        SELECT sequence, kind, body, first_received_at, last_received_at, deliveries FROM results
        WHERE results.environment = $1 AND customer_id = $2 AND sequence > coalesce($4::bigint, store.floor)
        ORDER BY sequence LIMIT $5
      ) AS asked
    ) AS counted
    WHERE place = 1 OR bytes <= ${PAGE_BYTES + LARGEST_ROW}
  ) AS page ON true
  ORDER BY page.sequence`;

/** Excludes rows below the floor that retention has not deleted yet: they no longer count as kept. */
const ONE = `
  SELECT sequence, epoch_at(sequence) AS epoch, kind, body, first_received_at, last_received_at, deliveries
  FROM results
  WHERE sequence = $3 AND environment = $1 AND customer_id = $2 AND sequence > (SELECT floor FROM store)`;

/** One kept result. */
export async function readKeptResult(
  database: Database,
  { environment, customerId }: FeedKey,
  sequence: number,
): Promise<KeptResult | null> {
  const [row] = await database.query({
    name: 'read-result',
    text: ONE,
    values: [environment, customerId, sequence],
  });
  return row === undefined ? null : resultRow.parse(row).result;
}

/** The run of the server. */
export async function readRun(database: Database): Promise<FeedRun> {
  const [{ run }] = runRows.parse(
    await database.query({ name: 'read-run', text: `SELECT ${RUN}`, values: [] }),
  );
  return run;
}

/** Reading the feed. */
export async function readFeedView(database: Database, query: FeedQuery): Promise<FeedView> {
  const { environment, customerId, after, limit } = query;
  const rows = await database.query({
    name: 'read-feed',
    text: VIEW,
    values: [environment, customerId, after?.epoch ?? null, after?.sequence ?? null, limit + 1],
  });
  const [view] = viewRows.parse(rows);
  const page = view.sequence === null ? [] : rows.map((row) => resultRow.parse(row));
  const { rows: kept, more } = pageWithin(page, { after: 0, limit }, bytesOfResult, null);
  const last = kept.at(-1);
  const head = { epoch: view.head_epoch, sequence: view.head };
  return {
    floor: { epoch: view.floor_epoch, sequence: view.floor },
    head,
    span:
      view.span_first === null || view.span_last === null
        ? null
        : { first: view.span_first, last: view.span_last },
    results: kept.map(({ result }) => result),
    more,
    readUpTo: more && last !== undefined ? { epoch: last.epoch, sequence: last.sequence } : head,
    lastReceivedAt: view.last_arrival,
    newestReview: view.newest_review,
    newestRemoval: view.newest_removal,
    newestPlan: view.newest_plan ?? 0,
    run: view.run,
  };
}
