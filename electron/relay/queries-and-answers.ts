import type { z } from 'zod';
import { relayProblem, type FeedRun, type LaptopCode } from '../../shared/relay/access.ts';
import { createHash } from 'node:crypto';
import {
  attachmentAnswer,
  type AttachmentAnswer,
  type AttachmentDigest,
  attachmentType,
  type AttachmentType,
} from '../../shared/relay/attachments.ts';
import { isDecodable } from '../../shared/picture-size.ts';
import { logBroken, logGap, logKept, type LogHead, type SharedNoteType } from '../../shared/relay/log.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { keptReview, staleReview, type Review, type ReviewId } from '../../shared/relay/reviews.ts';
import { plannedJob, plannedJobAnswer, stalePlan, type PlannedJob } from '../../shared/relay/jobs.ts';
import type { Environment, CustomerId, JobId, LogEntryId } from '../../shared/ids.ts';
import type { FeedCursor } from '../../shared/relay/results.ts';
import type { Answer, FileAnswer } from './connection.ts';
import { relayError, type RelayError } from './relay-error.ts';

/* The queries of the relay's endpoints. */

/** The owner of requested data: the relay separates customers and environments. */
export interface RelayOwner {
  readonly environment: Environment;
  readonly customerId: CustomerId;
}

interface RelayQuery extends RelayOwner {
  readonly signal?: AbortSignal | undefined;
}

/** The query of `results`. `waitSeconds`: how long the relay may delay the answer while nothing is new. */
export interface ResultsQuery extends RelayQuery {
  /** null = from the oldest result of the relay. */
  readonly after: FeedCursor | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /**
   * This laptop's newest review (null = none): a different one at the relay ends the wait too. Left out: reviews do not
   * end it.
   */
  readonly newestReview?: ReviewId | null;
  /** This laptop's newest removal on request, with the same effect on the wait. */
  readonly newestRemoval?: LogEntryId | null;
  /**
   * This laptop's position in the changes of planned jobs: others at the relay end the wait too. Left out: they do not
   * end it.
   */
  readonly newestPlan?: number;
  /** The run of the relay's store that answered last (null = none yet): a different one ends the wait too. */
  readonly run?: FeedRun | null;
}

/** The query of `result`. */
export interface ResultQuery extends RelayQuery {
  readonly sequence: number;
}

/** The query of `reviews`: those after the named one, or all if the relay does not have it at that position. */
export interface ReviewsQuery extends RelayQuery {
  readonly after: { readonly sequence: number; readonly id: ReviewId } | null;
}

/** One piece of a file; without `bytes` it queries how much the relay has. */
export interface PieceQuery extends RelayQuery {
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Size of the whole file in bytes. */
  readonly total: number;
  readonly piece: { readonly start: number; readonly bytes: Uint8Array } | null;
}

/** The query of `sharedNotes`: notes of one type after a sequence. */
export interface SharedNotesQuery extends RelayQuery {
  readonly type: SharedNoteType;
  readonly after: number;
}

/** The query of `logEntries`: entries after a sequence. */
export interface LogEntriesQuery extends RelayQuery {
  readonly after: number;
  readonly limit?: number;
}

/** The query of `attachment`. */
export interface AttachmentQuery extends RelayQuery {
  readonly sha256: AttachmentDigest;
}

/** The query of `plannedJobs`: changes after a sequence, of jobs from a day on. */
export interface PlannedJobsQuery extends RelayQuery {
  readonly after: number;
  readonly from: string;
}

/** The query of `instructions`: changes after a sequence. */
export interface ChangesQuery extends RelayQuery {
  readonly after: number;
}

/** The query of `removals`: removals on request after a sequence. */
export interface RemovalsQuery extends RelayQuery {
  readonly after: number;
}

/** The query of `mirrors`: by the laptop with this code. */
export interface MirrorsQuery extends RelayQuery {
  readonly code: LaptopCode;
}

/** The query of `mirror`. */
export interface MirrorQuery extends MirrorsQuery {
  readonly jobId: JobId;
  readonly turn: number;
}

/** The query of `deviceKeys`: registrations after a sequence. */
export interface DeviceKeysQuery extends RelayQuery {
  readonly after: number;
}

/* The meaning of each status that the relay answers, per endpoint. */

/**
 * `gap`: entries before these are missing at the relay. `broken`: the relay will never accept them in this form.
 * `too-large`: send fewer.
 */
export type LogAnswer =
  | {
      readonly kind: 'kept';
      readonly head: LogHead;
      /** Number of entries that were new to the relay. */
      readonly added: number;
      /** The run of the relay's store that has them. */
      readonly run: FeedRun;
      /** Number of other chains that fork from the middle of this one. */
      readonly forks: number;
    }
  | { readonly kind: 'gap'; readonly head: LogHead }
  | {
      readonly kind: 'broken';
      readonly detail: string;
      /**
       * Set if the relay has another log under this chain name: its newest entry, and the number of the first differing
       * one.
       */
      readonly other: { readonly head: LogHead; readonly entry: number } | null;
    }
  | { readonly kind: 'too-large' };

/**
 * `state`: how much of the file the relay has. `refused`: it will never accept this file. `wrong-digest`: it discarded
 * the bytes; start again.
 */
export type PieceAnswer =
  | { readonly kind: 'state'; readonly state: AttachmentAnswer }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'wrong-digest' };

/** The meaning of 200, 403, 409, 413 or 422 of `POST /v1/log-entries`. */
export function logAnswer({ status, body }: Answer): Result<LogAnswer, RelayError> {
  switch (status) {
    case 200: {
      const kept = readAnswer(logKept, body, status);
      return kept.ok ? ok({ kind: 'kept', ...kept.value }) : kept;
    }
    case 409: {
      const gap = readAnswer(logGap, body, status);
      return gap.ok ? ok({ kind: 'gap', head: gap.value.head }) : gap;
    }
    case 413:
      return refusedAs({ kind: 'too-large' }, { status, body });
    case 422: {
      const refused = relayProblem.safeParse(body);
      if (refused.success && refused.data.error === 'signature-refused') {
        return err(relayError('failing', refused.data.message, { status }));
      }
      const broken = readAnswer(logBroken, body, status);
      if (!broken.ok) return broken;
      const { reason, entry, head } = broken.value;
      const other = head === undefined ? null : { head, entry: entry.number };
      return ok({ kind: 'broken', detail: `${reason}, entry ${entry.number}`, other });
    }
    default: {
      const reported = readAnswer(relayProblem, body, status);
      if (!reported.ok) return reported;
      const { error, message } = reported.value;
      return error === 'not-your-chain'
        ? ok({ kind: 'broken', detail: message, other: null })
        : err(relayError('wrong-customer', message, { status }));
    }
  }
}

/** The meaning of 200, 409, 410 (removed on request), 413, 415 or 422 of `PUT /v1/attachments`. */
export function pieceAnswer({ status, body }: Answer): Result<PieceAnswer, RelayError> {
  if (status === 422) return refusedAs({ kind: 'wrong-digest' }, { status, body });
  if (status === 410 || status === 413 || status === 415) {
    const reported = readAnswer(relayProblem, body, status);
    return reported.ok ? ok({ kind: 'refused', detail: reported.value.message }) : reported;
  }
  const state = readAnswer(attachmentAnswer, body, status);
  return state.ok ? ok({ kind: 'state', state: state.value }) : state;
}

/**
 * The outcome of a sent review. `stale`: another review was first; `current` is that one (null: deleted by retention).
 * `not-allowed`: this token may write no reviews, or none for this customer. `not-taken`: the relay does not support
 * it, perhaps because it is older.
 */
export type ReviewAnswer =
  | { readonly kind: 'kept'; readonly review: Review; readonly run: FeedRun | null }
  | { readonly kind: 'stale'; readonly current: Review | null }
  | { readonly kind: 'not-allowed' | 'not-taken'; readonly detail: string };

/** The meaning of 200, 400, 403, 404, 405 or 409 of `POST /v1/reviews`. */
export function reviewAnswer({ status, body }: Answer): Result<ReviewAnswer, RelayError> {
  switch (status) {
    case 200: {
      const kept = readAnswer(keptReview, body, status);
      if (!kept.ok) return kept;
      const { run, ...said } = kept.value;
      return ok({ kind: 'kept', review: said, run });
    }
    case 409: {
      const stale = readAnswer(staleReview, body, status);
      return stale.ok ? ok({ kind: 'stale', current: stale.value.current }) : stale;
    }
    default: {
      const reported = readAnswer(relayProblem, body, status);
      if (!reported.ok) return reported;
      const detail = `HTTP ${status} ${reported.value.message}`;
      return ok({ kind: status === 403 ? 'not-allowed' : 'not-taken', detail });
    }
  }
}

/** The relay's reason for a refusal. */
export type NotStored = { readonly kind: 'not-taken'; readonly detail: string };

/** The outcome of a sent revision. `stale`: another one was first; null = the relay no longer keeps it. */
export type PlanAnswer =
  | { readonly kind: 'kept'; readonly plannedJob: PlannedJob }
  | { readonly kind: 'stale'; readonly current: PlannedJob | null }
  | NotStored;

/** The outcome of a sent claim. */
export type PlanClaimAnswer =
  { readonly kind: 'answered'; readonly own: boolean; readonly plannedJob: PlannedJob } | NotStored;

/** The meaning of 200, 400, 403, 404, 405 or 409 of `POST /v1/planned-jobs`. */
export function planAnswer({ status, body }: Answer): Result<PlanAnswer, RelayError> {
  switch (status) {
    case 200: {
      const kept = readAnswer(plannedJob, body, status);
      return kept.ok ? ok({ kind: 'kept', plannedJob: kept.value }) : kept;
    }
    case 409: {
      const stale = readAnswer(stalePlan, body, status);
      return stale.ok ? ok({ kind: 'stale', current: stale.value.current }) : stale;
    }
    default:
      return notStored({ status, body });
  }
}

/** The meaning of 200, 400, 403, 404 or 405 of `POST /v1/planned-job-claims`. */
export function planClaimAnswer({ status, body }: Answer): Result<PlanClaimAnswer, RelayError> {
  if (status !== 200) return notStored({ status, body });
  const answer = readAnswer(plannedJobAnswer, body, status);
  return answer.ok ? ok({ kind: 'answered', ...answer.value }) : answer;
}

/**
 * The relay's reason for a refusal. A body without the relay's error form comes from a server in between, so the
 * error may be temporary.
 */
export function notStored({ status, body }: Answer): Result<NotStored, RelayError> {
  const reported = readAnswer(relayProblem, body, status);
  if (!reported.ok) return reported;
  return ok({ kind: 'not-taken', detail: `HTTP ${status} ${reported.value.message}` });
}

/**
 * A refusal that is decided by its status alone. A body without the relay's error form comes from a server in
 * between: then nothing is decided, and the error may be temporary.
 */
export function refusedAs<Meaning>(meaning: Meaning, { status, body }: Answer): Result<Meaning, RelayError> {
  const reported = readAnswer(relayProblem, body, status);
  return reported.ok ? ok(meaning) : reported;
}

/**
 * The meaning of a file's bytes. The window decodes any picture it receives, so the pictures of other laptops are
 * limited here, whatever the relay accepted.
 */
export function fileAnswer(
  { bytes, contentType }: FileAnswer,
  sha256: AttachmentDigest,
): Result<{ readonly mediaType: AttachmentType; readonly bytes: Buffer }, RelayError> {
  const mediaType = attachmentType.safeParse(contentType);
  const whole = createHash('sha256').update(bytes).digest('hex') === sha256;
  const safe =
    mediaType.success && (mediaType.data === 'application/pdf' || isDecodable(mediaType.data, bytes));
  return safe && whole
    ? ok({ mediaType: mediaType.data, bytes })
    : err(relayError('unreadable', 'not the file that was asked for', { status: 200 }));
}

/** Parses a body by the contract; one of another shape is `unreadable`. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  status: number,
): Result<z.output<Schema>, RelayError> {
  const parsed = schema.safeParse(body);
  return parsed.success
    ? ok(parsed.data)
    : err(relayError('unreadable', 'the answer does not have the shape of a relay', { status }));
}
