import { z } from 'zod';
import { reviewId, type Review, type ReviewId } from '../../../shared/relay/reviews.ts';
import {
  costOfReview,
  bytesOfReview,
  REVIEW_COLUMNS,
  reviewRow,
  revisionRow,
  isBasedOnLatest,
  withoutWords,
} from '../log-rows.ts';
import type { ReviewKeeping, ReviewQuery, ReviewToKeep } from '../logs-store.ts';
import { pageWithin, type PageRead } from '../budgets.ts';
import type { FeedKey } from '../results-store.ts';
import { bigint, type Database, type Queries } from './database.ts';
import { holdOffRemovals, lockSubject, scanEnd } from './locks.ts';
import { isRemoved } from './removals.ts';
import { takeOfDay } from './tokens.ts';

const newestRow = z.object({ sequence: bigint.nullable() });
const idRow = z.object({ id: reviewId });

/** Reviews. */
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
            AND ($6::bigint IS NULL OR sequence <= $6) AND ($7::integer IS NULL OR EXISTS (
              SELECT 1 FROM log_jobs AS own WHERE own.environment = $1 AND own.customer_id = $2
                AND own.job_id = reviews.job_id AND own.token_id = $7)
              OR NOT EXISTS (SELECT 1 FROM log_jobs AS reported WHERE reported.environment = $1 AND reported.customer_id = $2
                AND reported.job_id = reviews.job_id))
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
  };
}
