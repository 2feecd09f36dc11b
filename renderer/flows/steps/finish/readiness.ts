import { type JobView, stateOf } from '../../../../shared/domain/job.ts';
import { type StepName, stepsOf } from '../../../../shared/domain/job-steps.ts';
import { stageOf } from '../verify/phases.ts';

/** The steps nobody has decided about, or that need a person. */
export function openSteps(job: JobView): readonly StepName[] {
  return stepsOf[job.kind].filter((step) => {
    const state = stateOf(job, step);
    return step !== 'finish' && (state === 'open' || state === 'problem');
  });
}

/**
 * - `ready`: every step is decided. - `open`: steps are open; finishing leaves them for good.
 * - `access`: a test access is there or on its way: a finished job could not take it back.
 */
export type Readiness = 'ready' | 'open' | 'access';

/** May this job be finished? */
export function readiness(job: JobView): Readiness {
  const stage = job.kind === 'removal' ? 'set-up' : stageOf(job.verification.phase);
  if (stage === 'waiting' || stage === 'trying') return 'access';
  return openSteps(job).length > 0 ? 'open' : 'ready';
}
