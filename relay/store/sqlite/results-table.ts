import type Database from 'better-sqlite3';
import { z } from 'zod';
import { instant, type Instant } from '../../../shared/time.ts';
import { resultKind } from '../../../shared/relay/webhooks.ts';
import type { ArrivedResult, FeedBounds, Keeping, ResultPage, ResultQuery } from '../store.ts';

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

/** sqlite_sequence remembers the highest sequence also when its row is gone. */
const HEAD = `coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'results'), 0)`;

/** The queries on kept results. */
export function resultsTable(db: Database.Database) {
  const repeat = db.prepare(
    `UPDATE results SET deliveries = deliveries + 1, last_received_at = max(last_received_at, @receivedAt)
     WHERE environment = @environment AND kind = @kind AND customer_id = @customerId
       AND subject = @subject AND checksum = @checksum AND succeeded = @succeeded`,
  );
  const insert = db.prepare(
    `INSERT INTO results (environment, kind, customer_id, subject, checksum, succeeded, body, first_received_at, last_received_at)
     VALUES (@environment, @kind, @customerId, @subject, @checksum, @succeeded, @body, @receivedAt, @receivedAt)`,
  );
  const arrive = db.prepare(
    `INSERT INTO arrivals (environment, last_received_at) VALUES (@environment, @receivedAt)
     ON CONFLICT (environment) DO UPDATE SET last_received_at = max(last_received_at, excluded.last_received_at)`,
  );
  const page = db.prepare(
    `SELECT sequence, kind, body, first_received_at, last_received_at, deliveries FROM results
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
     ORDER BY sequence LIMIT @limit + 1`,
  );
  const lastArrival = db.prepare('SELECT last_received_at FROM arrivals WHERE environment = ?').pluck();
  const readBounds = db.prepare(`SELECT floor, ${HEAD} AS head FROM store`);
  // The floor moves up to the first result that is young enough: what stays has no hole, whatever the clock did.
  const raiseFloor = db.prepare(
    `UPDATE store SET floor = max(floor, coalesce(
       (SELECT min(sequence) - 1 FROM results WHERE first_received_at >= ?), ${HEAD}))`,
  );
  const dropBelowFloor = db.prepare('DELETE FROM results WHERE sequence <= (SELECT floor FROM store)');

  const feedBounds = (): FeedBounds => bounds.parse(readBounds.get());

  // An update before the insert, not an upsert: an upsert that updates burns a sequence and leaves a gap.
  const keep = (result: ArrivedResult): Keeping => {
    const row = { ...result, succeeded: result.succeeded ? 1 : 0 };
    arrive.run({ environment: row.environment, receivedAt: row.receivedAt });
    const { body, ...anchors } = row;
    if (repeat.run(anchors).changes > 0) return 'repeated';
    insert.run({ ...anchors, body });
    return 'first';
  };

  return {
    /** All results in one transaction. */
    keepAll: (results: readonly ArrivedResult[]): readonly Keeping[] =>
      db.transaction(() => results.map(keep)).immediate(),
    feedBounds,
    /** Rows and head of one snapshot: a cursor at the head has seen everything below it. */
    read: (query: ResultQuery): ResultPage =>
      db
        .transaction((): ResultPage => {
          const rows = page.all(query).map((row) => resultRow.parse(row));
          return {
            results: rows.slice(0, query.limit),
            more: rows.length > query.limit,
            head: feedBounds().head,
            lastReceivedAt: instant.nullable().parse(lastArrival.get(query.environment) ?? null),
          };
        })
        .deferred(),
    forgetBefore: (before: Instant): number =>
      db
        .transaction(() => {
          raiseFloor.run(before);
          return dropBelowFloor.run().changes;
        })
        .immediate(),
  };
}
