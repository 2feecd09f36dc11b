import { type JobView, type SentJob, stateOf } from '../../shared/domain/job.ts';
import { type StepName, stepsOf } from '../../shared/domain/job-steps.ts';
import { neverReached } from '../../shared/never.ts';
import type { TextKey } from '../i18n/texts.ts';

/** The preconditions for opening a step. */
type Reach = { readonly can: true } | { readonly can: false; readonly needs: NeededStep };
type NeededStep = 'car' | 'before' | 'box' | 'old-box' | 'losses' | 'take-out' | 'exchange';

/**
 * Steps may be done in any order where the data allows. Every step of a finished job is readable. This is the one place
 * where the kinds differ.
 */
export function reachable(job: SentJob, step: StepName): Reach {
  if (job.finishedAt !== null) return can;
  switch (job.kind) {
    case 'installation': {
      // Every step from the Box on needs a car, and a test access needs a Box.
      const needsCar = step === 'box' || step === 'fitting' || step === 'group' || step === 'verify';
      if (needsCar && job.car === null) return missing('car');
      if (step === 'box' && job.box === null && job.steps.before.state === 'open') return missing('before');
      const needsBox = step === 'fitting' || step === 'verify';
      return needsBox && job.box === null ? missing('box') : can;
    }
    case 'removal':
    case 'swap': {
      const missingFirst =
        step === 'car' || step === 'finish' || step === 'keyfob' ? null : missingOf(job, step);
      return missingFirst === null ? can : missing(missingFirst);
    }
    default:
      return neverReached(job);
  }
}

const can = { can: true } as const;
const missing = (needs: NeededStep) => ({ can: false, needs }) as const;

/** The first missing precondition of a step about a Box that leaves. */
function missingOf(job: Extract<SentJob, { kind: 'removal' | 'swap' }>, step: StepName): NeededStep | null {
  const { box, losses, operation } = job.removal;
  if (job.car === null) return 'car';
  if (step === 'old-box') return null;
  if (box === null) return 'old-box';
  if (step === 'losses' || step === 'box') return null;
  if (losses === null) return 'losses';
  if (job.kind === 'removal') return step === 'checks' && operation === null ? 'take-out' : null;
  if (job.box === null) return 'box';
  if (step === 'exchange') return null;
  return operation === null ? 'exchange' : null;
}

/** The next undecided step after this one; the last one when all are decided. */
export function nextStep(job: SentJob, from: StepName): StepName {
  const order = stepsOf[job.kind];
  const after = order.slice(order.indexOf(from) + 1);
  return after.find((step) => stateOf(job, step) === 'open' && reachable(job, step).can) ?? 'finish';
}

/** The step to open a job with: its current one, or that step's first missing precondition. */
export function firstStep(job: JobView): StepName {
  if (job.finishedAt !== null) return 'finish';
  const reach = reachable(job, job.step);
  if (reach.can) return job.step;
  return reachable(job, reach.needs).can ? reach.needs : firstStep({ ...job, step: reach.needs });
}

/** The next step in the rail. */
export function stepAfter(job: JobView, step: StepName): StepName {
  const order = stepsOf[job.kind];
  return order[order.indexOf(step) + 1] ?? 'finish';
}

/** The previous step in the rail. */
export function stepBefore(job: JobView, step: StepName): StepName | null {
  const order = stepsOf[job.kind];
  return order[order.indexOf(step) - 1] ?? null;
}

/** The precondition of a step, in words. */
export const neededFirst: Readonly<Record<NeededStep, TextKey>> = {
  car: 'flow.rail.needsCar',
  before: 'flow.rail.needsBefore',
  box: 'flow.rail.needsBox',
  'old-box': 'flow.rail.needsOldBox',
  losses: 'flow.rail.needsLosses',
  'take-out': 'flow.rail.needsTakeOut',
  exchange: 'flow.rail.needsExchange',
};
