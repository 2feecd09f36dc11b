import { type CustomerId, type LogEntryId, type Environment, environment } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import type { ResultKind } from '../../shared/relay/results.ts';
import { ROW_BYTES } from './budgets.ts';
import { z } from 'zod';

/* The contract of a results store; SQLite and PostgreSQL implement it. */

/** A webhook that passed every check and waits to be kept. */
export type ArrivedResult = {
  readonly environment: Environment;
  readonly kind: ResultKind;
  readonly customerId: CustomerId;
  /** The identity of the result, see `resultSubject`: an assignment, or the request when no assignment was created. */
  readonly subject: string;
  readonly checksum: string;
  readonly succeeded: boolean;
  /** The request body, byte for byte. */
  readonly body: Buffer;
  readonly receivedAt: Instant;
};

/**
 * Upper bound of waiting results, and so of the memory that a blocked store costs. Further results are answered 503.
 */
export const RESULTS_QUEUE = {
  items: 4096,
  weight: 32 * 1024 * 1024,
  weigh: ({ body }: ArrivedResult): number => body.length,
} as const;

/** `repeated`: the same result was kept before; only its count and last arrival changed. */
export type Keeping = 'first' | 'repeated';

/** One stored result in the form of the feed. */
export type KeptResult = {
  readonly sequence: number;
  readonly kind: ResultKind;
  readonly body: Buffer;
  readonly firstReceivedAt: Instant;
  readonly lastReceivedAt: Instant;
  readonly deliveries: number;
};

/** Bytes of a result on a page. */
export const bytesOfResult = ({ body }: { readonly body: Buffer }): number => ROW_BYTES + body.length;

/** Identifies the feed of a result. */
export type FeedKey = { readonly environment: Environment; readonly customerId: CustomerId };

/**
 * A position in the feed. `epoch`: 16 hex digits, the epoch that assigned this sequence
 * (docs/decisions/0005-feed-order.md).
 */
export type FeedPoint = { readonly epoch: string; readonly sequence: number };

export type FeedQuery = FeedKey & {
  /** Only results with a greater sequence; null = from the first kept result. */
  readonly after: FeedPoint | null;
  readonly limit: number;
};

/** The answer of one snapshot of the store to a query. */
export type FeedView = {
  /** Sequences up to here are no longer kept. */
  readonly floor: FeedPoint;
  /** The highest sequence ever assigned. */
  readonly head: FeedPoint;
  /** The sequences that the epoch of `after` assigned; null = no `after`, or the store does not know the epoch. */
  readonly span: { readonly first: number; readonly last: number } | null;
  readonly results: readonly KeptResult[];
  /** True when the store has more results of this query beyond the page, which is bounded in rows and in bytes. */
  readonly more: boolean;
  /** The reader's cursor after this page: past other customers' results when no more follow. */
  readonly readUpTo: FeedPoint;
  /** When any webhook of the environment last arrived; null = never. */
  readonly lastReceivedAt: Instant | null;
  /** The newest review of the customer; null = there is none. */
  readonly newestReview: ReviewId | null;
  /** The newest removal on request of the customer; null = there is none. */
  readonly newestRemoval: LogEntryId | null;
  /** The newest change of the customer's planned jobs; 0 = there is none. */
  readonly newestPlan: number;
  /**
   * A new one at each start of the store: of this process (SQLite), or of the server (PostgreSQL, so replicas share
   * it).
   */
  readonly run: FeedRun;
};

/** The position up to which a token's reader has read one feed, as reported by its cursor. */
export type ReadMark = FeedKey & { readonly tokenId: number; readonly sequence: number };

/** A reader whose unread results were dropped. */
export type PassedReader = FeedKey & {
  readonly tokenId: number;
  /** The number of results of its feed that it had not read. */
  readonly results: number;
};

export type DeletedResults = {
  readonly dropped: number;
  /** The active tokens that had not read everything that was dropped. */
  readonly passed: readonly PassedReader[];
  /** True if there may be more to drop. */
  readonly more: boolean;
};

/** The kept part of the feed: the sequences above `floor`, up to `head`. */
export type FeedBounds = { readonly floor: number; readonly head: number };

/** The operator's results, and how far they were read. */
export type ResultsStore = {
  /** Resolves only once the result is on disk: the receiver's 204 depends on it. */
  readonly keepResult: (result: ArrivedResult) => Promise<Keeping>;
  readonly readFeed: (query: FeedQuery) => Promise<FeedView>;
  readonly readBounds: () => Promise<FeedBounds>;
  /** The run of the store, as each view of a feed names it. */
  readonly readRun: () => Promise<FeedRun>;
  /** One kept result of a feed; null = there is none of this sequence, or it is no longer kept. */
  readonly readResult: (key: FeedKey, sequence: number) => Promise<KeptResult | null>;
  /** Keeps the marks; a mark behind the kept one has no effect. */
  readonly noteReads: (marks: readonly ReadMark[]) => Promise<void>;
  /**
   * Raises the floor up to the first result that was received at or after the instant, and drops the results below
   * it: at most `limit` of each, oldest first. If a piece is interrupted, the next one continues.
   */
  readonly deleteResultsBefore: (before: Instant, limit: number) => Promise<DeletedResults>;
};

/**
 * Why a webhook with the right secret is not a result: its body, its content type, its event, or a field that names the
 * other environment.
 */
export const quarantineReason = z.enum(['payload', 'content-type', 'unknown-event', 'foreign-environment']);
export type QuarantineReason = z.infer<typeof quarantineReason>;

/** A webhook that is kept for a person to inspect. No laptop ever receives it. */
export type QuarantinedWebhook = {
  readonly environment: Environment;
  /** The last part of the address it came to. */
  readonly event: string;
  readonly reason: QuarantineReason;
  /** The request body, byte for byte, in memory of its own. */
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
};

export type KeptWebhook = QuarantinedWebhook & { readonly id: number; readonly body: Buffer };

/** Upper bound of quarantined webhooks; a new one replaces the oldest. */
export const QUARANTINE_KEPT = 500;

/** The store of webhooks with the right secret that are not results. */
export type QuarantineStore = {
  /** Durable when it resolves. */
  readonly quarantine: (webhook: QuarantinedWebhook) => Promise<void>;
  /** All quarantined webhooks, oldest first. */
  readonly readQuarantine: () => Promise<readonly KeptWebhook[]>;
  /** Drops webhooks received before the instant. Returns the number dropped. */
  readonly dropQuarantinedBefore: (before: Instant) => Promise<number>;
};

/** A row of either store. PostgreSQL gives its bigints as text. */
const whole = z.union([z.number(), z.string().transform(Number)]);
export const quarantineRow = z
  .object({
    id: whole,
    environment,
    event: z.string(),
    reason: quarantineReason,
    body: z.instanceof(Buffer),
    received_at: whole,
  })
  .transform(({ received_at, ...same }): KeptWebhook => ({ ...same, receivedAt: received_at }));
