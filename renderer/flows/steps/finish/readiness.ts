import { type JobView, stateOf } from '../../../../shared/domain/job.ts';
import { type StepName, stepsOf } from '../../../../shared/domain/job-steps.ts';
import type { FinishBlocker } from '../../../../shared/domain/proof.ts';

/** The open steps, and those that need a person. */
export function openSteps(job: JobView): readonly StepName[] {
  return stepsOf[job.kind].filter((step) => {
    const state = stateOf(job, step);
    return step !== 'finish' && (state === 'open' || state === 'problem');
  });
}

/**
 * - `ready`: every step is decided.
 * - `open`: steps are open, and finishing leaves them open permanently.
 * - `access-left`, `not-working`: main refuses to finish the job.
 */
export type Readiness = 'ready' | 'open' | FinishBlocker;

/** Whether this job may be finished. */
export function readiness(job: JobView): Readiness {
  const hindrance = job.kind === 'removal' ? null : job.verification.hindrance;
  if (hindrance !== null) return hindrance;
  return openSteps(job).length > 0 ? 'open' : 'ready';
}

/** Every step is decided, every operation confirmed, every Box compared, and the car tested where a test was needed. */
export const isAllConfirmed = (job: JobView): boolean =>
  readiness(job) === 'ready' &&
  job.unfinished === 0 &&
  !job.boxUnchecked &&
  (job.proof.state === 'proven' || job.proof.state === 'not-needed');
