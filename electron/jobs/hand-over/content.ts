import { z } from 'zod';
import { stepName } from '../../../shared/domain/job.ts';
import { confirmedBy, operationKind } from '../../../shared/domain/operation.ts';
import { environment } from '../../../shared/environment.ts';
import { customerId, groupId, jobId, operationId } from '../../../shared/ids.ts';
import { newCar } from '../../../shared/ipc/calls/jobs.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { attachmentDigest, attachmentType } from '../../../shared/relay/attachments.ts';
import { instant } from '../../../shared/time.ts';
import { installationData } from '../job-data.ts';

/** An operation that is through: what the operator holds of this job, and may never be asked for again. */
const settledOperation = z.object({
  id: operationId,
  kind: operationKind,
  payload: z.string(),
  payload_version: z.number().int(),
  payload_digest: z.string(),
  lane: z.string(),
  confirmed_by: confirmedBy.nullable(),
  attempt: z.number().int(),
  created_at: instant,
  updated_at: instant,
  finished_at: instant.nullable(),
  bindings: z.record(z.string(), z.number().int()),
});

/** A job on its way from one laptop to another. No login, no key, no token: the receiver has its own. */
export const handedJob = z.object({
  version: z.literal(1),
  environment,
  baseUrl: z.string(),
  customerId,
  /** Counts the hands the job went through. */
  turn: z.number().int().positive(),
  by: z.string(),
  at: instant,
  job: z.object({ id: jobId, worker: z.string(), startedAt: instant, data: installationData }),
  drafts: z.partialRecord(stepName, z.string()),
  settled: z.array(settledOperation),
  /** What was decided and has not left: asked for by the receiver alone. */
  todo: z.object({
    car: newCar.nullable(),
    serial: z.string().nullable(),
    group: z.union([z.object({ id: groupId }), z.object({ name: z.string() })]).nullable(),
  }),
});
export type HandedJob = z.infer<typeof handedJob>;

/** The same with its pictures, as it stands in the file. */
const handedFile = handedJob.extend({
  pictures: z.array(z.object({ digest: attachmentDigest, mediaType: attachmentType, bytes: z.base64() })),
});
export type HandedFile = z.infer<typeof handedFile>;

/** Reads what was unlocked. ProblemError `hand-over-unreadable`. */
export function parseHandedFile(text: string): HandedFile {
  try {
    return handedFile.parse(JSON.parse(text));
  } catch (cause) {
    const says = cause instanceof Error ? cause.message.slice(0, 500) : null;
    throw new ProblemError(makeProblem('hand-over-unreadable', {}, says));
  }
}
