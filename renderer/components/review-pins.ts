import type { ChecklistItem } from '../../shared/domain/checklist.ts';
import type { JobView } from '../../shared/domain/job.ts';
import { phaseOf } from '../../shared/domain/checklist-asking.ts';
import { type StepName, stepOfPhase, stepsOf } from '../../shared/domain/job-steps.ts';
import { type JobReview, mendedAt } from '../../shared/domain/reviewing.ts';
import { neverReached } from '../../shared/never.ts';

/** The request that is to be answered in this job; null where there is none. */
export function openRequest({ review }: Pick<JobView, 'review'>): JobReview | null {
  return review?.state === 'rework-asked' || review?.state === 'rework-begun' ? review : null;
}

/**
 * The step a request is about; null where this kind of job does not have it. Of a request about the whole job its reason
 * says where it is mended.
 */
export function pinnedStep(job: JobView, review: Pick<JobReview, 'pin' | 'reason'>): StepName | null {
  const { pin, reason } = review;
  const steps = stepsOf[job.kind];
  switch (pin.at) {
    case 'job': {
      return reason === null ? null : (mendedAt[reason][job.kind] ?? null);
    }
    case 'step':
      return steps.find((step) => step === pin.step) ?? null;
    case 'item':
    case 'photo': {
      const item = pinnedItem(job, review);
      const asked = stepOfPhase[item === null ? 'after' : phaseOf(item)];
      return steps.find((step) => step === asked) ?? null;
    }
    default:
      return neverReached(pin);
  }
}

/** The item of the checklist that a request is about, also by a photo of it; null where it is about none that is here. */
export function pinnedItem(job: JobView, { pin }: Pick<JobReview, 'pin'>): ChecklistItem | null {
  if (job.kind !== 'installation' || pin.at === 'job' || pin.at === 'step') return null;
  const { template, answers } = job.checklist;
  const id =
    pin.at === 'item'
      ? pin.item
      : (pin.item ??
        Object.entries(answers).find(
          ([, answer]) =>
            typeof answer === 'object' && 'photos' in answer && answer.photos.includes(pin.digest),
        )?.[0]);
  return template.items.find((item) => item.id === id) ?? null;
}
