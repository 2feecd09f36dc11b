import { retestRefusal } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { changeJobOf, loadJob } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { proofOfJob } from '../verification-view.ts';
import { reviewOfJob } from './review-of-job.ts';
import { recordBegin } from './rework.ts';

/**
 * Opens a finished job whose car is not proven, so that the car is tested again; an open job stays as it is. Where a
 * supervisor asks for rework, the rework begins with it. The result of the tests before stays in the log. ProblemErrors
 * `job-finished`, `job-approved`, `input-invalid` (a removal has no test).
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
