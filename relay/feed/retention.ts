import type { FastifyBaseLogger } from 'fastify';
import { DAY, MINUTE, type Instant, SECOND } from '../../shared/time.ts';
import type { KeepDays } from '../settings.ts';
import { UNFINISHED_FOR } from '../store/budgets.ts';
import { purgeAll, StoreUnavailable, type RelayStore } from '../store/store.ts';
import type { PassedReader, FeedKey, ReadMark } from '../store/results-store.ts';
import type { PassedReviewReader, ReviewMark } from '../store/logs-store.ts';

export type RetentionParts = {
  readonly store: RelayStore;
  readonly marks: ReadMarks;
  readonly keepDays: KeepDays;
  readonly now: () => Instant;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Called with the number of items dropped before a reader had read them. */
  readonly droppedUnread: (what: 'results' | 'reviews', count: number) => void;
};

/**
 * Batch size of one transaction: small enough that no webhook waits long behind it and no statement reaches its
 * deadline.
 */
export const ROWS_AT_A_TIME = 1000;
const FILES_AT_A_TIME = 2;
/** Days after the last report of its laptop for which the mirror of a job is kept. */
const MIRROR_DAYS = 31;
/** Days for which a withdrawn instruction is reported to laptops that had it. A laptop reads all of them at each start. */
const WITHDRAWN_DAYS = 31;
/**
 * Days after its overlap for which a replaced token stays in the store, where it opens nothing: a clock that ran ahead
 * must not have ended the overlap for good.
 */
const REPLACED_TOKEN_DAYS = 31;
/** Interval of the search for abandoned uploads. */
const UNFINISHED_EVERY = 5 * MINUTE;

/**
 * Drops expired data at the start and once a day, and files whose remaining parts do not come within an hour. A reader
 * of results who was away for longer gets 410 and reconciles by reading, so the days should cover the longest plausible
 * absence of a laptop. The log names each token whose unread results or reviews are dropped.
 *
 * @returns the function that ends it.
 */
export function keepRetention(parts: RetentionParts): () => void {
  const { store, now, marks, log } = parts;
  let ended = false;
  const sweep = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (reason) {
      const code = reason instanceof StoreUnavailable ? reason.code : 'unexpected';
      log.warn({ code }, 'what is too old was not dropped this time');
    }
  };
  const files = async (): Promise<void> => {
    // The files of instructions in force and of the newest publications are kept regardless of age.
    await store.renewAttachedFiles(now());
    await dropFiles(parts, () => ended);
  };
  const dailyParts = [
    dropResults,
    dropReviews,
    dropPlans,
    dropMirrors,
    dropInstructions,
    dropLog,
    dropTokens,
    files,
  ];
  const daily = async (): Promise<void> => {
    await marks.write();
    // Each by itself: data of one kind that cannot be dropped must not keep the others beyond their days.
    for (const part of dailyParts) if (!ended) await sweep(() => part(parts, () => ended));
  };
  const often = (): Promise<void> => sweep(() => dropUnfinished(parts, () => ended));
  void daily().then(often);
  const timers = [
    setInterval(() => void daily(), DAY).unref(),
    setInterval(() => void often(), UNFINISHED_EVERY).unref(),
  ];
  return () => {
    ended = true;
    timers.forEach(clearInterval);
  };
}

async function dropResults(
  { store, keepDays, now, log, droppedUnread }: RetentionParts,
  ended: () => boolean,
): Promise<void> {
  const before = now() - keepDays.results * DAY;
  const passed = new Map<string, PassedReader>();
  const dropPiece = async (): Promise<Piece> => {
    const piece = await store.deleteResultsBefore(before, ROWS_AT_A_TIME);
    for (const reader of piece.passed) {
      droppedUnread('results', reader.results);
      const key = keyOf(reader);
      passed.set(key, { ...reader, results: (passed.get(key)?.results ?? 0) + reader.results });
    }
    return piece;
  };
  try {
    const dropped = await inPieces(dropPiece, ended);
    if (dropped > 0) log.info({ dropped }, 'old results dropped');
  } finally {
    for (const reader of passed.values()) {
      log.warn({ ...reader }, 'old results dropped that an active token had not read');
    }
  }
  await store.dropQuarantinedBefore(before);
}

async function dropReviews(
  { store, keepDays, now, log, droppedUnread }: RetentionParts,
  ended: () => boolean,
): Promise<void> {
  const before = now() - keepDays.reviews * DAY;
  const passed = new Map<string, PassedReviewReader>();
  const dropPiece = async (): Promise<Piece> => {
    const piece = await store.deleteReviewsBefore(before, ROWS_AT_A_TIME);
    for (const reader of piece.passed) {
      droppedUnread('reviews', reader.reviews);
      const key = keyOf(reader);
      passed.set(key, { ...reader, reviews: (passed.get(key)?.reviews ?? 0) + reader.reviews });
    }
    return piece;
  };
  try {
    const dropped = await inPieces(dropPiece, ended);
    if (dropped > 0) log.info({ dropped }, 'old reviews dropped');
  } finally {
    for (const reader of passed.values()) {
      log.warn({ ...reader }, 'old reviews dropped that an active token had not read');
    }
  }
}

const keyOf = ({ tokenId, environment, customerId }: FeedKey & { readonly tokenId: number }): string =>
  `${tokenId}/${environment}/${customerId}`;

async function dropPlans({ store, keepDays, now, log }: RetentionParts, ended: () => boolean): Promise<void> {
  const before = now() - keepDays.plans * DAY;
  const dropped = await inPieces(
    upTo(ROWS_AT_A_TIME, (limit) => store.deletePlannedJobsBefore(before, limit)),
    ended,
  );
  if (dropped > 0) log.info({ dropped }, 'old planned jobs dropped');
}

async function dropMirrors({ store, now, log }: RetentionParts, ended: () => boolean): Promise<void> {
  const before = now() - MIRROR_DAYS * DAY;
  const dropped = await inPieces(
    upTo(ROWS_AT_A_TIME, (limit) => store.deleteMirrorsBefore(before, limit)),
    ended,
  );
  if (dropped > 0) log.info({ dropped }, 'old mirrors of jobs dropped');
}

async function dropInstructions({ store, now, log }: RetentionParts, ended: () => boolean): Promise<void> {
  const before = now() - WITHDRAWN_DAYS * DAY;
  const dropped = await inPieces(
    upTo(ROWS_AT_A_TIME, (limit) => store.deleteWithdrawnBefore(before, limit)),
    ended,
  );
  if (dropped > 0) log.info({ dropped }, 'withdrawn instructions dropped');
}

async function dropLog({ store, keepDays, now, log }: RetentionParts, ended: () => boolean): Promise<void> {
  const before = now() - keepDays.log * DAY;
  const dropped = await inPieces(
    upTo(ROWS_AT_A_TIME, (limit) => store.deleteLogBefore(before, limit)),
    ended,
  );
  if (dropped > 0) log.info({ dropped }, 'old log entries dropped');
}

async function dropTokens({ store, now, log }: RetentionParts): Promise<void> {
  const dropped = await store.dropReplacedTokens(now() - REPLACED_TOKEN_DAYS * DAY);
  if (dropped > 0) log.info({ dropped }, 'replaced tokens dropped');
}

async function dropFiles({ store, keepDays, now, log }: RetentionParts, ended: () => boolean): Promise<void> {
  const before = now() - keepDays.attachments * DAY;
  const dropped = await inPieces(
    upTo(FILES_AT_A_TIME, (limit) => store.dropCompleteBefore(before, limit)),
    ended,
  );
  if (dropped > 0) log.info({ dropped }, 'old files dropped');
  // Completes removals on request that an earlier process did not finish.
  await purgeAll(store.purgeRemoved);
}

/** Drops abandoned uploads; a laptop that still sends such a file starts again. */
async function dropUnfinished({ store, now, log }: RetentionParts, ended: () => boolean): Promise<void> {
  const before = now() - UNFINISHED_FOR;
  const unfinished = await inPieces(
    upTo(FILES_AT_A_TIME, (limit) => store.dropUnfinishedBefore(before, limit)),
    ended,
  );
  if (unfinished > 0) log.info({ unfinished }, 'files that were never sent to their end dropped');
}

type Piece = { readonly dropped: number; readonly more: boolean };

/** Adapts a store function that returns only a count: a full piece may not be the last one. */
const upTo = (limit: number, drop: (limit: number) => Promise<number>) => async (): Promise<Piece> => {
  const dropped = await drop(limit);
  return { dropped, more: dropped === limit };
};

/**
 * Drops piece by piece until nothing is left or the relay ends; the next sweep continues. Returns the number dropped.
 */
async function inPieces(dropPiece: () => Promise<Piece>, ended: () => boolean): Promise<number> {
  let all = 0;
  for (let more = true; more && !ended();) {
    const piece = await dropPiece();
    all += piece.dropped;
    more = piece.more;
  }
  return all;
}

/** Interval of the batched writes. A lost mark makes a reader look further behind than it is, which is harmless. */
const WRITE_EVERY = 15 * SECOND;

export type ReadMarks = {
  /** Records that a reader sent this cursor back: it has read up to it. */
  readonly note: (mark: ReadMark) => void;
  /** Records the newest review that a reader says it has. */
  readonly noteReview: (mark: ReviewMark) => void;
  /** Writes the pending marks. */
  readonly write: () => Promise<void>;
  /** Writes the pending marks and stops. */
  readonly end: () => Promise<void>;
};

/**
 * Remembers how far each token has read each feed and its reviews, so that retention can report readers whose unread
 * data it drops.
 */
export function readMarks(
  store: Pick<RelayStore, 'noteReads' | 'noteReviewReads'>,
  warn: (fields: Readonly<Record<string, unknown>>, message: string) => void,
): ReadMarks {
  const results = noted<ReadMark>();
  const reviews = noted<ReviewMark>();

  const writeAll = async <Mark>(
    marks: readonly Mark[],
    keep: (marks: readonly Mark[]) => Promise<void>,
  ): Promise<void> => {
    if (marks.length === 0) return;
    try {
      await keep(marks);
    } catch (reason) {
      const code = reason instanceof StoreUnavailable ? reason.code : 'unexpected';
      warn({ code, marks: marks.length }, 'read marks not written this time');
    }
  };
  const write = async (): Promise<void> => {
    await writeAll(results.take(), store.noteReads);
    await writeAll(reviews.take(), store.noteReviewReads);
  };
  const timer = setInterval(() => void write(), WRITE_EVERY).unref();

  return {
    note: results.add,
    noteReview: reviews.add,
    write,
    end: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

/** The latest mark of each token and feed. */
function noted<Mark extends FeedKey & { readonly tokenId: number }>() {
  const marks = new Map<string, Mark>();
  return {
    add: (mark: Mark): void => {
      marks.set(keyOf(mark), mark);
    },
    take: (): readonly Mark[] => {
      const taken = [...marks.values()];
      marks.clear();
      return taken;
    },
  };
}
