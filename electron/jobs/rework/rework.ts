import type { JobReview } from '../../../shared/domain/reviewing.ts';
import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { beginReworkOf, endReworkOf } from '../../db/tables/queue/reviews.ts';
import { changeJob, type JobChange } from '../change.ts';
import { refuseHindered } from '../finish-rule.ts';
import type { JobParts } from '../parts.ts';
import { openReworkOf } from './review-of-job.ts';

/** The log's entries hold no longer text. */
const LONGEST_NOTE = 1000;

/**
 * Opens a job for what a supervisor asked to be done again: also a finished one can be worked on then. ProblemError
 * `rework-not-asked` (nothing was asked, it was done already, or another laptop goes on with the job).
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
 * The requested rework is done: the job is finished and goes back to the supervisor, with a note. ProblemError
 * `rework-not-asked`, `name-too-long` for the word, those of the finish.
 */
export function sendBack(parts: JobParts, job: JobId, typed: string): void {
  const note = boundedText(typedText(typed) ?? '', 'note', LONGEST_NOTE);
  changeJob(
    parts,
    job,
    (change) => {
      const asked = requireRework(change);
      refuseHindered(change);
      recordDone(change, asked, note);
      return change.data;
    },
    { evenFinished: true, finishes: true },
  );
}

/** Notes that what was asked is done, in the transaction that finishes the job. */
export function recordDone(change: JobChange, asked: JobReview, note: string): void {
  if (asked.state === 'rework-asked') recordBegin(change, asked);
  endReworkOf(change.context, asked.id, change.now);
  change.record('rework-done', { review: asked.id, revision: asked.revision, note });
  change.context.changed('reviews');
}

/** Notes that the requested rework is begun, in the transaction that opens the job. */
export function recordBegin({ context, row, now, record }: JobChange, asked: JobReview): void {
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
