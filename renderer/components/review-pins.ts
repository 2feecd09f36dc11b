import type { ChecklistItem } from '../../shared/domain/checklist.ts';
import type { JobView } from '../../shared/domain/job.ts';
import { type StepName, stepsOf } from '../../shared/domain/job-steps.ts';
import type { JobReview } from '../../shared/domain/reviewing.ts';
import { neverReached } from '../../shared/never.ts';

/** The request that is to be answered in this job; null where there is none. */
export function openRequest({ review }: Pick<JobView, 'review'>): JobReview | null {
  return review?.state === 'rework-asked' || review?.state === 'rework-begun' ? review : null;
}

/** The step a request is about; null where it is about the whole job, or about a step this kind of job does not have. */
export function pinnedStep(job: Pick<JobView, 'kind'>, { pin }: Pick<JobReview, 'pin'>): StepName | null {
  const steps = stepsOf[job.kind];
  switch (pin.at) {
    case 'job':
      return null;
    case 'step':
      return steps.find((step) => step === pin.step) ?? null;
    case 'item':
    case 'photo':
      return steps.find((step) => step === 'fitting') ?? null;
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
