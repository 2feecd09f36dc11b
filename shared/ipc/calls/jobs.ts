import { z } from 'zod';
import { checklistAnswer, checklistName } from '../../domain/checklist.ts';
import { jobKind, jobSummary, jobView, preflightCheck, stepName } from '../../domain/job.ts';
import { carId, groupId, jobId, keyId, userId } from '../../ids.ts';
import { call } from '../call.ts';

const job = z.object({ jobId });

/** A car as typed. Texts come as typed; the use case trims and checks them. */
export const newCar = z.object({
  name: z.string().max(20_000),
  licensePlate: z.string().max(20_000),
  vin: z.string().max(20_000),
  brand: z.string().max(20_000),
  model: z.string().max(20_000),
});
export type NewCar = z.infer<typeof newCar>;

/** Guided flows. Every write is a step and its operations in one transaction; none waits for the network. */
export const jobCalls = {
  'jobs.list': call(z.object({}), z.object({ jobs: z.array(jobSummary) })),
  'jobs.get': call(job, jobView),
  'jobs.start': call(z.object({ kind: jobKind }), jobView),
  'jobs.chooseCar': call(job.extend({ carId }), jobView),
  'jobs.createCar': call(job.extend({ car: newCar }), jobView),
  'jobs.chooseKey': call(job.extend({ brand: z.string().max(200), keyId }), jobView),
  /** Keyfob or fitting left out on purpose; shown in the report. */
  'jobs.skipStep': call(job.extend({ step: z.enum(['keyfob', 'fitting', 'group']) }), jobView),
  /** Another checklist for this job, remembered for its make. Answers to the one before are kept with it. */
  'jobs.chooseChecklist': call(job.extend({ checklist: checklistName }), jobView),
  /** `reason`: why an answer counts although it is out of range or another code than expected. */
  'jobs.answer': call(
    job.extend({
      itemId: z.string().max(60),
      answer: checklistAnswer.nullable(),
      reason: z.string().max(20_000).nullable(),
    }),
    jobView,
  ),
  'jobs.completeChecklist': call(job, jobView),
  /** What can be said about this serial before it is fitted. Reads local copies, and the operator when it answers in time. */
  'jobs.preflight': call(
    job.extend({ serialNumber: z.string().max(20_000) }),
    z.object({ checks: z.array(preflightCheck), variant: z.string().nullable() }),
  ),
  'jobs.installBox': call(job.extend({ serialNumber: z.string().max(20_000) }), jobView),
  'jobs.chooseGroup': call(
    job.extend({ group: z.union([z.object({ id: groupId }), z.object({ name: z.string().max(20_000) })]) }),
    jobView,
  ),
  'jobs.verify': call(job.extend({ userId, minutes: z.number().int().min(1).max(1440) }), jobView),
  /** What the installer saw. `true` also records the event at the operator (CarOpened / CarClosed). */
  'jobs.recordAccess': call(job.extend({ what: z.enum(['opened', 'closed']), worked: z.boolean() }), jobView),
  'jobs.removeTestAccess': call(job, jobView),
  'jobs.finish': call(job, jobView),
  'jobs.saveDraft': call(
    job.extend({ step: stepName, draft: z.string().max(50_000).nullable() }),
    z.object({}),
  ),
  /** Writes the PDF report and answers where it is; null when the person cancelled choosing a place. */
  'jobs.report': call(job, z.object({ path: z.string().nullable() })),
} as const;
