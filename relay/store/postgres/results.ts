import { hash } from 'node:crypto';
import { z } from 'zod';
import { environment, type Environment, customerId } from '../../../shared/ids.ts';
import type { ResultKind } from '../../../shared/relay/results.ts';
import type { Instant } from '../../../shared/time.ts';
import {
  type ArrivedResult,
  type FeedBounds,
  type DeletedResults,
  type Keeping,
  type PassedReader,
  type ReadMark,
  QUARANTINE_KEPT,
  quarantineRow,
  type KeptWebhook,
  type QuarantinedWebhook,
} from '../results-store.ts';
import { bigint, type Database } from './database.ts';
import { DURABLE } from './locks.ts';

const keptRow = z.tuple([z.object({ fresh: z.array(z.boolean()).nullable() })]);
const boundsRow = z.tuple([z.object({ floor: bigint, head: bigint })]);
const floorsRow = z.tuple([z.object({ floor: bigint, upTo: bigint })]);
const passedRows = z.array(
  z
    .object({ token_id: z.number(), environment, customer_id: customerId, results: bigint })
    .transform((row): PassedReader => ({
      tokenId: row.token_id,
      environment: row.environment,
      customerId: row.customer_id,
      results: row.results,
    })),
);
const droppedRow = z.tuple([z.object({ dropped: bigint, last: bigint.nullable() })]);

/**
 * Raises the floor up to the first result that is recent enough, so that the rest has no gaps even after a clock
 * change.
 */
const FLOORS = `
  WITH next AS MATERIALIZED (
    SELECT sequence, first_received_at FROM results WHERE sequence > (SELECT floor FROM store) ORDER BY sequence LIMIT $2
  )
  SELECT floor, greatest(floor, coalesce(
      (SELECT min(sequence) - 1 FROM next WHERE first_received_at >= $1),
      (SELECT max(sequence) FROM next HAVING count(*) = $2),
      head)) AS "upTo"
  FROM store`;

const UNREAD = `
  SELECT token_id, reads.environment, reads.customer_id, count(*) AS results
  FROM reads
  JOIN tokens ON tokens.id = token_id AND revoked_at IS NULL
  JOIN results ON results.environment = reads.environment AND results.customer_id = reads.customer_id
    AND results.sequence > reads.sequence AND results.sequence > $1 AND results.sequence <= $2
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

/** Skips locked rows, because webhooks lock results in another order. The next sweep drops the skipped ones. */
const DROP_PIECE = `
  WITH old AS MATERIALIZED (
    SELECT sequence FROM results WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT $3 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM results USING old WHERE results.sequence = old.sequence RETURNING results.sequence
  )
  SELECT count(*) AS dropped, max(sequence) AS last FROM gone`;

/** The key of a result: two webhooks with the same one are the same result, see the SQLite store's first migration. */
function identityOf(result: ArrivedResult): Buffer {
  const anchors = [
    result.environment,
    result.kind,
    result.customerId,
    result.subject,
    result.checksum,
    result.succeeded,
  ];
  return hash('sha256', JSON.stringify(anchors), 'buffer');
}

/**
 * Formats an array of numbers or of names without special characters for PostgreSQL. The driver's own serialiser
 * examines every character.
 */
const list = (values: readonly (number | Environment | ResultKind)[]): string => `{${values.join(',')}}`;

/** The 1-based offset of each item in the concatenation. */
function startsOf(lengths: readonly number[]): readonly number[] {
  let next = 1;
  return lengths.map((length) => {
    const start = next;
    next += length;
    return start;
  });
}

/**
 * Queries that keep results and drop old ones.
 *
 * @param reserved the connections of webhooks.
 */
export function resultsQueries(database: Database, reserved: Database, origin: string) {
  /** Until the next vacuum the index still contains the dropped rows, so the next piece starts behind them. */
  let droppedTo = 0;
  return {
    /** All results in one commit; answers per result. */
    keepAll: async (results: readonly ArrivedResult[]): Promise<readonly Keeping[]> => {
      const lengths = results.map(({ body }) => body.length);
      const rows = await reserved.query({
        name: 'keep-new-group',
        text: 'SELECT keep_new_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS fresh',
        values: [
          origin,
          list(results.map((result) => result.environment)),
          list(results.map(({ kind }) => kind)),
          list(results.map((result) => result.customerId)),
          Buffer.concat(results.map(identityOf)),
          list(lengths),
          Buffer.concat(results.map(({ body }) => body)),
          list(results.map(({ receivedAt }) => receivedAt)),
          list(startsOf(lengths)),
          [...new Set(results.map((result) => `${result.environment}/${result.customerId}`))].join(','),
        ],
      });
      const [{ fresh }] = keptRow.parse(rows);
      return fresh === null
        ? results.map(() => 'first')
        : fresh.map((first) => (first ? 'first' : 'repeated'));
    },

    bounds: async (): Promise<FeedBounds> => {
      const [bounds] = boundsRow.parse(await database.query({ text: 'SELECT floor, head FROM store' }));
      return bounds;
    },

    noteReads: async (marks: readonly ReadMark[]): Promise<void> => {
      await database.query({
        // Inserted in a fixed order, so that two replicas cannot deadlock.
        text: `INSERT INTO reads AS known (token_id, environment, customer_id, sequence)
          SELECT * FROM unnest($1::integer[], $2::text[], $3::integer[], $4::bigint[]) AS mark ORDER BY 1, 2, 3
          ON CONFLICT (token_id, environment, customer_id) DO UPDATE
            SET sequence = greatest(known.sequence, excluded.sequence)`,
        values: [
          marks.map(({ tokenId }) => tokenId),
          marks.map((mark) => mark.environment),
          marks.map((mark) => mark.customerId),
          marks.map(({ sequence }) => sequence),
        ],
      });
    },

    deleteBefore: async (before: Instant, limit: number): Promise<DeletedResults> => {
      const [{ floor, upTo }] = floorsRow.parse(
        await database.query({ text: FLOORS, values: [before, limit] }),
      );
      const unread = await database.query({ text: UNREAD, values: [floor, upTo] });
      // In its own transaction, because webhooks wait for this row. Another replica that raised the floor reports its
      // readers itself.
      const raised = await database.query({
        text: 'UPDATE store SET floor = $2 WHERE floor = $1 AND floor < $2 RETURNING 1 AS raised',
        values: [floor, upTo],
      });
      const deleted = await database.query({ text: DROP_PIECE, values: [droppedTo, upTo, limit] });
      const [{ dropped, last }] = droppedRow.parse(deleted);
      const more = upTo - floor >= limit || dropped === limit;
      droppedTo = more ? (last ?? droppedTo) : 0;
      return { dropped, passed: raised.length === 0 ? [] : passedRows.parse(unread), more };
    },
  };
}

/** Queries on webhooks that are not results. */
export function quarantineQueries(database: Database) {
  return {
    add: (webhook: QuarantinedWebhook): Promise<void> =>
      database.transaction(async ({ query }) => {
        await query({ text: `SELECT ${DURABLE}` });
        await query({
          text: `INSERT INTO quarantine (environment, event, reason, body, received_at) VALUES ($1, $2, $3, $4, $5)`,
          values: [webhook.environment, webhook.event, webhook.reason, webhook.body, webhook.receivedAt],
        });
        await query({
          text: 'DELETE FROM quarantine WHERE id <= (SELECT max(id) FROM quarantine) - $1::bigint',
          values: [QUARANTINE_KEPT],
        });
      }),
    read: async (): Promise<readonly KeptWebhook[]> => {
      const rows = await database.query({
        text: 'SELECT id, environment, event, reason, body, received_at FROM quarantine ORDER BY id',
      });
      return rows.map((row) => quarantineRow.parse(row));
    },
    dropBefore: async (before: Instant): Promise<number> => {
      const dropped = await database.query({
        text: 'DELETE FROM quarantine WHERE received_at < $1 RETURNING 1 AS dropped',
        values: [before],
      });
      return dropped.length;
    },
  };
}
