import type { ChecklistItem } from '../../shared/domain/checklist.ts';
import type { JobView } from '../../shared/domain/job.ts';
import { allItems, phaseOf } from '../../shared/domain/checklist-asking.ts';
import { type StepName, checklistStep, stepsOf } from '../../shared/domain/job-steps.ts';
import { type JobReview, reworkStepOf } from '../../shared/domain/reviewing.ts';
import { neverReached } from '../../shared/never.ts';

/** The open rework request of this job; null where there is none. */
export function openRequest({ review }: Pick<JobView, 'review'>): JobReview | null {
  return review?.state === 'rework-asked' || review?.state === 'rework-begun' ? review : null;
}

/**
 * The step that a request concerns; null where this kind of job does not have it. For a request about the whole job,
 * its reason selects the step.
 */
export function pinnedStep(job: JobView, review: Pick<JobReview, 'pin' | 'reason'>): StepName | null {
  const { pin, reason } = review;
  const steps = stepsOf[job.kind];
  switch (pin.at) {
    case 'job': {
      return reason === null ? null : (reworkStepOf[reason][job.kind] ?? null);
    }
    case 'step':
      return steps.find((step) => step === pin.step) ?? null;
    case 'item':
    case 'photo': {
      const item = pinnedItem(job, review);
      const asked = checklistStep(job.kind, item === null ? 'after' : phaseOf(item));
      return steps.find((step) => step === asked) ?? null;
    }
    default:
      return neverReached(pin);
  }
}

/** The checklist item that a request concerns, also by one of its photos; null where this job has no such item. */
export function pinnedItem(job: JobView, { pin }: Pick<JobReview, 'pin'>): ChecklistItem | null {
  if (pin.at === 'job' || pin.at === 'step') return null;
  const { template, answers } = job.checklist;
  const id =
    pin.at === 'item'
      ? pin.item
      : (pin.item ??
        Object.entries(answers).find(
          ([, answer]) =>
            typeof answer === 'object' && 'photos' in answer && answer.photos.includes(pin.digest),
        )?.[0]);
  return allItems(template).find((item) => item.id === id) ?? null;
}
