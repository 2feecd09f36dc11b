import type {
  PieceQuery,
  ReviewsQuery,
  ReviewAnswer,
  LogAnswer,
  PieceAnswer,
} from '../../electron/relay/queries-and-answers.ts';
import { settle, type StoredAttachment } from '../../relay/store/attachments-store.ts';
import { firstBadEntry } from '../../relay/log-entries.ts';
import type { PageRead } from '../../relay/store/budgets.ts';
import { neverReached } from '../../shared/never.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { KeptLogEntry, LogBatch } from '../../shared/relay/log.ts';
import { type NewReview, type Review, type ReviewPage, reviewPage } from '../../shared/relay/reviews.ts';
import { ALL_ROWS, isSupervisor, owner, type RelayTables, tokenId, tokenName } from './relay-store.ts';

/** Of a day's few entries, reviews and files no token brings too much. */
const overQuota = () => new Error('a simulated day brings less than a token may bring');

/** The answer of `POST /v1/log-entries`. */
export function takeLog({ log, feed }: RelayTables, laptop: number, batch: LogBatch, now: number): LogAnswer {
  const bad = firstBadEntry(batch.entries);
  if (bad !== null) {
    return { kind: 'broken', detail: `${bad.reason}, entry ${bad.entry.number}`, other: null };
  }
  const appending = log.append({ ...batch, tokenId: tokenId(laptop), receivedAt: Math.floor(now) });
  switch (appending.kind) {
    case 'kept':
      return {
        kind: 'kept',
        head: appending.head,
        added: appending.added,
        run: feed.run(),
        forks: log.forks(batch, [batch.chain]).filter(({ chain }) => chain === batch.chain).length,
      };
    case 'gap':
      return { kind: 'gap', head: appending.head };
    case 'broken': {
      const { reason, entry, head } = appending;
      const detail = `${reason}, entry ${entry.number}`;
      return { kind: 'broken', detail, other: { head, entry: entry.number } };
    }
    case 'other-owner':
      return { kind: 'broken', detail: 'not-your-chain', other: null };
    case 'over-quota':
      throw overQuota();
    default:
      return neverReached(appending);
  }
}

/** The answer of `POST /v1/reviews`. */
export function keepReview(
  { reviews, feed }: RelayTables,
  laptop: number,
  review: NewReview,
  now: number,
): ReviewAnswer {
  if (!isSupervisor(laptop)) return { kind: 'not-allowed', detail: 'HTTP 403 not-your-role' };
  const from = { reviewer: tokenName(laptop), tokenId: tokenId(laptop), receivedAt: Math.floor(now) };
  const keeping = reviews.keep({ ...review, ...from });
  if (keeping.kind === 'over-quota') throw overQuota();
  return keeping.kind === 'kept' ? { ...keeping, run: feed.run() } : keeping;
}

/** The answer of `GET /v1/reviews`. */
export function readReviews(
  { reviews }: RelayTables,
  laptop: number,
  { environment, customerId, after }: ReviewsQuery,
): ReviewPage {
  const feed = { environment, customerId };
  // A store that was set back may have other reviews at the places the reader knows, or none.
  const stands = after !== null && reviews.at(feed, after.sequence) === after.id;
  const from = stands ? after.sequence : 0;
  const page = reviews.read({ ...feed, after: from, limit: PAGE, jobId: null, ofToken: onlyOwn(laptop) });
  return reviewPage.parse({
    reviews: page.rows,
    cursor: page.readUpTo,
    last: reviews.at(feed, page.readUpTo),
    upToDate: !page.more,
    missed: reviews.missed(tokenId(laptop), feed),
  });
}

/** Small, so that a day has more than one page. */
const PAGE = 3;

/** An installer reads what concerns its own jobs. */
const onlyOwn = (laptop: number): number | null => (isSupervisor(laptop) ? null : tokenId(laptop));

/** The answer of `PUT /v1/attachments`. */
export async function takePiece(
  tables: RelayTables,
  laptop: number,
  { environment, customerId, sha256, mediaType, total, piece }: PieceQuery,
  now: number,
): Promise<PieceAnswer> {
  const { attachments, removals } = tables;
  const key = { environment, customerId, sha256 };
  const gone: PieceAnswer = { kind: 'refused', detail: 'removed-on-request' };
  if (piece === null) {
    if (removals.isAttachmentRemoved(key)) return gone;
    const found = attachments.find(key);
    return found === null
      ? { kind: 'state', state: { received: 0, total, complete: false, run: tables.feed.run() } }
      : settled(tables, sha256, found);
  }
  const { attachment, removed, over } = attachments.add({
    ...key,
    ...piece,
    total,
    mediaType,
    tokenId: tokenId(laptop),
    receivedAt: Math.floor(now),
  });
  if (removed === true) return gone;
  if (over !== undefined) throw overQuota();
  return settled(tables, sha256, attachment);
}

async function settled(
  { attachments, feed }: RelayTables,
  sha256: AttachmentDigest,
  found: StoredAttachment,
): Promise<PieceAnswer> {
  const store: Parameters<typeof settle>[0] = {
    readPiece: (key, start) => Promise.resolve(attachments.piece(key, start)),
    dropAttachment: (key) => Promise.resolve(attachments.drop(key)),
    completeAttachment: (key) => Promise.resolve(attachments.complete(key)),
    findAttachment: (key) => Promise.resolve(attachments.find(key)),
  };
  const state = await settle(store, { ...owner, sha256 }, found);
  switch (state) {
    case 'wrong-digest':
      return { kind: 'wrong-digest' };
    case 'not-decodable':
      return { kind: 'refused', detail: 'not-decodable' };
    default: {
      const { received, total, complete } = state;
      return { kind: 'state', state: { received, total, complete, run: feed.run() } };
    }
  }
}

/** Every entry that the store keeps of a laptop's log, in order of arrival. */
export function wholeLogOf({ log }: RelayTables, laptop: number): readonly KeptLogEntry[] {
  const any = { jobId: null, worker: null, type: null, from: null, until: null, ofToken: null } as const;
  const entries = allOf((after) => log.read({ ...owner, limit: ALL_ROWS, after, ...any }));
  return entries.filter((entry) => entry.laptop === tokenName(laptop));
}

/** Every review that a laptop may read, in order of arrival. */
export function reviewsFor({ reviews }: RelayTables, laptop: number): readonly Review[] {
  const read = { ...owner, limit: ALL_ROWS, jobId: null, ofToken: onlyOwn(laptop) };
  return allOf((after) => reviews.read({ ...read, after }));
}

/** A whole file; null where the store does not have all of it. */
export function fileOf({ attachments }: RelayTables, sha256: AttachmentDigest): Buffer | null {
  const key = { ...owner, sha256 };
  const found = attachments.find(key);
  if (found === null || !found.complete) return null;
  const pieces: Buffer[] = [];
  let start = 0;
  while (start < found.total) {
    const piece = attachments.piece(key, start);
    if (piece === null) return null;
    pieces.push(piece);
    start += piece.length;
  }
  return Buffer.concat(pieces);
}

function allOf<Row>(read: (after: number) => PageRead<Row>): readonly Row[] {
  const rows: Row[] = [];
  let page = read(0);
  rows.push(...page.rows);
  while (page.more) {
    page = read(page.readUpTo);
    rows.push(...page.rows);
  }
  return rows;
}
