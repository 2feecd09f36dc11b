import { z } from 'zod';
import { environment, customerId, jobId, logEntryId } from '../../shared/ids.ts';
import {
  logChainId,
  logSignature,
  type KeptLogEntry,
  type LogChainId,
  type LogEntry,
  type LogFork,
  type LogHead,
  type LogSignature,
  sharedNoteType,
} from '../../shared/relay/log.ts';
import { devicePublicKey, deviceSignature } from '../../shared/relay/signing.ts';
import {
  reviewId,
  reviewPin,
  reviewVerdict,
  reworkReason,
  type Review,
  type ReviewPin,
} from '../../shared/relay/reviews.ts';
import { ROW_BYTES, ENTRIES_OF_CHAIN } from './budgets.ts';
import type { LogAppend, PassedReviewReader, ReviewToKeep } from './logs-store.ts';
import type { FeedKey } from './results-store.ts';

/* The columns and row conversions of logs, signatures and reviews that both stores share. */

/** SQLite gives numbers; PostgreSQL gives its bigints as text. */
const whole = z.union([z.number(), z.string().transform(Number)]).pipe(z.number().int());

/** The columns of a query over `log_entries JOIN tokens`, for `logRow`. */
export const LOG_COLUMNS = `sequence, chain, number, log_entries.id AS id, at, clock_offset_ms, worker, job_id, type, data,
  previous_hash, log_entries.hash AS hash, redacted, received_at, tokens.name AS laptop`;

/** A row of either store as an entry. */
export const logRow = z
  .object({
    sequence: whole,
    chain: logChainId,
    number: whole,
    id: logEntryId,
    at: whole,
    clock_offset_ms: whole.nullable(),
    worker: z.string(),
    job_id: jobId.nullable(),
    type: z.string(),
    data: z.string(),
    previous_hash: z.string(),
    hash: z.string(),
    redacted: whole,
    received_at: whole,
    laptop: z.string(),
  })
  .transform(({ clock_offset_ms, job_id, previous_hash, redacted, received_at, ...same }): KeptLogEntry => ({
    ...same,
    clockOffsetMs: clock_offset_ms,
    jobId: job_id,
    previousHash: previous_hash,
    receivedAt: received_at,
    ...(redacted === 1 ? { redacted: true } : {}),
  }));

/** A row of either store as a note. */
export const noteRow = z.object({
  sequence: whole,
  id: logEntryId,
  jobId: jobId.nullable(),
  at: whole,
  type: sharedNoteType,
  data: z.string(),
});
export type StoredNote = z.output<typeof noteRow>;

/** Bytes of an entry on a page. */
export const bytesOfEntry = ({ data }: { readonly data: string }): number =>
  ROW_BYTES + Buffer.byteLength(data);

/** Bytes of a batch in memory, and of what it adds to the store. */
export const bytesOfBatch = (entries: readonly LogEntry[]): number =>
  entries.reduce((bytes, entry) => bytes + bytesOfEntry(entry), 0);

/** Bytes of a review on a page. */
export const bytesOfReview = ({ comment }: Pick<Review, 'comment'>): number =>
  ROW_BYTES + Buffer.byteLength(comment);

/** Where a chain continues another one; a row of either store. */
export const continuesRow = z.object({
  continues_chain: logChainId.nullable(),
  continues_number: whole.nullable(),
});

/** An entry for which a signature is requested. */
export type SignaturePlace = Pick<KeptLogEntry, 'chain' | 'number'>;

/** The columns of a query over `log_signatures AS one JOIN log_entries`. */
export const SIGNATURE_COLUMNS =
  'one.chain AS chain, one.first AS first, one.last AS last, hash, key, signature';

/** A row of either store as the signature of a batch. */
export const logSignatureRow: z.ZodType<LogSignature> = z.object({
  ...logSignature.shape,
  first: whole,
  last: whole,
});

/** Each signature once: entries of one batch share one. */
export function distinctSignatures(all: readonly LogSignature[]): readonly LogSignature[] {
  return [...new Map(all.map((one) => [`${one.chain} ${one.last} ${one.key}`, one])).values()];
}

/**
 * The condition that a review is for an installer's token: its log names the job, or no log does. After data loss at the
 * relay, the job's laptop may upload its log after the review was read.
 *
 * @param review the alias of the review's row.
 */
export const isReviewFor = (token: string, review: string): string => {
  const ofJob = `FROM log_jobs AS named WHERE named.environment = ${review}.environment
    AND named.customer_id = ${review}.customer_id AND named.job_id = ${review}.job_id`;
  return `(EXISTS (SELECT 1 ${ofJob} AND named.token_id = ${token}) OR NOT EXISTS (SELECT 1 ${ofJob}))`;
};

export const REVIEW_COLUMNS = `sequence, id, environment, customer_id, job_id, revision, verdict, comment, reviewer, received_at,
  reason, pin, worker, based_on, signed_key, signature`;

/** Kept as JSON. */
const keptPin = z.string().transform((kept): ReviewPin => reviewPin.parse(JSON.parse(kept)));

/** A row of either store as a review. */
export const reviewRow = z
  .object({
    sequence: whole,
    id: reviewId,
    environment,
    customer_id: customerId,
    job_id: jobId,
    revision: whole,
    verdict: reviewVerdict,
    comment: z.string(),
    reviewer: z.string(),
    received_at: whole,
    reason: reworkReason.nullable(),
    pin: keptPin,
    worker: z.string(),
    based_on: whole.nullable(),
    signed_key: devicePublicKey.nullable(),
    signature: deviceSignature.nullable(),
  })
  .transform(({ customer_id, job_id, received_at, based_on, signed_key, signature, ...same }): Review => ({
    ...same,
    customerId: customer_id,
    jobId: job_id,
    basedOn: based_on,
    receivedAt: received_at,
    ...(signed_key === null || signature === null ? {} : { signed: { key: signed_key, signature } }),
  }));

/** The bounds and hashes of a chain, of either store. */
export const chainRow = z
  .object({
    environment,
    customer_id: customerId,
    head: whole,
    head_hash: z.string(),
    token_id: whole,
    forks: whole,
  })
  .transform(({ customer_id, head, head_hash, token_id, ...same }): KnownChain => ({
    ...same,
    customerId: customer_id,
    head: { number: head, hash: head_hash },
    tokenId: token_id,
  }));

/**
 * Upper bound of forks that a redaction is followed through. A laptop starts one fork each time its data is restored
 * from a backup; a longer sequence is an attack on the relay's search time.
 */
export const FORKS_FOLLOWED = 50;

/** A chain, and the number up to which its entries belong to the chain that it continues; 0 = it continues none. */
export type ChainOfPath = { readonly chain: LogChainId; readonly begins: number };

/**
 * The chain that contains an entry.
 *
 * @param path a chain and the chains that it continues, in that order, at most `FORKS_FOLLOWED` of them.
 * @returns null when none of them contains it.
 */
export const chainHolding = (path: readonly ChainOfPath[], number: number): LogChainId | null =>
  path.find(({ begins }) => number > begins)?.chain ?? null;

/** The columns of `chainRow`. */
export const CHAIN_COLUMNS = `environment, customer_id, head, head_hash, token_id,
  (SELECT count(*) FROM log_chains AS fork WHERE fork.environment = log_chains.environment
    AND fork.customer_id = log_chains.customer_id AND fork.continues_chain = log_chains.chain) AS forks`;

/** A stored chain. `tokenId`: the token that opened it; `forks`: the number of chains that continue it. */
export type KnownChain = FeedKey & {
  readonly head: LogHead;
  readonly tokenId: number;
  readonly forks: number;
};

/**
 * Tests whether a batch may append to a chain, or continue it under another name: only for the token that opened it, in
 * its own environment and customer. A rotated token keeps its id. An unknown chain is open to any token.
 */
export const isOwnChain = (
  chain: KnownChain | null,
  {
    environment: where,
    customerId: whose,
    tokenId,
  }: Pick<LogAppend, 'environment' | 'customerId' | 'tokenId'>,
): boolean =>
  chain === null || (chain.environment === where && chain.customerId === whose && chain.tokenId === tokenId);
export const hashRow = z.object({ number: whole, hash: z.string() });

/** The columns of a query over `log_chains AS fork LEFT JOIN log_chains AS other`. */
export const FORK_COLUMNS = `fork.chain AS by, fork.continues_chain AS chain, fork.continues_number AS number,
  fork.continues_hash AS hash, coalesce(other.head, fork.continues_number) - fork.continues_number AS beyond`;

/** A row of either store as a fork. */
export const forkRow = z
  .object({ by: logChainId, chain: logChainId, number: whole, hash: z.string(), beyond: whole })
  .transform(({ number, hash, ...same }): LogFork => ({ ...same, head: { number, hash } }));

/** The last revision of a job whose reviews were dropped. */
export const revisionRow = z.object({ revision: whole });

/** The number of reviews that a reader missed; a row of either store. */
export const missedRow = z.object({ reviews: whole });

/** A reader with dropped unread reviews; a row of either store. */
export const passedReviewRow = z
  .object({ token_id: whole, environment, customer_id: customerId, reviews: whole })
  .transform(({ token_id, customer_id, ...same }): PassedReviewReader => ({
    ...same,
    tokenId: token_id,
    customerId: customer_id,
  }));

/** A review after its words were removed on request. Its signature covered those words and is removed too. */
export const withoutWords = (review: ReviewToKeep): ReviewToKeep => ({
  ...review,
  comment: '',
  reviewer: '',
  worker: '',
  signed: undefined,
});

/**
 * Tests whether a review is based on the latest one. If the job's reviews were dropped by age, it may be based on none,
 * or on the last one that the laptop still remembers. The revision alone does not identify the latest review, because a
 * restored store assigns a revision twice.
 */
export const isBasedOnLatest = (
  current: Review | null,
  droppedRevision: number,
  { basedOn, basedOnReview }: Pick<ReviewToKeep, 'basedOn' | 'basedOnReview'>,
): boolean =>
  current === null
    ? basedOn === 0 || basedOn === droppedRevision
    : basedOn === current.revision && (basedOnReview ?? current.id) === current.id;

/** The share of a write in a token's daily budget. */
type Cost = { readonly entries: number; readonly bytes: number };

/**
 * The cost of log entries.
 *
 * @param opensChain true for the first entries of a log.
 */
export const costOf = (entries: readonly LogEntry[], opensChain: boolean): Cost => ({
  entries: entries.length + (opensChain ? ENTRIES_OF_CHAIN : 0),
  bytes: bytesOfBatch(entries),
});

/** Bytes of a revision or claim of a planned job in memory, and of what it adds to the store. */
export const bytesOfPlan = (said: object): number => ROW_BYTES + Buffer.byteLength(JSON.stringify(said));

/** The cost of a revision or claim of a planned job. */
export const costOfPlan = (said: object): Cost => ({ entries: 1, bytes: bytesOfPlan(said) });

/** The cost of a review. */
export const costOfReview = (review: Pick<ReviewToKeep, 'comment'>): Cost => ({
  entries: 1,
  bytes: bytesOfReview(review),
});
