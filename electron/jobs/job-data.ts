import { z } from 'zod';
import { checklistAnswers } from '../../shared/domain/checklist.ts';
import { jobBox, jobCar, jobGroup, jobKey, preflightCheck, stepName } from '../../shared/domain/job.ts';
import { localAssignmentId, operationId, productId, userId } from '../../shared/ids.ts';
import { instant } from '../../shared/time.ts';

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
  checklist: z.object({
    templateId: z.string(),
    templateVersion: z.number().int(),
    answers: checklistAnswers,
    completedAt: instant.nullable(),
  }),
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
export function emptyJobData(template: { id: string; version: number }): JobData {
  return {
    version: 1,
    car: null,
    key: null,
    skipped: [],
    checklist: {
      templateId: template.id,
      templateVersion: template.version,
      answers: {},
      completedAt: null,
    },
    box: null,
    group: null,
    verification: null,
  };
}
