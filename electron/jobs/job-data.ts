import { z } from 'zod';
import { boxLabel } from '../../shared/domain/box-label.ts';
import { checklistAnswers, checklistTemplate, forcedMark } from '../../shared/domain/checklist.ts';
import { jobBox, jobCar, jobGroup, preflightCheck } from '../../shared/domain/job.ts';
import { type JobKind, stepName } from '../../shared/domain/job-steps.ts';
import { jobKey } from '../../shared/domain/job-key.ts';
import { leavingBox, losses, removalReason } from '../../shared/domain/job-removal.ts';
import { language } from '../../shared/domain/preferences.ts';
import { neverReached } from '../../shared/never.ts';
import { localAssignmentId, operationId, productId, userId } from '../../shared/ids.ts';
import { instant } from '../../shared/time.ts';
import type { JobRow } from '../db/tables/queue/jobs.ts';
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

const car = jobCar.extend({ operation: operationId.nullable() }).nullable();

const fittedBox = jobBox.extend({
  productId: productId.nullable(),
  /** What the pre-flight said when the Box was taken: the record, not today's state. */
  checks: z.array(preflightCheck),
});

/** The label of a Box that is not taken yet; with the Box it becomes the Box's own. */
const label = boxLabel.nullable().default(null);

const reportLanguage = language.nullable().default(null);

const verification = z
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
  .nullable();

/*
 * What a person decided in a job, as stored. What became of it is not repeated here: the operations know, and the view
 * asks them.
 */

export const installationData = z.object({
  version: z.literal(1),
  /** Rows written before there were other kinds do not say. */
  kind: z.literal('installation').default('installation'),
  car,
  key: jobKey.nullable(),
  skipped: z.array(stepName),
  checklist: z.union([checklist, firstChecklist]),
  forced: z.array(forcedMark).default([]),
  box: fittedBox.extend({ operation: operationId }).nullable(),
  label,
  group: jobGroup.extend({ createOperation: operationId.nullable(), operation: operationId }).nullable(),
  verification,
  reportLanguage,
});
export type InstallationData = z.infer<typeof installationData>;

/** A Box that leaves: which, what goes with it, and the decision. */
const leaving = {
  oldBox: leavingBox.extend({ takesAssignments: z.boolean() }).nullable(),
  /** Saved before the removal is queued: afterwards nobody can tell. */
  losses: losses.nullable(),
  out: z.object({ operation: operationId, reason: removalReason, at: instant }).nullable(),
};

export const removalData = z.object({
  version: z.literal(1),
  kind: z.literal('removal'),
  car,
  ...leaving,
  reportLanguage,
});
export type RemovalData = z.infer<typeof removalData>;

export const swapData = z.object({
  version: z.literal(1),
  kind: z.literal('swap'),
  car,
  ...leaving,
  key: jobKey.nullable(),
  skipped: z.array(stepName),
  forced: z.array(forcedMark).default([]),
  /** The new one; its operation is null until the exchange is decided. */
  box: fittedBox.extend({ operation: operationId.nullable() }).nullable(),
  label,
  /** Every try to make an access again, oldest first; `key` names its user and its period. */
  restores: z.array(z.object({ key: z.string(), operation: operationId, local: localAssignmentId })),
  verification,
  reportLanguage,
});
export type SwapData = z.infer<typeof swapData>;

export type JobData = InstallationData | RemovalData | SwapData;

/** The data of these kinds. */
export type DataOf<Kind extends JobKind> = Extract<JobData, { kind: Kind }>;

/** A job's data as its kind stores it. */
export function parseJobData({ kind, data }: Pick<JobRow, 'kind' | 'data'>): JobData {
  const stored: unknown = JSON.parse(data);
  switch (kind) {
    case 'installation':
      return installationData.parse(stored);
    case 'removal':
      return removalData.parse(stored);
    case 'swap':
      return swapData.parse(stored);
    default:
      return neverReached(kind);
  }
}

/** Is it of one of these kinds? */
export function isOfKind<Kind extends JobKind>(data: JobData, kinds: readonly Kind[]): data is DataOf<Kind> {
  return kinds.some((kind) => kind === data.kind);
}

/** An installation before anything was decided. */
export function emptyJobData(): InstallationData {
  return {
    version: 1,
    kind: 'installation',
    car: null,
    key: null,
    skipped: [],
    checklist: { begun: null, completedAt: null, aside: [] },
    forced: [],
    box: null,
    label: null,
    group: null,
    verification: null,
    reportLanguage: null,
  };
}

/** A job of any kind before anything was decided. */
export function emptyDataOf(kind: JobKind): JobData {
  const nothingLeaves = {
    version: 1,
    car: null,
    oldBox: null,
    losses: null,
    out: null,
    reportLanguage: null,
  } as const;
  switch (kind) {
    case 'installation':
      return emptyJobData();
    case 'removal':
      return { ...nothingLeaves, kind };
    case 'swap':
      return {
        ...nothingLeaves,
        kind,
        key: null,
        skipped: [],
        forced: [],
        box: null,
        label: null,
        restores: [],
        verification: null,
      };
    default:
      return neverReached(kind);
  }
}
