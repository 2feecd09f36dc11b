import { randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { instant } from '../../../shared/time.ts';
import { logEntryId } from '../../../shared/ids.ts';
import type { FeedRun } from '../../../shared/relay/access.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';
import { resultKind } from '../../../shared/relay/results.ts';
import { pageWithin, parsedRows } from '../budgets.ts';
import {
  bytesOfResult,
  type FeedBounds,
  type FeedKey,
  type FeedPoint,
  type FeedQuery,
  type FeedView,
  type KeptResult,
} from '../results-store.ts';

const resultRow = z
  .object({
    sequence: z.number(),
    kind: resultKind,
    body: z.instanceof(Buffer),
    first_received_at: instant,
    last_received_at: instant,
    deliveries: z.number(),
  })
  .transform((row) => ({
    sequence: row.sequence,
    kind: row.kind,
    body: row.body,
    firstReceivedAt: row.first_received_at,
    lastReceivedAt: row.last_received_at,
    deliveries: row.deliveries,
  }));

const bounds = z.object({ floor: z.number(), head: z.number() });
const span = z.object({ first: z.number(), last: z.number() }).nullable();
const epochName = z.string();
const arrival = instant.nullable();
const review = reviewId.nullable();
const removal = logEntryId.nullable();
const plan = z.number().nullable();

/** sqlite_sequence keeps the highest sequence even after its row was deleted. */
export const HEAD = `coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'results'), 0)`;

/** Reading the feed. `run`: 16 hex digits that no other run of the relay has. */
export function feedView(db: Database.Database, run: FeedRun = randomBytes(8).toString('hex')) {
  const readBounds = db.prepare(`SELECT floor, ${HEAD} AS head FROM store`);
  const epochOf = db
    .prepare('SELECT epoch FROM feed_epochs WHERE first_sequence <= ? ORDER BY first_sequence DESC LIMIT 1')
    .pluck();
  const spanOf = db.prepare(
    `SELECT first_sequence AS first, coalesce(
       (SELECT min(first_sequence) - 1 FROM feed_epochs AS later WHERE later.first_sequence > own.first_sequence),
       ${HEAD}) AS last
     FROM feed_epochs AS own WHERE epoch = ?`,
  );
  const page = db.prepare(
    `SELECT sequence, kind, body, first_received_at, last_received_at, deliveries FROM results
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
     ORDER BY sequence LIMIT @limit + 1`,
  );
  const one = db.prepare(
    `SELECT sequence, kind, body, first_received_at, last_received_at, deliveries FROM results
     WHERE sequence = @sequence AND environment = @environment AND customer_id = @customerId`,
  );
  const newestReview = db
    .prepare(
      'SELECT id FROM reviews WHERE environment = ? AND customer_id = ? ORDER BY sequence DESC LIMIT 1',
    )
    .pluck();
  const newestRemoval = db
    .prepare(
      'SELECT id FROM removals WHERE environment = ? AND customer_id = ? ORDER BY sequence DESC LIMIT 1',
    )
    .pluck();
  const newestPlan = db
    .prepare('SELECT max(sequence) FROM planned_jobs WHERE environment = ? AND customer_id = ?')
    .pluck();
  const lastArrival = db.prepare('SELECT last_received_at FROM arrivals WHERE environment = ?').pluck();

  const pointAt = (sequence: number): FeedPoint => ({
    epoch: epochName.parse(epochOf.get(sequence)),
    sequence,
  });

  const read = db.transaction(({ environment, customerId, after, limit }: FeedQuery): FeedView => {
    const { floor, head } = bounds.parse(readBounds.get());
    const from = { after: after?.sequence ?? floor, limit };
    const rows = parsedRows(page.iterate({ environment, customerId, ...from }), resultRow);
    const { rows: results, more, readUpTo } = pageWithin(rows, from, bytesOfResult, null);
    return {
      floor: pointAt(floor),
      head: pointAt(head),
      span: after === null ? null : span.parse(spanOf.get(after.epoch) ?? null),
      results,
      more,
      readUpTo: pointAt(more ? readUpTo : head),
      lastReceivedAt: arrival.parse(lastArrival.get(environment) ?? null),
      newestReview: review.parse(newestReview.get(environment, customerId) ?? null),
      newestRemoval: removal.parse(newestRemoval.get(environment, customerId) ?? null),
      newestPlan: plan.parse(newestPlan.get(environment, customerId)) ?? 0,
      run,
    };
  });

  return {
    /** One snapshot for all reads: a cursor at the head has seen everything below it. */
    read: (query: FeedQuery): FeedView => read.deferred(query),
    run: (): FeedRun => run,
    bounds: (): FeedBounds => bounds.parse(readBounds.get()),
    readOne: ({ environment, customerId }: FeedKey, sequence: number): KeptResult | null => {
      const row = one.get({ environment, customerId, sequence });
      return row === undefined ? null : resultRow.parse(row);
    },
  };
}
