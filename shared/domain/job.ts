import { annotation } from './annotation.ts';
import { z } from 'zod';
import { carId, groupId, jobId } from '../ids.ts';
import { problem, sentence } from '../problem.ts';
import { instant } from '../time.ts';
import { plannedCar } from './batch.ts';
import { boxLabel, preflightCheck } from './boxes.ts';
import { answerOrigins, checklistAnswers, checklistTemplate, forcedMark } from './checklist.ts';
import { jobRemoval, jobRestore } from './job-removal.ts';
import type { CountedJob } from './supervision-overview.ts';
import { jobKey } from './directory.ts';
import { proof, jobVerification } from './proof.ts';
import { jobReview } from './reviewing.ts';
import { role } from './people.ts';
import { jobSeries } from './planned-work.ts';
import { handedSignature } from './trust.ts';
import { operationView } from './operation.ts';
import { language } from './settings.ts';
import {
  installationStep,
  type JobKind,
  jobKind,
  removalStep,
  type StepName,
  stepName,
  swapStep,
} from './job-steps.ts';

/* A job as the window gets it: its steps, its car, its Box, its tests and its status. */

/**
 * The state of a step.
 * - `open`: nothing is decided yet.
 * - `saved`: decided here; its operations are on their way (never shown as done).
 * - `confirmed`: nothing is left to confirm.
 * - `problem`: a person must act.
 * - `skipped`: left out on purpose.
 * - `not-needed`: there is nothing to decide, for example the key in a swap whose new Box has the variant of the
 *   old one, or the step `restore` without an access.
 * - `not-working`: the car did not open or close, and the customer received it in that state, with a reason.
 * - `unchecked`: complete at the operator, but the Box was never compared with the one that the car needs.
 * - `reported`: complete according to another laptop, whose hand-over file brought the job; the operator has not
 *   confirmed it here.
 */
export const stepState = z.enum([
  'open',
  'saved',
  'confirmed',
  'problem',
  'skipped',
  'not-needed',
  'not-working',
  'unchecked',
  'reported',
]);
export type StepState = z.infer<typeof stepState>;

/** A car in a job. `id` is null until the operator has assigned it (a car created offline). */
export const jobCar = z.object({
  id: carId.nullable(),
  origin: z.enum(['directory', 'created']),
  name: z.string(),
  licensePlate: z.string().nullable(),
  vin: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
});
export type JobCar = z.infer<typeof jobCar>;

export const jobBox = z.object({
  /** As typed or scanned; never rewritten. */
  serialNumber: z.string(),
  /** The serial that is looked up and sent. */
  lookupSerial: z.string(),
  variant: z.string().nullable(),
  sapNumber: z.string().nullable(),
  /** Its label, where it was photographed. */
  label: boxLabel.nullable().default(null),
});
export type JobBox = z.infer<typeof jobBox>;

export const jobGroup = z.object({ id: groupId.nullable(), name: z.string() });
export type JobGroup = z.infer<typeof jobGroup>;

/** The groups of Home, in this order of urgency. */
export const jobStatus = z.enum([
  'needs-person',
  'in-progress',
  'waiting-for-connection',
  'waiting-for-result',
  'done',
]);
export type JobStatus = z.infer<typeof jobStatus>;

export const jobSummary = z.object({
  id: jobId,
  kind: jobKind,
  status: jobStatus,
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** The person who began it. */
  worker: z.string(),
  /** The person who last took it over from another laptop; empty = unknown, null = it was begun here. */
  takenOverBy: z.string().nullable(),
  car: jobCar.nullable(),
  /** The step to continue with. */
  step: stepName,
  /** The present state, in one sentence. */
  says: sentence,
  problem: problem.nullable(),
  /** Operations of this job that have not ended. */
  unfinished: z.number().int(),
  /** Since when a result of the operator is awaited; null = none is. */
  awaitingSince: instant.nullable(),
  testAccessOpen: z.boolean(),
  /** Whether the car opens and closes, as far as known. */
  proof,
  /** Whether this job installed a Box: requested, and neither refused nor cancelled. */
  boxIn: z.boolean(),
  /** Whether a check of its Box is still open, also after the installation. */
  boxUnchecked: z.boolean(),
  /** Whether this job removed a Box. Requested, and neither refused nor cancelled. */
  boxOut: z.boolean(),
  /** Number of forced checks, each with a reason. */
  forcedCount: z.number().int().nonnegative(),
  /** The job was handed over to another laptop; here it is read-only. */
  handedOver: z.boolean(),
  /** The laptop that continues the job after this one was silent; absent if a person handed it over. */
  continuedOn: z.string().exactOptional(),
  /**
   * Set if only another laptop's report confirms an operation of the job: the laptop of the last hand-over file ('' =
   * its name is not proven), and the trust in that file's signature.
   */
  reported: z.object({ laptop: z.string(), signature: handedSignature }).nullable().default(null),
  /** The supervisor's last review of the job and the answer to it; null = no review. */
  review: jobReview.nullable(),
});
export type JobSummary = z.infer<typeof jobSummary>;

/** The facts of a job of this laptop that enter the counts. */
export const countedJob = ({
  kind,
  status,
  finishedAt,
  boxIn,
  boxOut,
  boxUnchecked,
  proof: shown,
  review,
  reported,
}: JobSummary): CountedJob => ({
  kind,
  complete: status === 'done' && finishedAt !== null && reported === null,
  fitted: boxIn,
  takenOut: boxOut,
  unchecked: boxUnchecked,
  proof: shown,
  sentBack: review?.state === 'rework-asked' || review?.state === 'rework-begun',
});

/** A key of the car that the crew has. `number` names it within its job, from 1. */
export const heldCarKey = z.object({
  number: z.number().int().positive(),
  /** Which of the car's keys; '' = not stated. */
  which: z.string(),
  from: z.string(),
  at: instant,
});
export type HeldCarKey = z.infer<typeof heldCarKey>;

/** The car's own keys: those that the crew has, and those that were returned, to whom and when. Oldest first. */
export const carKeys = z.object({
  held: z.array(heldCarKey),
  back: z.array(heldCarKey.extend({ to: z.string(), backAt: instant })),
});
export type CarKeys = z.infer<typeof carKeys>;

/** Upper bound of keys per car that a job records. */
export const MOST_CAR_KEYS = 10;

/** Partly filled forms, one JSON text per step, saved so that a restart loses nothing. */
export const jobDrafts = z.partialRecord(stepName, z.string());

const stepStatus = z.object({ state: stepState, says: sentence.nullable() });

/**
 * Whether the job may be discarded, and whether that needs a reason. `no`: the operator or a supervisor has data of
 * it.
 */
export const jobDiscard = z.enum(['no', 'at-once', 'with-reason']);
export type JobDiscard = z.infer<typeof jobDiscard>;

const everyView = {
  ...jobSummary.shape,
  /** The car can no longer be changed, because later steps depend on it. */
  carFixed: z.boolean(),
  discard: jobDiscard,
  discardedAt: instant.nullable(),
  carKeys: carKeys.default({ held: [], back: [] }),
  /** Marked-up pictures of its photos, oldest first; the answers name the originals. */
  annotations: z.array(annotation).default([]),
  operations: z.array(operationView),
  /** The "This job" list, oldest first. */
  history: z.array(z.object({ at: instant, says: sentence })),
  drafts: jobDrafts,
  /** The language of its report; null = that of the app. */
  reportLanguage: language.nullable().default(null),
  /** The number of the last change that the view includes; absent where changes have none. */
  upTo: z.number().int().nonnegative().optional(),
};

/** The label of the current Box before it is taken. */
const labelInHand = boxLabel.nullable().default(null);

/** The checklist of a job. */
const jobChecklist = z.object({
  template: checklistTemplate,
  /** The digest of the template: SHA-256, hex. Absent if no window requested it. */
  digest: z.hash('sha256').optional(),
  /** The version of its publication; null = the laptop's own. */
  publication: z.number().int().nullable().default(null),
  /** False for a suggested template: it has no answers, and no person chose it. */
  kept: z.boolean(),
  /** The answers as given; `askedItems` decides which of them count. */
  answers: checklistAnswers,
  origins: answerOrigins.default([]),
  /** Items with the answer of the previous car in the series, not yet confirmed for this car. */
  carried: z.array(z.string()),
  /** Items whose saved answer can only be changed with a reason, because the job was sent back. */
  toExplain: z.array(z.string()),
  complete: z.boolean(),
});

export const installationView = z.object({
  ...everyView,
  kind: z.literal('installation'),
  steps: z.record(installationStep, stepStatus),
  key: jobKey.nullable(),
  checklist: jobChecklist,
  /** Forced checks, oldest first. They are permanent. */
  forced: z.array(forcedMark),
  box: jobBox.nullable(),
  label: labelInHand,
  preflight: z.array(preflightCheck),
  group: jobGroup.nullable(),
  verification: jobVerification,
  /** Null: the car belongs to no series. */
  series: jobSeries.nullable(),
  /** The data of an imported list about this car; null if no list had it. */
  planned: plannedCar.nullable(),
});
export type InstallationView = z.infer<typeof installationView>;

export const removalView = z.object({
  ...everyView,
  kind: z.literal('removal'),
  steps: z.record(removalStep, stepStatus),
  removal: jobRemoval,
  checklist: jobChecklist,
  /** Forced checks, oldest first. */
  forced: z.array(forcedMark),
});
export type RemovalView = z.infer<typeof removalView>;

export const swapView = z.object({
  ...everyView,
  kind: z.literal('swap'),
  steps: z.record(swapStep, stepStatus),
  removal: jobRemoval,
  key: jobKey.nullable(),
  checklist: jobChecklist,
  /** Forced checks, oldest first. */
  forced: z.array(forcedMark),
  /** The new Box. */
  box: jobBox.nullable(),
  label: labelInHand,
  preflight: z.array(preflightCheck),
  /** The accesses that ended with the old Box, and the outcome of each that was chosen to be restored. */
  restores: z.array(jobRestore),
  /** The minimum role for restoring them. */
  leastToRestore: role,
  verification: jobVerification,
});
export type SwapView = z.infer<typeof swapView>;

/** A complete job; its content depends on its kind. */
export type JobView = InstallationView | RemovalView | SwapView;

/** The checklist with its answers. The template is most of a job's size and hardly ever changes, so it is sent once. */
const sentChecklist = { checklist: jobChecklist.extend({ template: checklistTemplate.nullable() }) };

/**
 * A job as main sends it to a window. The template is null: the window has it by its digest, or requests the complete
 * job.
 */
export const sentJob = z.discriminatedUnion('kind', [
  installationView.extend(sentChecklist),
  removalView.extend(sentChecklist),
  swapView.extend(sentChecklist),
]);
export type SentJob = z.infer<typeof sentJob>;

/** The views of these kinds of job. */
export type ViewOf<Kind extends JobKind> = Extract<JobView, { kind: Kind }>;

/** The state of a step; `open` for a step that the job's kind does not have. */
export function stateOf(job: Pick<JobView, 'steps'>, step: StepName): StepState {
  const steps: Partial<Record<StepName, { readonly state: StepState }>> = job.steps;
  return steps[step]?.state ?? 'open';
}

/** Tests for a failed test without a decision, which makes the next test the page's main action. */
export const wantsNextTest = (job: Pick<JobSummary, 'finishedAt' | 'proof'>): boolean =>
  job.finishedAt === null && job.proof.state === 'unproven' && job.proof.handedOver === null;

/**
 * Why a finished job cannot be reopened for another test of its car; null = it can. Main enforces the rule; the window
 * offers the test only where it is null.
 * - `job-finished`: none of its tests failed, the job was discarded, or another laptop has it.
 * - `job-approved`: a supervisor has signed that the evidence is right. The signature must not cover evidence that was
 * added later, so a supervisor reopens such a job: by withdrawing the review or by requesting rework.
 */
export function retestRefusal({
  proof: shown,
  handedOver,
  discardedAt,
  review,
}: Pick<JobView, 'proof' | 'handedOver' | 'discardedAt' | 'review'>): 'job-finished' | 'job-approved' | null {
  if (shown.state !== 'unproven' || handedOver || discardedAt !== null) return 'job-finished';
  return review?.state === 'approved' ? 'job-approved' : null;
}
