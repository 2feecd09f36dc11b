import { z } from 'zod';
import { MOST_LABEL_CODES, mountingMemory, preflightCheck } from '../../domain/boxes.ts';
import { checklistPhase, typedAnswer } from '../../domain/checklist.ts';
import { heldCarKey, jobCar, jobSummary, sentJob, type SentJob } from '../../domain/job.ts';
import { jobKind, stepName } from '../../domain/job-steps.ts';
import { carId, groupId, jobId, keyId, productId, userId, checklistName } from '../../ids.ts';
import { leavingBox, removalReason } from '../../domain/job-removal.ts';
import { language, testMinutes } from '../../domain/settings.ts';
import { instant } from '../../time.ts';
import { attachmentDigest } from '../../relay/attachments.ts';
import { call, shownFile } from '../messages.ts';

/* The IPC calls of guided jobs. */

const job = z.object({ jobId });
/** A named type for the view of a job, because the compiler cannot serialize the whole type for each call. */
export interface SentJobSchema extends z.ZodType<SentJob, z.input<typeof sentJob>> {}
const view: SentJobSchema = sentJob;
const serialNumber = z.string().max(20_000);
/** As typed; the use case trims and bounds it. */
const typed = z.string().max(20_000);
/** Base64. */
const picture = z.base64().max(8_000_000);

/** A car as typed. Texts come as typed; the use case trims and checks them. */
export const newCar = z.object({
  name: z.string().max(20_000),
  licensePlate: z.string().max(20_000),
  vin: z.string().max(20_000),
  brand: z.string().max(20_000),
  model: z.string().max(20_000),
});
export type NewCar = z.infer<typeof newCar>;

/** A key of a car that the crew has, and the job in which it was received. */
export const openCarKey = z.object({ job: jobId, car: jobCar.nullable(), key: heldCarKey });
export type OpenCarKey = z.infer<typeof openCarKey>;

/**
 * The calls of guided jobs. Every write saves a step and its operations in one transaction; none waits for the
 * network.
 */
export const jobCalls = {
  'jobs.list': call('installer', z.object({}), z.object({ jobs: z.array(jobSummary) })),
  /** `whole`: includes the template of its checklist, which other answers only identify by digest. */
  'jobs.get': call('installer', job.extend({ whole: z.boolean().default(false) }), view),
  /** `carId`: set when the job is begun from that car's page. */
  'jobs.start': call('installer', z.object({ kind: jobKind, carId: carId.optional() }), view),
  'jobs.chooseCar': call('installer', job.extend({ carId }), view),
  'jobs.createCar': call('installer', job.extend({ car: newCar }), view),
  'jobs.chooseKey': call('installer', job.extend({ brand: z.string().max(200), keyId }), view),
  /** Leaves a step out, with a reason that the report and supervisors show. */
  'jobs.skipStep': call(
    'installer',
    job.extend({
      step: z.enum(['keyfob', 'before', 'fitting', 'checks', 'group', 'restore']),
      reason: z.string().max(20_000),
    }),
    view,
  ),
  /** Chooses another checklist for this job, and remembers it for the make. Earlier answers are kept. */
  'jobs.chooseChecklist': call('installer', job.extend({ checklist: checklistName }), view),
  'jobs.answer': call(
    'installer',
    job.extend({
      itemId: z.string().max(60),
      /** An object: the item does not apply to this car, with the reason. */
      answer: z.union([typedAnswer, z.object({ notApplicable: z.string().max(20_000) })]).nullable(),
      reason: z.string().max(20_000).nullable(),
    }),
    view,
  ),
  /** Gives the default answer to all asked and unanswered items with this `together` name. */
  'jobs.answerTogether': call('installer', job.extend({ together: checklistName }), view),
  /** Stores a photo durably. `jpeg`: base64, scaled down by the window. */
  'jobs.addPhoto': call('installer', job.extend({ itemId: z.string().max(60), jpeg: picture }), view),
  'jobs.removePhoto': call(
    'installer',
    job.extend({ itemId: z.string().max(60), digest: attachmentDigest }),
    view,
  ),
  /** Stores a marked-up copy of a photo. `of`: the picture that was drawn on; `blurred`: a part is unrecognisable. */
  'jobs.annotatePhoto': call(
    'installer',
    job.extend({ of: attachmentDigest, jpeg: picture, blurred: z.boolean() }),
    view,
  ),
  /** Null removes the signature. */
  'jobs.sign': call(
    'installer',
    job.extend({
      itemId: z.string().max(60),
      signature: z.object({ name: z.string().max(20_000), drawn: z.boolean(), png: picture }).nullable(),
    }),
    view,
  ),
  /** A stored picture as a data URL; null if it is missing. */
  'jobs.picture': call(
    'installer',
    z.object({ digest: attachmentDigest }),
    z.object({ picture: z.string().nullable() }),
  ),
  /** Completes the part of the checklist before the Box, or after it. */
  'jobs.completeChecklist': call('installer', job.extend({ phase: checklistPhase }), view),
  /** Where the Box sat in earlier jobs of this car's model, here and on other laptops. */
  'jobs.mountings': call('installer', job, mountingMemory),
  /** A photo of an earlier mounting as a data URL, also from another laptop; null if it is unavailable. */
  'jobs.mountingPhoto': call(
    'installer',
    z.object({ digest: attachmentDigest }),
    z.object({ picture: z.string().nullable() }),
  ),
  /** The checks of a Box before it is fitted, by local copies, and by the operator if it answers in time. */
  'jobs.preflight': call(
    'installer',
    job.extend({ serialNumber }),
    z.object({
      checks: z.array(preflightCheck),
      variant: z.string().nullable(),
      /** The operator's data of this serial as last read; null = not known here. */
      product: z
        .object({
          serialNumber: z.string(),
          type: z.string(),
          sapNumber: z.string().nullable(),
          asOf: instant,
        })
        .nullable(),
      /**
       * Free Boxes whose serial differs by one typing error, if the operator has no Box with this one. Never chosen
       * automatically.
       */
      near: z.array(z.object({ serialNumber: z.string() })),
    }),
  ),
  /**
   * Saves the label photo of the current Box to disk; replaces the previous one. `jpeg`: base64; `codes`: the codes
   * that the reader found; `beside`: the serial to compare with; of several codes the matching one counts.
   */
  'jobs.photographLabel': call(
    'installer',
    job.extend({
      jpeg: picture,
      codes: z.array(z.string().max(5000)).max(MOST_LABEL_CODES),
      beside: serialNumber,
    }),
    view,
  ),
  /** The number that a person reads off the photographed label. */
  'jobs.readLabel': call('installer', job.extend({ serialNumber }), view),
  /** Removes the photo of the label from the job, before the Box is taken. */
  'jobs.dropLabel': call('installer', job, view),
  /**
   * The label of a Box that is already taken, also of a finished job. Recorded separately from a label photographed
   * before the Box was taken.
   */
  'jobs.photographLabelAfterwards': call(
    'installer',
    job.extend({ jpeg: picture, codes: z.array(z.string().max(5000)).max(MOST_LABEL_CODES) }),
    view,
  ),
  /** The number that a person reads off the label of a Box that was taken before. */
  'jobs.readLabelAfterwards': call('installer', job.extend({ serialNumber }), view),
  'jobs.installBox': call(
    'installer',
    job.extend({
      serialNumber,
      /** Why it is fitted although a check refuses it. */
      reason: z.string().max(20_000).default(''),
    }),
    view,
  ),
  'jobs.chooseGroup': call(
    'installer',
    job.extend({ group: z.union([z.object({ id: groupId }), z.object({ name: z.string().max(20_000) })]) }),
    view,
  ),
  'jobs.verify': call('installer', job.extend({ userId, minutes: testMinutes }), view),
  /** The installer's observation. `true` also records the event at the operator (CarOpened / CarClosed). */
  'jobs.recordAccess': call(
    'installer',
    job.extend({ what: z.enum(['opened', 'closed']), worked: z.boolean() }),
    view,
  ),
  /** Records that the car opened and closed, and requests the removal of the test access, in one transaction. */
  'jobs.proveAccess': call('installer', job, view),
  'jobs.removeTestAccess': call('installer', job, view),
  /** Tests again: with the same access while it is valid, else with a new one. */
  'jobs.testAgain': call('installer', job, view),
  /** Requests a later end of the running test access. */
  'jobs.extendTestAccess': call('installer', job.extend({ minutes: testMinutes }), view),
  /** Records that the car is handed over although it does not open or close; its test access is removed. */
  'jobs.handOverNotWorking': call('installer', job.extend({ reason: z.string().max(20_000) }), view),
  /** The Boxes that may be in the job's car: from the local copies, and from the operator if it answers in time. */
  'jobs.boxesInCar': call(
    'installer',
    job,
    z.object({
      boxes: z.array(leavingBox),
      /** Whether the operator confirmed the list. Otherwise it counts as unchecked. */
      checked: z.boolean(),
    }),
  ),
  /**
   * The Box that leaves: one of the list, or the serial that a person read from its label. A Box other than the planned
   * one needs the reason.
   */
  'jobs.chooseLeavingBox': call(
    'installer',
    job.extend({
      box: z.union([z.object({ productId }), z.object({ serialNumber })]),
      reason: z.string().max(20_000),
    }),
    view,
  ),
  /**
   * Reads the accesses that would end with the Box, from the operator if it answers in time, and saves them in the job.
   */
  'jobs.readLosses': call('installer', job, view),
  /** Saves the list as the person saw it (`seenAt`) and queues the removal, in a swap also the new Box. */
  'jobs.takeOut': call('installer', job.extend({ reason: removalReason, seenAt: instant }), view),
  /** Restores these accesses of the old Box, one operation each; an access that is queued or exists is skipped. */
  'jobs.restore': call(
    { from: 'installer', upTo: 'supervisor' },
    job.extend({ keys: z.array(z.string().max(200)).min(1).max(5000) }),
    view,
  ),
  'jobs.finish': call('installer', job, view),
  /** Discards a job. `reason`: required once something was decided in it. */
  'jobs.discard': call('installer', job.extend({ reason: z.string().max(20_000) }), view),
  'jobs.saveDraft': call(
    'installer',
    job.extend({ step: stepName, draft: z.string().max(50_000).nullable() }),
    z.object({}),
  ),
  /** Records that the crew has a key of the car, and its origin. */
  'jobs.takeCarKey': call('installer', job.extend({ which: typed, from: typed }), view),
  /** Records to whom a key was returned; also possible after the end of the job. */
  'jobs.giveBackCarKey': call(
    'installer',
    job.extend({ number: z.number().int().positive(), to: typed }),
    view,
  ),
  /** The car keys that the crew has, over all jobs of this laptop. */
  'jobs.openCarKeys': call('installer', z.object({}), z.object({ keys: z.array(openCarKey) })),
  /** The language of the report, stored in the job and copied in a series; null = that of the app. */
  'jobs.chooseReportLanguage': call('installer', job.extend({ language: language.nullable() }), view),
  /** Writes the PDF report and returns its path; null = the person cancelled the dialog. */
  'jobs.report': call('installer', job, z.object({ path: z.string().nullable() })),
  /** Opens a report that was saved since the app started, or its folder. */
  'jobs.showReport': call('installer', shownFile, z.object({})),
  /** Prints the report through the system's dialog; false = the person cancelled. */
  'jobs.printReport': call('installer', job, z.object({ printed: z.boolean() })),
} as const;
