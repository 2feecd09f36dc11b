import { z } from 'zod';
import { checklistAnswers, checklistTemplate, forcedMark } from '../../shared/domain/checklist.ts';
import { jobBox, jobCar, jobGroup, jobKey, preflightCheck, stepName } from '../../shared/domain/job.ts';
import { localAssignmentId, operationId, productId, userId } from '../../shared/ids.ts';
import { instant } from '../../shared/time.ts';
import { firstTemplate } from '../checklists/shipped.ts';

/** A checklist as it was begun: the template itself is kept, so that no later version rewrites what was answered. */
const begunChecklist = z.object({ template: checklistTemplate, answers: checklistAnswers });

/** Jobs of the first builds kept the name and version of the one template there was. */
const firstChecklist = z
  .object({
    templateId: z.literal(firstTemplate.id),
    templateVersion: z.literal(firstTemplate.version),
    answers: checklistAnswers,
    completedAt: instant.nullable(),
  })
  .transform(({ answers, completedAt }) => ({
    begun: Object.keys(answers).length === 0 ? null : { template: firstTemplate, answers },
    completedAt,
    aside: [],
  }));

const checklist = z.object({
  /** Null while the checklist is only suggested. */
  begun: begunChecklist.nullable(),
  completedAt: instant.nullable(),
  /** Checklists that were begun before another one was chosen, with their answers. */
  aside: z.array(begunChecklist),
});

const observation = z.object({ worked: z.boolean(), at: instant, event: operationId.nullable() });

/**
 * What a person decided in a job, as stored. What became of it is not repeated here: the operations know, and the view
 * asks them.
 */
export const jobData = z.object({
  version: z.literal(1),
  car: jobCar.extend({ operation: operationId.nullable() }).nullable(),
  key: jobKey.nullable(),
  skipped: z.array(stepName),
  checklist: z.union([checklist, firstChecklist]),
  forced: z.array(forcedMark).default([]),
  box: jobBox
    .extend({
      productId: productId.nullable(),
      operation: operationId,
      /** What the pre-flight said when the Box was taken: the record, not today's state. */
      checks: z.array(preflightCheck),
    })
    .nullable(),
  group: jobGroup.extend({ createOperation: operationId.nullable(), operation: operationId }).nullable(),
  verification: z
    .object({
      userId,
      userName: z.string(),
      minutes: z.number().int().positive(),
      local: localAssignmentId,
      create: operationId,
      opened: observation.nullable(),
      closed: observation.nullable(),
      remove: operationId.nullable(),
    })
    .nullable(),
});
export type JobData = z.infer<typeof jobData>;

/** A job before anything was decided. */
export function emptyJobData(): JobData {
  return {
    version: 1,
    car: null,
    key: null,
    skipped: [],
    checklist: { begun: null, completedAt: null, aside: [] },
    forced: [],
    box: null,
    group: null,
    verification: null,
  };
}
