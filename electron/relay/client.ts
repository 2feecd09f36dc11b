import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import type { Clock } from '../../shared/clock.ts';
import type { Environment } from '../../shared/environment.ts';
import type { CustomerId, LogEntryId } from '../../shared/ids.ts';
import { relayMe, type RelayMe } from '../../shared/relay/access.ts';
import {
  LARGEST_ATTACHMENT,
  type AttachmentDigest,
  attachmentType,
  type AttachmentType,
} from '../../shared/relay/attachments.ts';
import {
  feedPage,
  feedReset,
  resultDeliveries,
  type FeedCursor,
  type FeedPage,
  type FeedReset,
  type ResultDeliveries,
} from '../../shared/relay/feed.ts';
import { logPage, type LogBatch, type LogPage } from '../../shared/relay/log.ts';
import { removalPage, type RemovalPage } from '../../shared/relay/removals.ts';
import {
  REVIEWS_KNOWN,
  reviewPage,
  type NewReview,
  type ReviewId,
  type ReviewPage,
} from '../../shared/relay/reviews.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { MINUTE, SECOND } from '../../shared/time.ts';
import { exchange, exchangeFile, type ExchangeRequest } from './exchange.ts';
import { readAnswer } from './read-answer.ts';
import { relayError, type RelayError } from './relay-error.ts';
import { reviewAnswer, type ReviewAnswer } from './review-answer.ts';
import { logAnswer, pieceAnswer, type LogAnswer, type PieceAnswer } from './upload-answers.ts';

/** What `results` asks for. `waitSeconds` is how long the relay may hold the answer back while there is nothing new. */
export interface ResultsQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** null = from the oldest result the relay has. */
  readonly after: FeedCursor | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /** The newest review this laptop has (null = none): another one at the relay ends the wait too. Left out: none does. */
  readonly newestReview?: ReviewId | null;
  /** The same of removals on request. */
  readonly newestRemoval?: LogEntryId | null;
  readonly signal?: AbortSignal | undefined;
}

/** What `result` asks for. */
export interface ResultQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly sequence: number;
  readonly signal?: AbortSignal | undefined;
}

/** What `reviews` asks for: all that came after the one named, or all where the relay does not have that one there. */
export interface ReviewsQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly after: { readonly sequence: number; readonly id: ReviewId } | null;
  readonly signal?: AbortSignal | undefined;
}

/** One piece of a file; without `bytes` it asks how much the relay has. */
export interface PieceQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Of the whole file, in bytes. */
  readonly total: number;
  readonly piece: { readonly start: number; readonly bytes: Uint8Array } | null;
  readonly signal?: AbortSignal | undefined;
}

/** What `logEntries` asks for: entries after a sequence, of one type where one is named. */
export interface LogEntriesQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly type?: string;
  readonly after: number;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** What `attachment` asks for. */
export interface AttachmentQuery {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly sha256: AttachmentDigest;
  readonly signal?: AbortSignal | undefined;
}

/** A page of results, or the news that the cursor is not one of this store's any more. */
export type ResultsAnswer =
  { readonly kind: 'page'; readonly page: FeedPage } | { readonly kind: 'reset'; readonly reset: FeedReset };

/** The app's side of the relay's endpoints. Every call is one request: nothing underneath retries. */
export interface RelayClient {
  readonly me: (signal?: AbortSignal) => Promise<Result<RelayMe, RelayError>>;
  readonly results: (query: ResultsQuery) => Promise<Result<ResultsAnswer, RelayError>>;
  /** One result and how often it has come; null = the relay does not keep it, or is too old to be asked. */
  readonly result: (query: ResultQuery) => Promise<Result<ResultDeliveries | null, RelayError>>;
  /** Brings a piece of the installation log; what the relay has already does no harm. */
  readonly appendLog: (batch: LogBatch, signal?: AbortSignal) => Promise<Result<LogAnswer, RelayError>>;
  readonly putPiece: (query: PieceQuery) => Promise<Result<PieceAnswer, RelayError>>;
  /** A page of what all laptops of a customer logged. */
  readonly logEntries: (query: LogEntriesQuery) => Promise<Result<LogPage, RelayError>>;
  /** A whole picture; its digest was compared. */
  readonly attachment: (
    query: AttachmentQuery,
  ) => Promise<Result<{ readonly mediaType: AttachmentType; readonly bytes: Buffer }, RelayError>>;
  readonly reviews: (query: ReviewsQuery) => Promise<Result<ReviewPage, RelayError>>;
  /** A page of what was removed on request, after a sequence. */
  readonly removals: (query: {
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly after: number;
    readonly signal?: AbortSignal | undefined;
  }) => Promise<Result<RemovalPage, RelayError>>;
  /** Brings a review; the same one again does no harm. */
  readonly sendReview: (review: NewReview, signal?: AbortSignal) => Promise<Result<ReviewAnswer, RelayError>>;
  /** Gives up what is under way and closes the connections. */
  readonly close: () => Promise<void>;
}

/** In milliseconds. */
export interface RelayTimeouts {
  readonly connectMs: number;
  /** From sending to the last byte of the body, on top of the time the relay was asked to wait. */
  readonly answerMs: number;
}

export interface RelayClientOptions {
  /** A parsed `serviceAddress`. */
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly timeouts?: Partial<RelayTimeouts>;
}

const DEFAULT_TIMEOUTS: RelayTimeouts = { connectMs: 10 * SECOND, answerMs: 15 * SECOND };
/** One long poll, one upload, one reading of all logs and one call of a person; a laptop has no use for more. */
const CONNECTIONS = 4;
const ME_LIMIT_BYTES = 64 * 1024;
/** On top of the usual time: a full batch or piece over a poor mobile line. */
const UPLOAD_MS = MINUTE;
/** A page of 500 results of a few hundred bytes is far below; a whole fleet's error messages still fit. */
const PAGE_LIMIT_BYTES = 8 * 1024 * 1024;
/** Entries of at most 16 KiB each: a page of them stays far below the limit. */
const LOG_PAGE = 200;
/** What an Authorization header can carry. Checked here because the HTTP layer would throw. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Makes a client for one relay and one token. The token stays in this closure. */
export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { clock } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const token = options.token.trim();
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    connect: { timeout: timeouts.connectMs },
    pipelining: 1,
  });

  const requestOf = (path: string, limits: Limits, upload: Upload | null): ExchangeRequest => ({
    method: upload?.method ?? 'GET',
    path: `${prefix}${path}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...upload?.headers },
    body: upload?.body ?? null,
    deadlineMs: timeouts.answerMs + limits.waitMs,
    limitBytes: limits.limitBytes,
    signal: limits.signal,
  });
  // Whoever answers may echo what it was sent.
  const masked = <Value>(answer: Result<Value, RelayError>): Result<Value, RelayError> =>
    answer.ok ? answer : err({ ...answer.error, detail: answer.error.detail.replaceAll(token, '(token)') });
  const unsendable = SENDABLE_TOKEN.test(token)
    ? null
    : err(relayError('refused', 'the token is not one a relay gives'));
  const send = async (
    path: string,
    expected: readonly number[],
    limits: Limits,
    upload: Upload | null = null,
  ) => unsendable ?? masked(await exchange(pool, clock, requestOf(path, limits, upload), expected));

  return {
    me: async (signal) => {
      const answer = await send('/v1/me', [200], { waitMs: 0, limitBytes: ME_LIMIT_BYTES, signal });
      return answer.ok ? readAnswer(relayMe, answer.value.body, answer.value.status) : answer;
    },
    results: async (query) => {
      const answer = await send(`/v1/results?${queryText(query)}`, [200, 410], {
        waitMs: query.waitSeconds * SECOND,
        limitBytes: PAGE_LIMIT_BYTES,
        signal: query.signal,
      });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 410) {
        const reset = readAnswer(feedReset, body, status);
        return reset.ok ? ok({ kind: 'reset', reset: reset.value }) : reset;
      }
      const page = readAnswer(feedPage, body, status);
      return page.ok ? ok({ kind: 'page', page: page.value }) : page;
    },
    result: async ({ environment, customerId, sequence, signal }) => {
      const params = new URLSearchParams({ environment, customerId: String(customerId) });
      const path = `/v1/results/${sequence}?${params.toString()}`;
      const answer = await send(path, [200, 404], { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 404 ? ok(null) : readAnswer(resultDeliveries, body, status);
    },
    appendLog: async (batch, signal) => {
      const answer = await send('/v1/log-entries', [200, 403, 409, 413, 422], uploading(signal), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      });
      return answer.ok ? logAnswer(answer.value) : answer;
    },
    putPiece: async ({ sha256, mediaType, total, piece, signal, ...owner }) => {
      const range = piece === null ? '*' : `${piece.start}-${piece.start + piece.bytes.byteLength - 1}`;
      const answer = await send(
        `/v1/attachments/${sha256}?${ownerParameters(owner).toString()}`,
        [200, 409, 410, 413, 415, 422],
        uploading(signal),
        {
          method: 'PUT',
          headers: { 'content-type': mediaType, 'content-range': `bytes ${range}/${total}` },
          body: piece?.bytes ?? null,
        },
      );
      return answer.ok ? pieceAnswer(answer.value) : answer;
    },
    reviews: async ({ after, signal, ...owner }) => {
      const params = ownerParameters(owner);
      params.set('knows', REVIEWS_KNOWN);
      if (after !== null) {
        params.set('after', String(after.sequence));
        params.set('last', after.id);
      }
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/reviews?${params.toString()}`, [200], limits);
      return answer.ok ? readAnswer(reviewPage, answer.value.body, answer.value.status) : answer;
    },
    removals: async ({ after, signal, ...owner }) => {
      const params = ownerParameters(owner);
      params.set('after', String(after));
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/removals?${params.toString()}`, [200], limits);
      return answer.ok ? readAnswer(removalPage, answer.value.body, answer.value.status) : answer;
    },
    sendReview: async (review, signal) => {
      const limits = { waitMs: 0, limitBytes: ME_LIMIT_BYTES, signal };
      const answer = await send('/v1/reviews', [200, 400, 403, 404, 405, 409], limits, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(review),
      });
      return answer.ok ? reviewAnswer(answer.value) : answer;
    },
    logEntries: async ({ type, after, limit = LOG_PAGE, signal, ...owner }) => {
      const params = ownerParameters(owner);
      if (type !== undefined) params.set('type', type);
      params.set('after', String(after));
      params.set('limit', String(limit));
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/log-entries?${params.toString()}`, [200], limits);
      return answer.ok ? readAnswer(logPage, answer.value.body, answer.value.status) : answer;
    },
    attachment: async ({ sha256, signal, ...owner }) => {
      if (unsendable !== null) return unsendable;
      const path = `/v1/attachments/${sha256}?${ownerParameters(owner).toString()}`;
      const limits = { waitMs: UPLOAD_MS, limitBytes: LARGEST_ATTACHMENT, signal };
      const answer = masked(await exchangeFile(pool, clock, requestOf(path, limits, null)));
      if (!answer.ok) return answer;
      const { bytes, contentType } = answer.value;
      const mediaType = attachmentType.safeParse(contentType);
      const whole = createHash('sha256').update(bytes).digest('hex') === sha256;
      return mediaType.success && whole
        ? ok({ mediaType: mediaType.data, bytes })
        : err(relayError('unreadable', 'not the file that was asked for', { status: 200 }));
    },
    close: () => pool.destroy(),
  };
}

interface Limits {
  readonly waitMs: number;
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
}

interface Upload {
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

const uploading = (signal: AbortSignal | undefined) => ({
  waitMs: UPLOAD_MS,
  limitBytes: ME_LIMIT_BYTES,
  signal,
});

function ownerParameters(owner: {
  readonly environment: Environment;
  readonly customerId: CustomerId;
}): URLSearchParams {
  return new URLSearchParams({ environment: owner.environment, customerId: String(owner.customerId) });
}

function queryText(query: ResultsQuery): string {
  const params = new URLSearchParams({
    environment: query.environment,
    customerId: String(query.customerId),
    limit: String(query.limit),
    wait: String(query.waitSeconds),
  });
  if (query.after !== null) params.set('after', query.after);
  if (query.newestReview !== undefined) params.set('review', query.newestReview ?? '');
  if (query.newestRemoval !== undefined) params.set('removal', query.newestRemoval ?? '');
  return params.toString();
}
