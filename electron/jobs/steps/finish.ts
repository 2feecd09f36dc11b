import type { StepName } from '../../../shared/domain/job-steps.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { readJob, writeDraft } from '../../db/tables/queue/jobs.ts';
import { changeJob, requireStep } from '../change.ts';
import { refuseHindered } from '../finish-rule.ts';
import type { JobParts } from '../parts.ts';
import { openReworkOf } from '../rework/review-of-job.ts';
import { recordDone } from '../rework/rework.ts';

/**
 * The installer is through: what is still on its way goes on by itself. ProblemErrors `step-not-ready`, `test-access-left`,
 * `car-not-working`.
 */
export function finishJob(parts: JobParts, job: JobId): void {
  changeJob(
    parts,
    job,
    (change) => {
      requireStep(change.data.car, 'car');
      refuseHindered(change);
      // The requested rework is done with the finish.
      const asked = openReworkOf(change.context.sqlite, change.row.id);
      if (asked === null) change.record('job-finished', {});
      else recordDone(change, asked, '');
      return change.data;
    },
    { finishes: true },
  );
}

/** Keeps a half-typed form; null clears it. ProblemError `not-found`. */
export function saveDraft(parts: JobParts, job: JobId, step: StepName, draft: string | null): void {
  parts.database.write((context) => {
    if (readJob(context.sqlite, job) === undefined) throw new ProblemError(makeProblem('not-found'));
    writeDraft(context, job, step, draft, parts.clock.now());
  });
}
