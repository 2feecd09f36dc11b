import {
  sharedNotePage,
  type SharedNotePage,
  type LogBatch,
  logPage,
  type LogPage,
} from '../../shared/relay/log.ts';
import {
  relayMe,
  type RelayMe,
  deviceKey,
  type DeviceKey,
  deviceKeyPage,
  type DeviceKeyPage,
  type NewDeviceKey,
} from '../../shared/relay/access.ts';
import { type AttachmentType, LARGEST_ATTACHMENT } from '../../shared/relay/attachments.ts';
import {
  feedPage,
  type FeedPage,
  feedReset,
  type FeedReset,
  resultDeliveries,
  type ResultDeliveries,
} from '../../shared/relay/results.ts';
import {
  type HandOverClaim,
  handOverHolder,
  type HandOverHolder,
  type NewPlannedJob,
  type NewPlannedJobClaim,
  plannedJobPage,
  type PlannedJobPage,
} from '../../shared/relay/jobs.ts';
import { removalPage, type RemovalPage } from '../../shared/relay/removals.ts';
import { type NewReview, reviewPage, type ReviewPage, REVIEWS_KNOWN } from '../../shared/relay/reviews.ts';
import { ok, type Result } from '../../shared/result.ts';
import { MINUTE, SECOND } from '../../shared/time.ts';
import { createRelayConnection, type RelayConnectionOptions } from './connection.ts';
import {
  type AttachmentQuery,
  type DeviceKeysQuery,
  type LogEntriesQuery,
  type SharedNotesQuery,
  type PieceQuery,
  type PlannedJobsQuery,
  type RelayOwner,
  type RemovalsQuery,
  type ResultQuery,
  type ResultsQuery,
  type ReviewsQuery,
  fileAnswer,
  planAnswer,
  type PlanAnswer,
  planClaimAnswer,
  type PlanClaimAnswer,
  readAnswer,
  refusedAs,
  reviewAnswer,
  type ReviewAnswer,
  type LogAnswer,
  logAnswer,
  type PieceAnswer,
  pieceAnswer,
} from './queries-and-answers.ts';
import {
  type AttachedFileCalls,
  attachedFileCalls,
  type InstructionCalls,
  instructionCalls,
  type PublicationCalls,
  publicationCalls,
} from './publications.ts';
import { type MirrorCalls, mirrorCalls } from './mirrors.ts';
import type { RelayError } from './relay-error.ts';

/** A page of results, or a reset: the cursor does not belong to this store any more. */
export type ResultsAnswer =
  { readonly kind: 'page'; readonly page: FeedPage } | { readonly kind: 'reset'; readonly reset: FeedReset };

/** The client of the relay's endpoints. Every call is one request without retries. */
export interface RelayClient extends MirrorCalls, InstructionCalls, PublicationCalls, AttachedFileCalls {
  readonly me: (signal?: AbortSignal) => Promise<Result<RelayMe, RelayError>>;
  readonly results: (query: ResultsQuery) => Promise<Result<ResultsAnswer, RelayError>>;
  /** One result and how often it was received; null = the relay does not have it, or does not support the query. */
  readonly result: (query: ResultQuery) => Promise<Result<ResultDeliveries | null, RelayError>>;
  /** Uploads a batch of the installation log. Idempotent. */
  readonly appendLog: (batch: LogBatch, signal?: AbortSignal) => Promise<Result<LogAnswer, RelayError>>;
  /** Claims a handed-over job for this laptop; null = a relay without claims. Idempotent. */
  readonly claimHandOver: (
    claim: HandOverClaim,
    signal?: AbortSignal,
  ) => Promise<Result<HandOverHolder | null, RelayError>>;
  readonly putPiece: (query: PieceQuery) => Promise<Result<PieceAnswer, RelayError>>;
  /** A page of the log entries of a customer's laptops. */
  readonly sharedNotes: (query: SharedNotesQuery) => Promise<Result<SharedNotePage, RelayError>>;
  readonly logEntries: (query: LogEntriesQuery) => Promise<Result<LogPage, RelayError>>;
  /** A whole picture, with its digest verified. */
  readonly attachment: (
    query: AttachmentQuery,
  ) => Promise<Result<{ readonly mediaType: AttachmentType; readonly bytes: Buffer }, RelayError>>;
  readonly reviews: (query: ReviewsQuery) => Promise<Result<ReviewPage, RelayError>>;
  /** A page of removals on request after a sequence. */
  readonly removals: (query: RemovalsQuery) => Promise<Result<RemovalPage, RelayError>>;
  /** Uploads a review. Idempotent. */
  readonly sendReview: (review: NewReview, signal?: AbortSignal) => Promise<Result<ReviewAnswer, RelayError>>;
  /** A page of changed planned jobs; null = a relay without planned jobs. */
  readonly plannedJobs: (query: PlannedJobsQuery) => Promise<Result<PlannedJobPage | null, RelayError>>;
  /** Uploads a revision of a planned job. Idempotent. */
  readonly sendPlannedJob: (
    revision: NewPlannedJob,
    signal?: AbortSignal,
  ) => Promise<Result<PlanAnswer, RelayError>>;
  /** Uploads a claim of a planned job. Idempotent. */
  readonly claimPlannedJob: (
    claim: NewPlannedJobClaim,
    signal?: AbortSignal,
  ) => Promise<Result<PlanClaimAnswer, RelayError>>;
  /** Registers this as the token's key; null = a relay without keys. */
  readonly putDeviceKey: (
    key: NewDeviceKey,
    signal?: AbortSignal,
  ) => Promise<Result<DeviceKey | null, RelayError>>;
  /** A page of the keys of a customer's laptops; null = a relay without keys. */
  readonly deviceKeys: (query: DeviceKeysQuery) => Promise<Result<DeviceKeyPage | null, RelayError>>;
  /** Aborts requests in flight and closes the connections. */
  readonly close: () => Promise<void>;
}

/** Upper bound of an answer with one small object. */
const SMALL_ANSWER_BYTES = 64 * 1024;
/** Added to the usual timeout: a full batch or piece over a poor mobile connection. */
const UPLOAD_MS = MINUTE;
/**
 * Upper bound of a page: 500 results of a few hundred bytes are far below, and a whole fleet's error messages still
 * fit.
 */
const PAGE_LIMIT_BYTES = 8 * 1024 * 1024;
/** Page size: entries have at most 16 KiB each, so a page stays far below the limit. */
const LOG_PAGE = 200;

/** Creates a client for one relay and one token. */
export function createRelayClient(options: RelayConnectionOptions): RelayClient {
  const { send, readFile, close } = createRelayConnection(options);
  const post = (path: string, expected: readonly number[], body: object, signal: AbortSignal | undefined) =>
    send(
      path,
      expected,
      { waitMs: 0, limitBytes: SMALL_ANSWER_BYTES, signal },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );

  return {
    me: async (signal) => {
      const answer = await send('/v1/me', [200], { waitMs: 0, limitBytes: SMALL_ANSWER_BYTES, signal });
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
    result: async ({ sequence, signal, ...owner }) => {
      const path = `/v1/results/${sequence}?${ownerParameters(owner).toString()}`;
      const answer = await send(path, [200, 404], { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 404 ? refusedAs(null, answer.value) : readAnswer(resultDeliveries, body, status);
    },
    appendLog: async (batch, signal) => {
      const answer = await send('/v1/log-entries', [200, 403, 409, 413, 422], uploading(signal), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      });
      return answer.ok ? logAnswer(answer.value) : answer;
    },
    claimHandOver: async (claim, signal) => {
      const limits = { waitMs: 0, limitBytes: SMALL_ANSWER_BYTES, signal };
      const answer = await send('/v1/hand-overs', [200, 404, 405], limits, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(claim),
      });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(handOverHolder, body, status) : refusedAs(null, answer.value);
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
      const answer = await post('/v1/reviews', [200, 400, 403, 404, 405, 409], review, signal);
      return answer.ok ? reviewAnswer(answer.value) : answer;
    },
    plannedJobs: async ({ after, from, signal, ...owner }) => {
      const params = ownerParameters(owner);
      params.set('after', String(after));
      params.set('from', from);
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/planned-jobs?${params.toString()}`, [200, 404, 405], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(plannedJobPage, body, status) : refusedAs(null, answer.value);
    },
    sendPlannedJob: async (revision, signal) => {
      const answer = await post('/v1/planned-jobs', [200, 400, 403, 404, 405, 409], revision, signal);
      return answer.ok ? planAnswer(answer.value) : answer;
    },
    claimPlannedJob: async (claim, signal) => {
      const answer = await post('/v1/planned-job-claims', [200, 400, 403, 404, 405], claim, signal);
      return answer.ok ? planClaimAnswer(answer.value) : answer;
    },
    ...mirrorCalls(send),
    ...instructionCalls(send),
    ...attachedFileCalls(readFile),
    ...publicationCalls(send),
    putDeviceKey: async (key, signal) => {
      const limits = { waitMs: 0, limitBytes: SMALL_ANSWER_BYTES, signal };
      const answer = await send('/v1/device-key', [200, 404, 405], limits, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(key),
      });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(deviceKey, body, status) : refusedAs(null, answer.value);
    },
    deviceKeys: async ({ after, signal, ...owner }) => {
      const params = ownerParameters(owner);
      params.set('after', String(after));
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/device-keys?${params.toString()}`, [200, 404, 405], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(deviceKeyPage, body, status) : refusedAs(null, answer.value);
    },
    sharedNotes: async ({ type, after, signal, ...owner }) => {
      const params = ownerParameters(owner);
      params.set('type', type);
      params.set('after', String(after));
      params.set('limit', String(LOG_PAGE));
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/shared-notes?${params.toString()}`, [200], limits);
      return answer.ok ? readAnswer(sharedNotePage, answer.value.body, answer.value.status) : answer;
    },
    logEntries: async ({ after, limit = LOG_PAGE, signal, ...owner }) => {
      const params = ownerParameters(owner);
      params.set('after', String(after));
      params.set('limit', String(limit));
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/log-entries?${params.toString()}`, [200], limits);
      return answer.ok ? readAnswer(logPage, answer.value.body, answer.value.status) : answer;
    },
    attachment: async ({ sha256, signal, ...owner }) => {
      const path = `/v1/attachments/${sha256}?${ownerParameters(owner).toString()}`;
      const answer = await readFile(path, { waitMs: UPLOAD_MS, limitBytes: LARGEST_ATTACHMENT, signal });
      if (!answer.ok) return answer;
      return fileAnswer(answer.value, sha256);
    },
    close,
  };
}

const uploading = (signal: AbortSignal | undefined) => ({
  waitMs: UPLOAD_MS,
  limitBytes: SMALL_ANSWER_BYTES,
  signal,
});

function ownerParameters({ environment, customerId }: RelayOwner): URLSearchParams {
  return new URLSearchParams({ environment, customerId: String(customerId) });
}

function queryText(query: ResultsQuery): string {
  const params = ownerParameters(query);
  params.set('limit', String(query.limit));
  params.set('wait', String(query.waitSeconds));
  if (query.after !== null) params.set('after', query.after);
  if (query.newestReview !== undefined) params.set('review', query.newestReview ?? '');
  if (query.newestRemoval !== undefined) params.set('removal', query.newestRemoval ?? '');
  if (query.newestPlan !== undefined) params.set('plan', String(query.newestPlan));
  if (query.run !== undefined && query.run !== null) params.set('run', query.run);
  return params.toString();
}
