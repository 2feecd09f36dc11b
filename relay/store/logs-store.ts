import { z } from 'zod';
import type { JobId, LogEntryId } from '../../shared/ids.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type {
  KeptLogEntry,
  LogBatch,
  LogChainId,
  LogFork,
  LogHead,
  LogSignature,
  SharedNoteType,
} from '../../shared/relay/log.ts';
import { removal, type Removal, type RemovalOrder, type RemovedThings } from '../../shared/relay/removals.ts';
import type { NewReview, Review, ReviewId } from '../../shared/relay/reviews.ts';
import type { Instant } from '../../shared/time.ts';
import type { BadEntry } from '../log-entries.ts';
import type { AttachmentKey } from './attachments-store.ts';
import { type PageRead, ROW_BYTES } from './budgets.ts';
import type { SignaturePlace, StoredNote } from './log-rows.ts';
import type { FeedKey } from './results-store.ts';

/* The part of the store interface for installation logs, reviews, the removals that logs order, and their pages. */

export type LogAppend = LogBatch & { readonly tokenId: number; readonly receivedAt: Instant };

type Kept = {
  readonly kind: 'kept';
  readonly head: LogHead;
  readonly added: number;
  /** The number of chains that continue this one. */
  readonly forks: number;
  readonly removed?: boolean | undefined;
};

/**
 * `other-owner`: the chain, or the one it continues, belongs to another token, environment or customer. `removed`: the
 * entries ordered removals of photos, reviews or jobs, and these were carried out. `over-quota`: the token has used its
 * entries of this day.
 */
export type LogWritten =
  | Kept
  | { readonly kind: 'gap'; readonly head: LogHead }
  | ({ readonly kind: 'broken'; readonly head: LogHead } & BadEntry)
  | { readonly kind: 'other-owner' }
  | { readonly kind: 'over-quota' };

/**
 * `run`: the run of the store before the commit of the entries. A store that was restored since then has another run.
 */
export type LogAppending = (Kept & { readonly run: FeedRun }) | Exclude<LogWritten, Kept>;

/** Null fields do not filter. */
export type LogFilter = {
  readonly jobId: JobId | null;
  readonly worker: string | null;
  readonly type: string | null;
  /** By the laptop's clock; `until` is exclusive. */
  readonly from: Instant | null;
  readonly until: Instant | null;
};

/** Only rows with a greater sequence than `after`. */
export type LogQuery = FeedKey &
  LogFilter & {
    readonly after: number;
    readonly limit: number;
    /** Only data that this token brought; null = any token. */
    readonly ofToken: number | null;
  };
export type ReviewQuery = FeedKey & {
  readonly jobId: JobId | null;
  readonly after: number;
  readonly limit: number;
  /** Only reviews of jobs that this token's log contains; null = of all jobs. */
  readonly ofToken: number | null;
};

/** Notes of one type that tokens other than this one brought. */
export type NoteQuery = FeedKey & {
  readonly type: SharedNoteType;
  readonly after: number;
  readonly limit: number;
  readonly notOfToken: number;
};

export type ReviewToKeep = NewReview & {
  readonly reviewer: string;
  readonly tokenId: number;
  readonly receivedAt: Instant;
};

/**
 * `kept` also for a repeated review; its words are missing if they were removed on request. `stale`: the review was not
 * based on the latest one, which is `current`. `over-quota`: the token has used its budget of this day.
 */
export type ReviewKeeping =
  | { readonly kind: 'kept'; readonly review: Review }
  | { readonly kind: 'stale'; readonly current: Review | null }
  | { readonly kind: 'over-quota' };

/** The newest review of one customer that a token's reader said it has. */
export type ReviewMark = FeedKey & { readonly tokenId: number; readonly review: ReviewId };

/** A reader with dropped unread reviews, and their number. */
export type PassedReviewReader = FeedKey & { readonly tokenId: number; readonly reviews: number };

export type DeletedReviews = {
  readonly dropped: number;
  /** The active tokens that had not read everything that was dropped. */
  readonly passed: readonly PassedReviewReader[];
  /** True if there may be more to drop. */
  readonly more: boolean;
};

/** Installation logs and the supervisors' reviews of them. Sequences become visible in order, without gaps. */
export type LogsStore = {
  /**
   * Appends all entries or none; durable when it resolves. The caller has verified the batch (`firstBadEntry`) and
   * its signature.
   */
  readonly appendLog: (append: LogAppend) => Promise<LogAppending>;
  /** At most `limit` entries. */
  readonly readLog: (query: LogQuery) => Promise<PageRead<KeptLogEntry>>;
  /** At most `limit` notes, each with the job's own id, where it has a job, and all of its data. */
  readonly readNotes: (query: NoteQuery) => Promise<PageRead<StoredNote>>;
  /** The points at which one of these chains of the customer continues another chain, or is continued by one. */
  readonly readForks: (key: FeedKey, chains: readonly LogChainId[]) => Promise<readonly LogFork[]>;
  /** For each of these entries the next signature of its chain, each once. */
  readonly readLogSignatures: (places: readonly SignaturePlace[]) => Promise<readonly LogSignature[]>;
  readonly keepReview: (review: ReviewToKeep) => Promise<ReviewKeeping>;
  /** At most `limit` reviews. */
  readonly readReviews: (query: ReviewQuery) => Promise<PageRead<Review>>;
  /** The review of a customer that has this sequence. */
  readonly reviewAt: (key: FeedKey, sequence: number) => Promise<ReviewId | null>;
  /** The number of a customer's reviews that were dropped before the token's reader had them, over all times. */
  readonly readMissedReviews: (tokenId: number, key: FeedKey) => Promise<number>;
  /** Remembers the newest review that each reader has; an unknown review has no effect. */
  readonly noteReviewReads: (marks: readonly ReviewMark[]) => Promise<void>;
  /**
   * Drops entries up to the first that arrived at or after the instant, at most `limit`, oldest first. Chains can still
   * be continued, because their heads stay. Returns the number dropped; `limit` = there may be more.
   */
  readonly deleteLogBefore: (before: Instant, limit: number) => Promise<number>;
  /**
   * Drops the oldest reviews, at most `limit`, up to the first that arrived at or after the instant, and records the
   * readers that had not read them. The revisions of a job continue.
   */
  readonly deleteReviewsBefore: (before: Instant, limit: number) => Promise<DeletedReviews>;
};

/** Only rows with a greater sequence than `after`. */
export type RemovalQuery = FeedKey & { readonly after: number; readonly limit: number };

/**
 * Removals on request. `appendLog` carries one out in the transaction that stores its entry, within the token's
 * rights: supervisors and admins may remove everything of the customer, installers only what they uploaded. A
 * removed item is never accepted again.
 */
export type RemovalsStore = {
  /** At most `limit` removals, oldest first. */
  readonly readRemovals: (query: RemovalQuery) => Promise<PageRead<Removal>>;
  readonly isAttachmentRemoved: (key: AttachmentKey) => Promise<boolean>;
};

/** The kinds of items, as stored. */
export type RemovedKind = 'job' | 'review' | 'photo' | 'plan';

const whole = z.coerce.number().int();

/** Kept as JSON. */
const keptThings = z
  .string()
  .transform((kept): unknown => JSON.parse(kept))
  .pipe(removal.omit({ sequence: true, id: true, receivedAt: true }));

/** A row of either store as a removal. */
export const removalRow = z
  .object({ sequence: whole, id: removal.shape.id, received_at: whole, things: keptThings })
  .transform(({ sequence, id, received_at, things }): Removal => ({
    sequence,
    id,
    receivedAt: received_at,
    ...things,
  }));

/** Bytes of a removal on a page. */
export const bytesOfRemoval = (one: Removal): number => ROW_BYTES + Buffer.byteLength(JSON.stringify(one));

/** The items that an entry orders to remove. */
export type RemovalToKeep = RemovalOrder & { readonly id: LogEntryId };

/** The number of items in an order. */
const namesOf = ({ jobs, reviews, photos, plans }: RemovedThings): number =>
  jobs.length + reviews.length + photos.length + plans.length;

/**
 * The part of an order for other laptops. If the token may remove all named items, it is the whole signed order;
 * otherwise the permitted part, unsigned. A withdrawn order names nothing and is passed on. Null: nothing is left.
 */
export function orderForOthers(asked: RemovalToKeep, permitted: RemovedThings): RemovalToKeep | null {
  if (namesOf(permitted) === namesOf(asked)) {
    return namesOf(asked) === 0 && asked.withdraws === null ? null : asked;
  }
  if (namesOf(permitted) === 0) return null;
  const { jobs, reviews, photos, plans } = permitted;
  return { ...asked, jobs, reviews, photos, plans, signed: null };
}

/** The words of a review are removed, and its signature with them. */
export const BLANK_REVIEW =
  "UPDATE reviews SET comment = '', reviewer = '', worker = '', signed_key = NULL, signature = NULL";

/** The part of a removal that is stored as JSON. */
export const thingsText = ({ id: _id, ...things }: RemovalToKeep): string => JSON.stringify(things);
