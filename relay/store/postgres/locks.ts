import type { LogChainId } from '../../../shared/relay/log.ts';
import type { Environment, CustomerId, JobId, PlannedJobId } from '../../../shared/ids.ts';
import type { FeedKey } from '../results-store.ts';
import { type Queries, bigint } from './database.ts';
import { z } from 'zod';
import { ROWS_SCANNED } from '../budgets.ts';

/*
 * The locks of a transaction, in the order in which it takes them, so that transactions cannot deadlock:
 *
 * 1. the removals of a customer: shared for a transaction that stores an item which a removal may name, exclusive
 * for a removal;
 * 2. the one subject that it writes: a log, a token's files, the reviews of a job, a planned job, the instructions
 * or publications of a customer, the mirrors of a job, the keys of laptops;
 * 3. the row of the file, or of a piece;
 * 4. the row of the token's day;
 * 5. the row of `log_sequences`;
 * 6. the row of `planned_job_sequence`, or of `instruction_sequence`;
 * 7. rows of entries, reviews, planned jobs, mirrors and files that a report, a claim, a redaction, a removal or
 * retention changes.
 *
 * A hand-over takes lock 4 and then its turn. Retention of logs and reviews begins with lock 5, that of planned
 * jobs with lock 6; that of files and mirrors waits for no lock. Webhooks lock rows of their own tables only. Locks 1 and 2 are
 * advisory locks, which are granted in the order of the requests, so that a flood of pieces cannot overtake a
 * waiting removal, as it could with a shared row lock.
 *
 * Readers page by sequence. The statement that takes a sequence and inserts locks the row of `log_sequences` until
 * the commit, so that a sequence becomes visible only after all lower ones. The transaction does all other work
 * before it, except for removals and redactions.
 */

/** The subject that a transaction writes. Only one transaction at a time may write it. */
type Subject =
  | `log ${LogChainId}`
  | `files ${number}`
  | `reviews ${JobId}`
  | `planned job ${PlannedJobId}`
  | `instructions ${Environment} ${CustomerId}`
  | `publications ${Environment} ${CustomerId}`
  | `rescue ${JobId}`
  | 'device keys';

/** Applies to writing transactions: with a weaker setting the relay would confirm data that is not yet on disk. */
export const DURABLE = `CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN set_config('synchronous_commit', 'on', true) END`;

const KEY = 'hashtextextended($1, 0)';

/** Locks the subject until the transaction ends. */
export async function lockSubject({ query }: Queries, subject: Subject): Promise<void> {
  await query({
    name: 'lock-subject',
    text: `SELECT pg_advisory_xact_lock(${KEY}), ${DURABLE}`,
    values: [`relay ${subject}`],
  });
}

const removalsOf = ({ environment, customerId }: FeedKey): string =>
  `relay removals ${environment} ${customerId}`;

/**
 * Waits until no removal of the customer runs, and blocks later ones. The next statement sees the effects of the last
 * one.
 */
export async function holdOffRemovals({ query }: Queries, feed: FeedKey): Promise<void> {
  await query({
    name: 'hold-off-removals',
    text: `SELECT pg_advisory_xact_lock_shared(${KEY})`,
    values: [removalsOf(feed)],
  });
}

/** Waits until no transaction keeps an item of the customer that a removal may name. */
export async function lockRemovals({ query }: Queries, feed: FeedKey): Promise<void> {
  await query({ text: `SELECT pg_advisory_xact_lock(${KEY})`, values: [removalsOf(feed)] });
}

/** Locks the planned jobs against other changes. */
export async function lockPlans({ query }: Queries): Promise<void> {
  await query({ text: 'SELECT 1 FROM planned_job_sequence FOR UPDATE' });
}

/** Locks the sequences of logs and reviews, for transactions that change or drop existing rows. */
export async function lockSequences({ query }: Queries): Promise<void> {
  await query({ text: 'SELECT 1 FROM log_sequences FOR UPDATE' });
}

const row = z.object({ sequence: bigint });

/**
 * The last of `ROWS_SCANNED` rows of a customer after a sequence; null where there are fewer.
 *
 * @param of a table and a condition.
 */
export async function scanEnd(
  { query }: Queries,
  of: string,
  { environment, customerId, after }: FeedKey & { readonly after: number },
): Promise<number | null> {
  const [found] = await query({
    text: `SELECT sequence FROM ${of} AND environment = $1 AND customer_id = $2 AND sequence > $3
      ORDER BY sequence LIMIT 1 OFFSET ${ROWS_SCANNED - 1}`,
    values: [environment, customerId, after],
  });
  return found === undefined ? null : row.parse(found).sequence;
}
