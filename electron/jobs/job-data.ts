import { z } from 'zod';
import { annotation } from '../../shared/domain/annotation.ts';
import { type BoxLabel, boxLabel, preflightCheck } from '../../shared/domain/boxes.ts';
import {
  answerOrigins,
  checklistAnswers,
  checklistTemplate,
  forcedMark,
} from '../../shared/domain/checklist.ts';
import { carKeys as keysOfCar, type CarKeys, jobBox, jobCar, jobGroup } from '../../shared/domain/job.ts';
import { type JobKind, stepName } from '../../shared/domain/job-steps.ts';
import { jobKey } from '../../shared/domain/directory.ts';
import { leavingBox, losses, removalReason } from '../../shared/domain/job-removal.ts';
import { language } from '../../shared/domain/settings.ts';
import { operatorEvents } from '../../shared/domain/proof.ts';
import { neverReached } from '../../shared/never.ts';
import { localAssignmentId, operationId, productId, userId } from '../../shared/ids.ts';
import { reviewId } from '../../shared/relay/reviews.ts';
import { instant } from '../../shared/time.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import standardJson from '../../resources/checklists/retired/standard-1.json' with { type: 'json' };
import type { JobRow } from '../db/tables/queue/jobs.ts';

/** A checklist in use. The template itself is stored, so that later versions do not affect the answers. */
const begunChecklist = z.object({
  template: checklistTemplate,
  answers: checklistAnswers,
  origins: answerOrigins.default([]),
  /** The publication version that contains the template; null = the template was local. */
  publication: z.number().int().nullable().default(null),
});
export type BegunChecklist = z.infer<typeof begunChecklist>;

const noItems: string[] = [];

/** The single template of the first builds; it is no longer offered. */
const firstTemplate = checklistTemplate.parse(standardJson);

/** Jobs of the first builds stored only its name and version. */
const firstChecklist = z
  .object({
    templateId: z.literal(firstTemplate.id),
    templateVersion: z.literal(firstTemplate.version),
    answers: checklistAnswers,
    completedAt: instant.nullable(),
  })
  .transform(({ answers, completedAt }) => ({
    begun:
      Object.keys(answers).length === 0
        ? null
        : { template: firstTemplate, answers, origins: [], publication: null },
    beforeCompletedAt: completedAt,
    completedAt,
    aside: [],
    explained: [],
    carried: noItems,
  }));

const checklist = z.object({
  /** Null while the checklist is only suggested. */
  begun: begunChecklist.nullable(),
  /** When its part before the Box was closed. */
  beforeCompletedAt: instant.nullable().default(null),
  /** When its part after the Box was closed. */
  completedAt: instant.nullable(),
  /** Checklists that were replaced by another one, with their answers. */
  aside: z.array(begunChecklist),
  /** Items that were answered after a supervisor returned the job. For a replaced answer the log has the reason. */
  explained: z.array(z.object({ item: z.string(), review: reviewId })).default([]),
  /**
   * Items whose answer is carried over from the previous car in the series, until a person answers them or closes their
   * part.
   */
  carried: z.array(z.string()).default([]),
});

const checklistOfJob = z.union([checklist, firstChecklist]);
const noChecklist: z.output<typeof checklistOfJob> = {
  begun: null,
  beforeCompletedAt: null,
  completedAt: null,
  aside: [],
  explained: [],
  carried: [],
};

const observation = z.object({ worked: z.boolean(), at: instant, event: operationId.nullable() });

const car = jobCar.extend({ operation: operationId.nullable() }).nullable();

const fittedBox = jobBox.extend({
  productId: productId.nullable(),
  /** The pre-flight checks at the time when the Box was chosen: a record, not the present state. */
  checks: z.array(preflightCheck),
  /** Checks that a person forced with the job's key at that time. */
  forced: z.array(preflightCheck.shape.check).default([]),
});

/** The label of a Box that is not chosen yet; it becomes that Box's label. */
const label = boxLabel.nullable().default(null);

const reportLanguage = language.nullable().default(null);
/** The time at which the job was discarded without a result. */
const discardedAt = instant.nullable().default(null);

/** Photos that a person marked up, oldest first. The answers name the originals. */
const annotations = z.array(annotation).default([]);

const noCarKeys: CarKeys = { held: [], back: [] };
const carKeys = keysOfCar.default(noCarKeys);

/** One test of the car: a temporary access, the observations with it, and its removal. */
const accessTest = z.object({
  userId,
  userName: z.string(),
  minutes: z.number().int().positive(),
  local: localAssignmentId,
  create: operationId,
  opened: observation.nullable(),
  closed: observation.nullable(),
  /** Earlier observations with the same access, oldest first. */
  earlierTries: z
    .array(z.object({ what: z.enum(['opened', 'closed']), worked: z.boolean(), at: instant }))
    .default([]),
  extension: operationId.nullable().default(null),
  operatorEvents: operatorEvents.nullable().default(null),
  remove: operationId.nullable(),
});
export type AccessTest = z.infer<typeof accessTest>;

/** The tests of a car, and whether it was handed to the customer as not working. */
const tested = {
  /** The newest test. */
  verification: accessTest.nullable(),
  /** Earlier tests, oldest first. */
  earlierTests: z.array(accessTest).default([]),
  notWorking: z.object({ reason: z.string(), at: instant }).nullable().default(null),
};
const untested = { verification: null, earlierTests: [], notWorking: null };

/* A person's decisions in a job, as stored. Outcomes are not repeated here: the view reads them from the operations. */

export const installationData = z.object({
  version: z.literal(1),
  /** Absent in rows from before there were several kinds. */
  kind: z.literal('installation').default('installation'),
  car,
  key: jobKey.nullable(),
  skipped: z.array(stepName),
  checklist: checklistOfJob,
  forced: z.array(forcedMark).default([]),
  box: fittedBox.extend({ operation: operationId }).nullable(),
  label,
  group: jobGroup.extend({ createOperation: operationId.nullable(), operation: operationId }).nullable(),
  ...tested,
  annotations,
  carKeys,
  reportLanguage,
  discardedAt,
});
export type InstallationData = z.infer<typeof installationData>;

/** A Box to remove: its identity, its accesses, and the decision. */
const leaving = {
  oldBox: leavingBox.extend({ takesAssignments: z.boolean() }).nullable(),
  /** Saved before the removal is queued, because the operator no longer returns it afterwards. */
  losses: losses.nullable(),
  out: z.object({ operation: operationId, reason: removalReason, at: instant }).nullable(),
};

export const removalData = z.object({
  version: z.literal(1),
  kind: z.literal('removal'),
  car,
  ...leaving,
  skipped: z.array(stepName).default([]),
  checklist: checklistOfJob.default(noChecklist),
  forced: z.array(forcedMark).default([]),
  annotations,
  carKeys,
  reportLanguage,
  discardedAt,
});
export type RemovalData = z.infer<typeof removalData>;

export const swapData = z.object({
  version: z.literal(1),
  kind: z.literal('swap'),
  car,
  ...leaving,
  key: jobKey.nullable(),
  skipped: z.array(stepName),
  checklist: checklistOfJob.default(noChecklist),
  forced: z.array(forcedMark).default([]),
  /** The new Box; its operation is null until the exchange is decided. */
  box: fittedBox.extend({ operation: operationId.nullable() }).nullable(),
  label,
  /** Every attempt to recreate an access, oldest first; `key` identifies its user and its period. */
  restores: z.array(z.object({ key: z.string(), operation: operationId, local: localAssignmentId })),
  ...tested,
  annotations,
  carKeys,
  reportLanguage,
  discardedAt,
});
export type SwapData = z.infer<typeof swapData>;

export type JobData = InstallationData | RemovalData | SwapData;

/** The data of these kinds. */
export type DataOf<Kind extends JobKind> = Extract<JobData, { kind: Kind }>;

/** A job's data as stored by its kind. */
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

/** Whether the data is of one of these kinds. */
export function isOfKind<Kind extends JobKind>(data: JobData, kinds: readonly Kind[]): data is DataOf<Kind> {
  return kinds.some((kind) => kind === data.kind);
}

/** An installation without decisions. */
export function emptyJobData(): InstallationData {
  return {
    version: 1,
    kind: 'installation',
    car: null,
    key: null,
    skipped: [],
    checklist: noChecklist,
    forced: [],
    box: null,
    label: null,
    group: null,
    ...untested,
    annotations: [],
    carKeys: noCarKeys,
    reportLanguage: null,
    discardedAt: null,
  };
}

/** A job of any kind without decisions. */
export function emptyDataOf(kind: JobKind): JobData {
  const nothingLeaves = {
    version: 1,
    car: null,
    oldBox: null,
    losses: null,
    out: null,
    skipped: [],
    checklist: noChecklist,
    forced: [],
    annotations: [],
    carKeys: noCarKeys,
    reportLanguage: null,
    discardedAt: null,
  } as const satisfies Partial<RemovalData>;
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
        box: null,
        label: null,
        restores: [],
        ...untested,
      };
    default:
      return neverReached(kind);
  }
}

/** The search text of a job, folded like queries: its car as of that time, and its Boxes. */
export function searchTextOf(data: JobData): string {
  const { car } = data;
  return [car?.licensePlate, car?.vin, car?.name, car?.brand, car?.model, ...serialsOf(data)]
    .map((part) => foldForSearch(part ?? ''))
    .filter((part) => part !== '')
    .join(' ');
}

/** The serials of a job's Boxes, the new Box first. */
export function serialsOf(data: JobData): readonly string[] {
  const boxes =
    data.kind === 'installation'
      ? [data.box]
      : data.kind === 'removal'
        ? [data.oldBox]
        : [data.box, data.oldBox];
  return boxes.flatMap((box) => (box === null ? [] : [box.serialNumber]));
}

/** The photographed labels that a job shows. */
export function labelsOf(data: JobData): readonly BoxLabel[] {
  if (data.kind === 'removal') return [];
  return [data.label, data.box?.label ?? null].filter((label) => label !== null);
}
