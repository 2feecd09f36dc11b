import type { JobView, StepName } from '../../../../shared/domain/job.ts';
import { stageOf } from '../verify/phases.ts';
import { stepOrder } from '../../step-order.ts';

/** The steps nobody has decided about, or that need a person. */
export function openSteps(job: Pick<JobView, 'steps'>): readonly StepName[] {
  return stepOrder.filter(
    (step) => step !== 'finish' && (job.steps[step].state === 'open' || job.steps[step].state === 'problem'),
  );
}

/**
 * - `ready`: every step is decided. - `open`: steps are open; finishing leaves them for good.
 * - `access`: a test access is there or on its way: a finished job could not take it back.
 */
export type Readiness = 'ready' | 'open' | 'access';

/** May this job be finished? */
export function readiness(job: Pick<JobView, 'steps' | 'verification'>): Readiness {
  const stage = stageOf(job.verification.phase);
  if (stage === 'waiting' || stage === 'trying') return 'access';
  return openSteps(job).length > 0 ? 'open' : 'ready';
}
