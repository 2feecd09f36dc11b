import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import { missedRow, passedReviewRow } from '../log-rows.ts';
import type { DeletedReviews, ReviewMark } from '../logs-store.ts';
import type { FeedKey } from '../results-store.ts';
import { bigint, type Database } from './database.ts';
import { lockSequences } from './locks.ts';

const lastRow = z.tuple([z.object({ last: bigint })]);
const nextRow = z.tuple([z.object({ last: bigint.nullable() })]);
const droppedRow = z.tuple([z.object({ dropped: bigint })]);

/** Drops up to the first row that is recent enough, so that the rest has no gaps even after a clock change. */
const LAST_OLD_REVIEW = `SELECT coalesce((SELECT sequence - 1 FROM reviews WHERE received_at >= $1 ORDER BY sequence LIMIT 1),
  (SELECT max(sequence) FROM reviews), 0) AS last`;
const LAST_OF_PIECE = `
  WITH next AS MATERIALIZED (SELECT sequence, received_at FROM log_entries WHERE sequence > $3 ORDER BY sequence LIMIT $2)
  SELECT coalesce((SELECT min(sequence) - 1 FROM next WHERE received_at >= $1), (SELECT max(sequence) FROM next)) AS last`;

/** Queries that drop old log entries and reviews and find the readers that had not read them. */
export function oldLogQueries(database: Database) {
  /** Until the next vacuum the index still contains the dropped rows, so the next piece starts behind them. */
  let droppedTo = 0;
  return {
    noteReviewReads: async (marks: readonly ReviewMark[]): Promise<void> => {
      await database.query({
        // Inserted in a fixed order, so that two replicas cannot deadlock.
        text: `INSERT INTO review_reads AS known (token_id, environment, customer_id, sequence)
          SELECT mark.token_id, environment, customer_id, sequence
          FROM unnest($1::integer[], $2::text[], $3::integer[], $4::text[])
            AS mark (token_id, environment, customer_id, id)
          JOIN reviews USING (id, environment, customer_id) ORDER BY mark.token_id, environment, customer_id
          ON CONFLICT (token_id, environment, customer_id) DO UPDATE
            SET sequence = greatest(known.sequence, excluded.sequence)`,
        values: [
          marks.map(({ tokenId }) => tokenId),
          marks.map(({ environment }) => environment),
          marks.map(({ customerId }) => customerId),
          marks.map(({ review }) => review),
        ],
      });
    },

    readMissedReviews: async (tokenId: number, { environment, customerId }: FeedKey): Promise<number> => {
      const [row] = await database.query({
        text: 'SELECT reviews FROM missed_reviews WHERE token_id = $1 AND environment = $2 AND customer_id = $3',
        values: [tokenId, environment, customerId],
      });
      return row === undefined ? 0 : missedRow.parse(row).reviews;
    },

    deleteLogBefore: async (before: Instant, limit: number): Promise<number> => {
      const { dropped, last } = await database.transaction(async ({ query }) => {
        // Locked against a redaction, which locks entries in another order and could deadlock with this transaction.
        await lockSequences({ query });
        const [{ last }] = nextRow.parse(
          await query({ text: LAST_OF_PIECE, values: [before, limit, droppedTo] }),
        );
        const deleted = await query({
          text: `WITH gone AS (DELETE FROM log_entries WHERE sequence > $1 AND sequence <= $2 RETURNING 1)
            SELECT count(*) AS dropped FROM gone`,
          values: [droppedTo, last ?? 0],
        });
        return { ...droppedRow.parse(deleted)[0], last };
      });
      droppedTo = dropped === limit ? (last ?? 0) : 0;
      return dropped;
    },

    deleteReviewsBefore: (before: Instant): Promise<DeletedReviews> =>
      database.transaction(async ({ query }): Promise<DeletedReviews> => {
        // Locked, so that no review commits between the count and the deletion.
        await lockSequences({ query });
        const [{ last }] = lastRow.parse(await query({ text: LAST_OLD_REVIEW, values: [before] }));
        // A reader of results learns of reviews by the same poll, so it counts as a reader of reviews even if it never
        // reported one.
        const unread = await query({
          text: `WITH readers AS (
              SELECT token_id, environment, customer_id FROM reads
              UNION SELECT token_id, environment, customer_id FROM review_reads
            )
            SELECT token_id, environment, customer_id, count(*) AS reviews
            FROM readers
            JOIN tokens ON tokens.id = token_id AND revoked_at IS NULL
            LEFT JOIN (SELECT token_id, environment, customer_id, sequence AS read_to FROM review_reads) AS mark
              USING (token_id, environment, customer_id)
            JOIN (SELECT environment, customer_id, sequence FROM reviews) AS review USING (environment, customer_id)
            WHERE review.sequence > coalesce(read_to, 0) AND review.sequence <= $1
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
          values: [last],
        });
        const passed = unread.map((row) => passedReviewRow.parse(row));
        await query({
          text: `INSERT INTO missed_reviews AS known (token_id, environment, customer_id, reviews)
            SELECT * FROM unnest($1::integer[], $2::text[], $3::integer[], $4::bigint[])
            ON CONFLICT (token_id, environment, customer_id) DO UPDATE SET reviews = known.reviews + excluded.reviews`,
          values: [
            passed.map(({ tokenId }) => tokenId),
            passed.map(({ environment }) => environment),
            passed.map(({ customerId }) => customerId),
            passed.map(({ reviews }) => reviews),
          ],
        });
        await query({
          text: `INSERT INTO review_revisions AS known (environment, customer_id, job_id, revision)
            SELECT environment, customer_id, job_id, max(revision) FROM reviews WHERE sequence <= $1 GROUP BY 1, 2, 3
            ON CONFLICT (environment, customer_id, job_id) DO UPDATE
              SET revision = greatest(known.revision, excluded.revision)`,
          values: [last],
        });
        const deleted = await query({
          text: `WITH gone AS (DELETE FROM reviews WHERE sequence <= $1 RETURNING 1)
            SELECT count(*) AS dropped FROM gone`,
          values: [last],
        });
        const [{ dropped }] = droppedRow.parse(deleted);
        return { dropped, passed };
      }),
  };
}
