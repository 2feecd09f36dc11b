import type { Review } from '../../../shared/relay/reviews.ts';
import { REVIEW_COLUMNS, reviewRow, revisionRow, sawLatest, withoutWords } from '../log-rows.ts';
import type { ReviewKeeping, ReviewQuery, ReviewToKeep } from '../logs-store.ts';
import type { Database, Queries } from './database.ts';
import { isRemoved } from './removals.ts';
import { lockSequences } from './sequences.ts';

/** Reviews. */
export function reviewQueries(database: Database, origin: string) {
  const keepNow = async (queries: Queries, review: ReviewToKeep): Promise<ReviewKeeping> => {
    const { query } = queries;
    const { environment, customerId, jobId } = review;
    const last = await lockSequences(queries);
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
    if (!sawLatest(current, dropped, review.basedOn)) return { kind: 'stale', current };
    const gone =
      (await isRemoved(queries, review, 'job', jobId)) ||
      (await isRemoved(queries, review, 'review', review.id));
    const { comment, reviewer, worker } = gone ? withoutWords(review) : review;
    const [row] = await query({
      text: `INSERT INTO reviews (sequence, id, environment, customer_id, job_id, revision, verdict, comment, reviewer,
          received_at, token_id, reason, pin, worker)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${REVIEW_COLUMNS}`,
      values: [
        last.reviews + 1,
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
      ],
    });
    await query({ text: 'UPDATE log_sequences SET reviews = $1', values: [last.reviews + 1] });
    // The laptops that wait for reviews at other replicas.
    await query({
      text: `SELECT pg_notify('relay_changes', $1)`,
      values: [`${origin} ${environment}/${customerId}`],
    });
    return { kind: 'kept', review: reviewRow.parse(row) };
  };

  return {
    keep: (review: ReviewToKeep): Promise<ReviewKeeping> =>
      database.transaction((queries) => keepNow(queries, review)),
    read: async (query: ReviewQuery): Promise<readonly Review[]> => {
      const rows = await database.query({
        text: `SELECT ${REVIEW_COLUMNS} FROM reviews
          WHERE environment = $1 AND customer_id = $2 AND sequence > $3 AND ($4::text IS NULL OR job_id = $4)
          ORDER BY sequence LIMIT $5`,
        values: [query.environment, query.customerId, query.after, query.jobId, query.limit],
      });
      return rows.map((row) => reviewRow.parse(row));
    },
  };
}
