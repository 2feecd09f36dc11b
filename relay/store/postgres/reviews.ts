import { z } from 'zod';
import { reviewId, type Review, type ReviewId } from '../../../shared/relay/reviews.ts';
import {
  costOfReview,
  bytesOfReview,
  REVIEW_COLUMNS,
  reviewRow,
  revisionRow,
  isReviewFor,
  isBasedOnLatest,
  withoutWords,
  missedRow,
  passedReviewRow,
} from '../log-rows.ts';
import type { ReviewKeeping, ReviewQuery, ReviewToKeep, DeletedReviews, ReviewMark } from '../logs-store.ts';
import { pageWithin, type PageRead } from '../budgets.ts';
import type { FeedKey } from '../results-store.ts';
import { bigint, type Database, type Queries } from './database.ts';
import { holdOffRemovals, lockSubject, scanEnd, lockSequences } from './locks.ts';
import { isRemoved } from './removals.ts';
import { takeOfDay } from './tokens.ts';
import type { Instant } from '../../../shared/time.ts';

const newestRow = z.object({ sequence: bigint.nullable() });
const idRow = z.object({ id: reviewId });

const lastRow = z.tuple([z.object({ last: bigint })]);
const droppedRow = z.tuple([z.object({ dropped: bigint })]);

/** Up to the first row that is recent enough, so that the rest has no gaps even after a clock change. */
const LAST_OLD_REVIEW = `SELECT least(coalesce((SELECT sequence - 1 FROM reviews WHERE received_at >= $1 ORDER BY sequence LIMIT 1),
  (SELECT max(sequence) FROM reviews), 0), coalesce((SELECT max(sequence) FROM
  (SELECT sequence FROM reviews ORDER BY sequence LIMIT $2) AS piece), 0)) AS last`;

/** Reviews, and how far each token has read them. */
export function reviewQueries(database: Database, origin: string) {
  const keepNow = async (queries: Queries, review: ReviewToKeep): Promise<ReviewKeeping> => {
    const { query } = queries;
    const { environment, customerId, jobId } = review;
    await holdOffRemovals(queries, review);
    await lockSubject(queries, `reviews ${jobId}`);
    const one = async (text: string, values: readonly unknown[]): Promise<Review | null> => {
      const [row] = await query({ text: `SELECT ${REVIEW_COLUMNS} FROM reviews WHERE ${text}`, values });
      return row === undefined ? null : reviewRow.parse(row);
    };
    const before = await one('id = $1', [review.id]);
    const current = await one(
      'environment = $1 AND customer_id = $2 AND job_id = $3 ORDER BY revision DESC LIMIT 1',
      [environment, customerId, jobId],
    );
    if (before !== null) {
      const same =
        before.jobId === jobId && before.customerId === customerId && before.environment === environment;
      return same ? { kind: 'kept', review: before } : { kind: 'stale', current };
    }
    const past = await query({
      text: 'SELECT revision FROM review_revisions WHERE environment = $1 AND customer_id = $2 AND job_id = $3',
      values: [environment, customerId, jobId],
    });
    const dropped = revisionRow.nullable().parse(past[0] ?? null)?.revision ?? 0;
    if (!isBasedOnLatest(current, dropped, review)) return { kind: 'stale', current };
    if (!(await takeOfDay(queries, review, costOfReview(review)))) return { kind: 'over-quota' };
    const gone =
      (await isRemoved(queries, review, 'job', jobId)) ||
      (await isRemoved(queries, review, 'review', review.id));
    const { comment, reviewer, worker, signed } = gone ? withoutWords(review) : review;
    // The laptops that wait for reviews at other replicas are notified at the commit.
    await query({
      text: `SELECT pg_notify('relay_changes', $1)`,
      values: [`${origin} ${environment}/${customerId}`],
    });
    const [row] = await query({
      text: `WITH last AS (UPDATE log_sequences SET reviews = reviews + 1 RETURNING reviews)
        INSERT INTO reviews (sequence, id, environment, customer_id, job_id, revision, verdict, comment, reviewer,
          received_at, token_id, reason, pin, worker, based_on, signed_key, signature)
        SELECT last.reviews, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
        FROM last RETURNING ${REVIEW_COLUMNS}`,
      values: [
        review.id,
        environment,
        customerId,
        jobId,
        (current?.revision ?? dropped) + 1,
        review.verdict,
        comment,
        reviewer,
        review.receivedAt,
        review.tokenId,
        review.reason,
        JSON.stringify(review.pin),
        worker,
        review.basedOn,
        signed?.key ?? null,
        signed?.signature ?? null,
      ],
    });
    return { kind: 'kept', review: reviewRow.parse(row) };
  };

  return {
    keep: (review: ReviewToKeep): Promise<ReviewKeeping> =>
      database.transaction((queries) => keepNow(queries, review)),
    read: async (query: ReviewQuery): Promise<PageRead<Review>> => {
      const { environment, customerId, after, jobId, limit, ofToken } = query;
      // Read first, so that the reader's cursor passes reviews that are not for it, but none that commit during the
      // query.
      const [newest] = await database.query({
        text: `SELECT max(sequence) AS sequence FROM reviews
          WHERE environment = $1 AND customer_id = $2 AND sequence > $3 AND $4::integer IS NOT NULL`,
        values: [environment, customerId, after, ofToken],
      });
      const scannedTo =
        (await scanEnd(database, 'reviews WHERE true', query)) ?? newestRow.parse(newest).sequence;
      const rows = await database.query({
        text: `SELECT ${REVIEW_COLUMNS} FROM reviews
          WHERE environment = $1 AND customer_id = $2 AND sequence > $3 AND ($4::text IS NULL OR job_id = $4)
            AND ($6::bigint IS NULL OR sequence <= $6)
            AND ($7::integer IS NULL OR ${isReviewFor('$7', 'reviews')})
          ORDER BY sequence LIMIT $5`,
        values: [environment, customerId, after, jobId, limit + 1, scannedTo, ofToken],
      });
      return pageWithin(
        rows.map((row) => reviewRow.parse(row)),
        query,
        bytesOfReview,
        scannedTo,
      );
    },
    at: async ({ environment, customerId }: FeedKey, sequence: number): Promise<ReviewId | null> => {
      const [row] = await database.query({
        text: 'SELECT id FROM reviews WHERE sequence = $1 AND environment = $2 AND customer_id = $3',
        values: [sequence, environment, customerId],
      });
      return row === undefined ? null : idRow.parse(row).id;
    },
    missed: async (tokenId: number, { environment, customerId }: FeedKey): Promise<number> => {
      const [row] = await database.query({
        text: 'SELECT reviews FROM missed_reviews WHERE token_id = $1 AND environment = $2 AND customer_id = $3',
        values: [tokenId, environment, customerId],
      });
      return row === undefined ? 0 : missedRow.parse(row).reviews;
    },
    noteReads: async (marks: readonly ReviewMark[]): Promise<void> => {
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
    /** Drops old reviews and finds the readers that had not read them. */
    deleteBefore: (before: Instant, limit: number): Promise<DeletedReviews> =>
      database.transaction(async ({ query }): Promise<DeletedReviews> => {
        // Locked, so that no review commits between the count and the deletion.
        await lockSequences({ query });
        const [{ last }] = lastRow.parse(await query({ text: LAST_OLD_REVIEW, values: [before, limit] }));
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
            JOIN (SELECT environment, customer_id, job_id, sequence FROM reviews) AS review
              USING (environment, customer_id)
            WHERE review.sequence > coalesce(read_to, 0) AND review.sequence <= $1
              AND (tokens.role <> 'installer' OR ${isReviewFor('readers.token_id', 'review')})
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
        return { dropped, passed, more: dropped === limit };
      }),
  };
}
