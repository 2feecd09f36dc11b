import { type JobView, type StepName, stepName } from '../../shared/domain/job.ts';

/** The steps in the order of the rail. */
export const stepOrder: readonly StepName[] = stepName.options;

/** What has to be there before a step can be opened. */
export type Reach =
  { readonly can: true } | { readonly can: false; readonly needs: 'car' | 'box' | 'nothing-more' };

/**
 * Steps may be done in any order where the data allows: everything after the fitting writes about a car, and a test
 * access without a Box can prove nothing. A finished job is only read.
 */
export function reachable(job: Pick<JobView, 'car' | 'box' | 'finishedAt'>, step: StepName): Reach {
  if (job.finishedAt !== null && step !== 'finish') return { can: false, needs: 'nothing-more' };
  const needsCar = step === 'box' || step === 'group' || step === 'verify';
  if (needsCar && job.car === null) return { can: false, needs: 'car' };
  if (step === 'verify' && job.box === null) return { can: false, needs: 'box' };
  return { can: true };
}

/** The next step after this one that nobody has decided about yet; the last one when all are decided. */
export function nextStep(
  job: Pick<JobView, 'car' | 'box' | 'finishedAt' | 'steps'>,
  from: StepName,
): StepName {
  const after = stepOrder.slice(stepOrder.indexOf(from) + 1);
  return after.find((step) => job.steps[step].state === 'open' && reachable(job, step).can) ?? 'finish';
}

/** The step to open a job with: the one it stands at, or what that one needs first. */
export function firstStep(job: Pick<JobView, 'car' | 'box' | 'finishedAt' | 'step'>): StepName {
  const reach = reachable(job, job.step);
  if (reach.can) return job.step;
  return reach.needs === 'nothing-more' ? 'finish' : reach.needs;
}

/** The step before in the rail. */
export function stepBefore(step: StepName): StepName | null {
  return stepOrder[stepOrder.indexOf(step) - 1] ?? null;
}
