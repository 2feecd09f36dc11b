import type { JobId } from '../../shared/ids.ts';
import { finishBlockerOf } from '../../shared/domain/proof.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type JobReview, reviewStateOf, type GivenReview } from '../../shared/domain/reviewing.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import { retestRefusal } from '../../shared/domain/job.ts';
import { type ReviewId, reviewPin, WHOLE_JOB } from '../../shared/relay/reviews.ts';
import type { Language } from '../../shared/domain/settings.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import {
  beginReworkOf,
  endReworkOf,
  latestCounting,
  type ReviewRow,
  reworkAnswer,
} from '../db/tables/queue/reviews.ts';
import type { Sqlite } from '../db/open.ts';
import { changeJob, requireStep, type JobChange, changeJobOf, loadJob, type JobParts } from './change.ts';
import { requireNothingCritical } from './job-checklist.ts';
import { phasesOf, proofOfJob } from './verification-view.ts';

/* The end of a job: finishing, rework after a review, and reopening for another test. */

/**
 * Finishes a job; operations that are still queued or being sent continue. ProblemErrors `step-not-ready`,
 * `test-access-left`, `car-not-working`, `answer-critical`.
 */
export function finishJob(parts: JobParts, job: JobId): void {
  changeJob(
    parts,
    job,
    (change) => {
      requireStep(change.data.car, 'car');
      refuseHindered(parts, change);
      // The finish also completes rework that was begun. A request that came since stays open.
      const asked = openReworkOf(change.context.sqlite, change.row.id);
      if (asked?.state === 'rework-begun') recordDone(change, asked, '');
      else change.record('job-finished', {});
      return change.data;
    },
    { finishes: true },
  );
}

/**
 * Refuses a finish that leaves a test access in place, hides that the car failed its test, or leaves a deviation from a
 * critical item. ProblemErrors `test-access-left`, `car-not-working`, `answer-critical`.
 */
function refuseHindered(parts: JobParts, { data, context, now }: JobChange): void {
  requireNothingCritical(parts, data, null);
  if (data.kind === 'removal') return;
  const { sqlite } = context;
  const hindrance = finishBlockerOf(proofOfJob(sqlite, data, now), phasesOf(sqlite, data));
  switch (hindrance) {
    case null:
      return;
    case 'access-left':
      throw new ProblemError(makeProblem('test-access-left'));
    case 'not-working':
      throw new ProblemError(makeProblem('car-not-working'));
    default:
      neverReached(hindrance);
  }
}

/** Upper bound of characters in a text of a log entry. */
const LONGEST_NOTE = 1000;

/**
 * Opens a job for the rework that a supervisor requested; a finished job can then be changed. ProblemError
 * `rework-not-asked` (no rework is requested, the rework is done, or another laptop continues the job).
 */
export function beginRework(parts: JobParts, job: JobId): void {
  changeJob(
    parts,
    job,
    (change) => {
      const asked = requireRework(change);
      if (asked.state === 'rework-asked') recordBegin(change, asked);
      return change.data;
    },
    { evenFinished: true, reopens: true },
  );
}

/**
 * Completes the requested rework: finishes the job and returns it to the supervisor with a note. `seen`: the request
 * that the person answers. ProblemErrors `rework-not-asked`, `changed-since-shown` (another request came since),
 * `name-too-long` for the note, those of the finish.
 */
export function sendBack(parts: JobParts, job: JobId, typed: string, seen?: ReviewId): void {
  const note = boundedText(typedText(typed) ?? '', 'note', LONGEST_NOTE);
  changeJob(
    parts,
    job,
    (change) => {
      const asked = requireRework(change);
      if (seen !== undefined && asked.id !== seen) throw new ProblemError(makeProblem('changed-since-shown'));
      refuseHindered(parts, change);
      recordDone(change, asked, note);
      return change.data;
    },
    { evenFinished: true, finishes: true },
  );
}

/** Records that the requested rework is done, in the transaction that finishes the job. */
function recordDone(change: JobChange, asked: JobReview, note: string): void {
  if (asked.state === 'rework-asked') recordBegin(change, asked);
  endReworkOf(change.context, asked.id, change.now);
  change.record('rework-done', { review: asked.id, revision: asked.revision, note });
  change.context.changed('reviews');
}

/** Records that the requested rework has begun, in the transaction that opens the job. */
function recordBegin({ context, row, now, record }: JobChange, asked: JobReview): void {
  beginReworkOf(context, { review: asked.id, job: row.id, at: now });
  record('rework-begun', { review: asked.id, revision: asked.revision });
  context.changed('reviews');
}

function requireRework(change: JobChange): JobReview {
  const asked = openReworkOf(change.context.sqlite, change.row.id);
  if (asked === null || isGiven(change.context.sqlite, change.row.id)) {
    throw new ProblemError(makeProblem('rework-not-asked'));
  }
  return asked;
}

/**
 * Opens a finished job with an unproven car for another test; an open job stays unchanged. Requested rework begins with
 * it. The earlier test result stays in the log. ProblemErrors `job-finished`, `job-approved`, `input-invalid` (a
 * removal has no test).
 */
export function reopenForTest(parts: JobParts, job: JobId): void {
  if (loadJob(parts.database.sqlite, job).row.finished_at === null) return;
  changeJobOf(
    parts,
    job,
    ['installation', 'swap'],
    (change) => {
      const { context, data, now, record } = change;
      const { sqlite } = context;
      const review = reviewOfJob(sqlite, job);
      const refusal = retestRefusal({
        proof: proofOfJob(sqlite, data, now),
        handedOver: isGiven(sqlite, job),
        discardedAt: data.discardedAt,
        review,
      });
      if (refusal !== null) throw new ProblemError(makeProblem(refusal));
      if (review?.state === 'rework-asked') recordBegin(change, review);
      else record('job-reopened', {});
      return data;
    },
    { evenFinished: true, reopens: true },
  );
}

/** A stored review as screens show it. */
export function givenReviewOf(row: ReviewRow): GivenReview {
  const pin = reviewPin.safeParse(JSON.parse(row.pin));
  const { id, revision, verdict, reason, comment, reviewer, worker, received_at: at, signature } = row;
  const what = { id, revision, verdict, reason, comment, pin: pin.data ?? WHOLE_JOB };
  return { ...what, reviewer, worker, at, signature };
}

/** The latest review of a job of this laptop, and the local rework for it; null without a review. */
export function reviewOfJob(sqlite: Sqlite, job: JobId): JobReview | null {
  const row = latestCounting(sqlite, job);
  if (row === undefined) return null;
  const state = reviewStateOf(row.verdict, reworkAnswer(sqlite, row.id));
  return state === 'unreviewed' ? null : { ...givenReviewOf(row), state };
}

/** The rework request that the job's finish completes; null = none. */
export const openReworkOf = (sqlite: Sqlite, job: JobId): JobReview | null =>
  openRework(reviewOfJob(sqlite, job));

/** The review if it is a rework request that is not completed, else null. */
export function openRework(review: JobReview | null): JobReview | null {
  return review?.state === 'rework-asked' || review?.state === 'rework-begun' ? review : null;
}

/**
 * Sets the language of a job's report; null = the app's language. Finished jobs are allowed too. ProblemError
 * `not-found`.
 */
export function chooseReportLanguage(parts: JobParts, job: JobId, reportLanguage: Language | null): void {
  changeJob(parts, job, ({ data }) => ({ ...data, reportLanguage }), { evenFinished: true });
}
