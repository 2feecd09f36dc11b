import type { Clock } from '../../../shared/time.ts';
import { type ReworkAnswer, pinWord } from '../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import {
  type ReviewId,
  type ReviewPin,
  type ReviewVerdict,
  type ReworkReason,
  WHOLE_JOB,
} from '../../../shared/relay/reviews.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { isBoxUnchecked } from '../../../shared/domain/boxes.ts';
import { boundedText } from '../../../shared/domain/typed-text.ts';
import type { LogType } from '../../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { ApprovalOutcome } from '../../../shared/ipc/calls/supervision.ts';
import type { Database, Sqlite } from '../../db/open.ts';
import type { Ids } from '../../base/ids.ts';
import type { InstallationLog } from '../../log/append.ts';
import { reworkAnswer, latestReview, reviewsOf, latestCounting } from '../../db/tables/queue/reviews.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { noOutbox } from '../../relay/exchange.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { LaptopKeys } from '../../relay/uploader.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';
import {
  insertOutgoingReview,
  lastWaitingReview,
  readOutgoingReview,
} from '../../db/tables/queue/outgoing-reviews.ts';
import { createReviewSender, type ReviewSender, settleHere } from './settle.ts';

/** The dependencies of reviewing. */
export interface ReviewingParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'review'>;
  readonly log: InstallationLog;
  /** The person who is working. */
  readonly worker: () => string;
  /** Without a relay, a review written here counts at once. */
  readonly hasRelay: boolean;
  /** Whether any laptop's job is known here. */
  readonly isKnown: (job: JobId) => boolean;
  /** The names of the failed checks of a job; null = the job is unknown here. */
  readonly checksNotGreen: (job: JobId) => readonly string[] | null;
  /** The installer's answer to a rework request, from any laptop. */
  readonly answerTo: (job: JobId, review: ReviewId) => ReworkAnswer;
}

/** Reviewing in an open profile: the dependencies of its calls, and the sender of its reviews. */
export interface Reviewing {
  readonly parts: ReviewingParts;
  readonly sender: ReviewSender;
}

/** Assembles reviewing for a profile. No work runs before `sender.start`. */
export function openReviewing(
  given: Pick<ReviewingParts, 'database' | 'ids' | 'log' | 'worker'> & {
    readonly clock: Clock;
    /** From 0 up to, not including, 1. */
    readonly random: () => number;
    readonly relay: Pick<RelayClient, 'sendReview'> | null;
    readonly target: QueueTarget;
    readonly keys: LaptopKeys;
    /** A job of this laptop. */
    readonly viewOf: (job: JobId) => JobView;
    /** The facts of all laptops' jobs in the logs. */
    readonly inLogs: Pick<ReviewingParts, 'checksNotGreen' | 'answerTo'>;
    readonly report: (cause: unknown) => void;
  },
): Reviewing {
  const { database, clock, ids, log, worker, relay, target } = given;
  const { sqlite } = database;
  /** The copy of a job that another laptop continues is as it was when it was given away. */
  const isWorkedHere = (job: JobId) => isOwnJob(sqlite, job) && !isGiven(sqlite, job);
  const parts: ReviewingParts = {
    database,
    clock,
    ids,
    log,
    worker,
    hasRelay: relay !== null,
    isKnown: (job) => relay !== null || isOwnJob(sqlite, job),
    checksNotGreen: (job) => {
      const byLogs = given.inLogs.checksNotGreen(job);
      if (!isWorkedHere(job)) return byLogs;
      // Only the logs of all laptops show the risk, such as a photo of another job.
      return [...new Set([...ownChecksNotGreen(given.viewOf(job)), ...(byLogs ?? [])])];
    },
    answerTo: (job, review) =>
      isWorkedHere(job) ? reworkAnswer(sqlite, review) : given.inLogs.answerTo(job, review),
  };
  const sender =
    relay === null
      ? noOutbox
      : createReviewSender({
          client: relay,
          parts,
          environment: target.environment,
          customerId: target.customerId,
          keys: given.keys,
          clock,
          random: given.random,
          onFault: given.report,
        });
  return { parts, sender };
}

/** Whether it is a job of this laptop. */
export const isOwnJob = (sqlite: Sqlite, job: JobId): boolean => readJob(sqlite, job) !== undefined;

/** The names of the failed checks of a job, which a supervisor reviews before an approval. */
export function ownChecksNotGreen(job: JobView): readonly string[] {
  const { car, finishedAt, unfinished, problem, testAccessOpen, forcedCount, reported } = job;
  const checks: readonly (readonly [string, boolean])[] = [
    ['car', car !== null],
    ['box', (job.kind === 'removal' ? job.removal.box : job.box) !== null],
    ['box-checked', job.kind === 'removal' || !isBoxUnchecked(job.preflight)],
    ['finished', finishedAt !== null],
    ['confirmed', unfinished === 0 && problem === null && reported === null],
    ['access-removed', !testAccessOpen],
    ['nothing-forced', forcedCount === 0],
    ['checklist', job.kind !== 'installation' || job.checklist.complete],
    ['access-proven', isProven(job)],
  ];
  return checks.flatMap(([name, green]) => (green ? [] : [name]));
}

/** The car opened and closed with a test access that is gone again. A removal job needs no test. */
const isProven = ({ proof }: JobView): boolean => proof.state === 'proven' || proof.state === 'not-needed';

/** A review as entered by a person. */
export interface GivenReview {
  readonly jobId: JobId;
  readonly verdict: ReviewVerdict;
  readonly reason: ReworkReason | null;
  readonly comment: string;
  readonly pin: ReviewPin;
  /** The displayed revision. */
  readonly basedOn: number;
}

/** The relay's upper bound. */
const LONGEST_COMMENT = 4000;
const LONGEST_WORKER = 200;

/** Keeps line breaks, removes NUL and replaces lone surrogates: the relay rejects both. */
const keepable = (typed: string): string => typed.replaceAll('\0', '').toWellFormed().trim();

const entryOf = {
  approved: 'review-approved',
  rework: 'review-rework',
  reopened: 'review-reopened',
} as const satisfies Record<ReviewVerdict, LogType>;

/**
 * Stores a review and its log entry in ONE transaction; without a relay it counts at once. An unanswered earlier review
 * of this laptop counts as seen: this one is based on its outcome. ProblemErrors: `rework-unexplained` (rework without
 * a reason or words), `reviewer-missing` (no name is set, and no relay names a token), `name-too-long`, `not-found`
 * (the job is unknown here).
 */
export function writeReview(parts: ReviewingParts, given: GivenReview): ReviewId {
  const { jobId: job, verdict, pin, basedOn } = given;
  const comment = boundedText(keepable(given.comment), 'comment', LONGEST_COMMENT);
  const reason = verdict === 'rework' ? given.reason : null;
  if (verdict === 'rework' && (reason === null || comment === '')) {
    throw new ProblemError(makeProblem('rework-unexplained'));
  }
  const worker = keepable(parts.worker()).slice(0, LONGEST_WORKER).toWellFormed();
  if (!parts.hasRelay && worker === '') throw new ProblemError(makeProblem('reviewer-missing'));
  if (!parts.isKnown(job)) throw new ProblemError(makeProblem('not-found'));
  const id = parts.ids.review();
  parts.database.write((context) => {
    const { sqlite } = context;
    const inView = reviewsOf(sqlite, job).find((one) => one.origin === 'relay' && one.revision === basedOn);
    insertOutgoingReview(context, {
      id,
      job_id: job,
      verdict,
      reason,
      comment,
      pin: JSON.stringify(pin),
      worker,
      based_on: basedOn,
      based_on_review: inView?.id ?? null,
      follows: lastWaitingReview(sqlite, job)?.id ?? null,
      written_at: parts.clock.now(),
    });
    const data = { review: id, reason, comment, pin: pinWord(pin), basedOn };
    parts.log.append(context, { job, type: entryOf[verdict], data });
    const row = readOutgoingReview(sqlite, id);
    if (!parts.hasRelay && row !== undefined) settleHere(parts, context, row, latestReview(sqlite, job));
    context.changed('jobs', 'reviews', `job:${job}`);
  });
  return id;
}

/**
 * Approves each job without failed checks and without an open rework request. Each approval is a review in its own
 * transaction. A failure does not stop the others, and each approval reports its outcome.
 */
export function approveMany(
  parts: ReviewingParts,
  jobs: readonly { readonly jobId: JobId; readonly basedOn: number }[],
): readonly ApprovalOutcome[] {
  return jobs.map(({ jobId, basedOn }): ApprovalOutcome => {
    const checks = parts.checksNotGreen(jobId);
    if (checks === null) return { kind: 'failed', jobId, problem: makeProblem('not-found') };
    if (checks.length > 0) return { kind: 'not-green', jobId, checks: [...checks] };
    const latest = latestCounting(parts.database.sqlite, jobId);
    const onItsWay = lastWaitingReview(parts.database.sqlite, jobId);
    if (onItsWay === undefined ? isSentBack(parts, jobId, latest) : onItsWay.verdict === 'rework') {
      return { kind: 'sent-back', jobId };
    }
    if ((onItsWay ?? latest)?.verdict === 'approved') {
      return { kind: 'approved-already', jobId };
    }
    try {
      const given = { verdict: 'approved', reason: null, comment: '', pin: WHOLE_JOB } as const;
      return { kind: 'written', jobId, review: writeReview(parts, { ...given, jobId, basedOn }) };
    } catch (cause) {
      if (cause instanceof ProblemError) return { kind: 'failed', jobId, problem: cause.problem };
      throw cause;
    }
  });
}

/** Whether the latest review is a rework request that the installer has not answered. */
function isSentBack(
  { answerTo }: ReviewingParts,
  job: JobId,
  latest: ReturnType<typeof latestCounting>,
): boolean {
  return latest?.verdict === 'rework' && answerTo(job, latest.id) !== 'done';
}
