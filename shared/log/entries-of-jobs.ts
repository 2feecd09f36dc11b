import { boxCondition } from '../domain/boxes.ts';
import { checklistPhase, itemSeverity } from '../domain/checklist.ts';
import { z } from 'zod';
import { removalReason } from '../domain/job-removal.ts';
import { jobKind, stepName } from '../domain/job-steps.ts';
import { unprovenReason } from '../domain/proof.ts';
import { handedSignature } from '../domain/trust.ts';
import { operationId, plannedJobId } from '../ids.ts';
import { attachmentDigest } from '../relay/attachments.ts';
import { plannedJobAct } from '../relay/jobs.ts';
import { reviewId } from '../relay/reviews.ts';
import { instant } from '../time.ts';
import { byInstaller, defineEntry, label, personal, plain } from './define.ts';

/* Entries of an installer's work in a job. Names of facts are part of the hash, so they must never be renamed. */

const text = z.string();
const number = z.number();
const nullableText = text.nullable();

const step = byInstaller('step');
const inBoth = { installer: true, supervisor: true } as const;
const installer = { installer: true } as const;
const supervisor = { supervisor: true } as const;

/** The facts that identify a car. */
const aboutCar = {
  plate: personal('car', nullableText),
  name: personal('car', text),
  vin: personal('car', nullableText),
  brand: label(nullableText),
  model: label(nullableText),
};

/** A checklist of a job. `publication`: the version of the publication that it comes from. */
const aboutChecklist = {
  template: label(text),
  version: plain(number),
  publication: plain(number.optional()),
};

/** The item and its checklist. The label of the Box has no checklist. */
const aboutItem = {
  template: label(text.optional()),
  version: plain(number.optional()),
  publication: plain(number.optional()),
  item: label(text),
  text: label(text.optional()),
  /** Absent in entries from before the checklist had two parts. */
  phase: plain(checklistPhase.optional()),
};

const aboutBox = {
  serial: label(text),
  sentAs: label(text.optional()),
  variant: label(nullableText.optional()),
  sap: label(nullableText.optional()),
  /** Whether its variant was compared with the one that the job needs. */
  variantChecked: plain(z.boolean().optional()),
  /** The operation that installs it; absent in a swap in which the Box was only chosen. */
  operation: plain(operationId.optional()),
};

const digest = plain(attachmentDigest);
const answer = z.union([text, number, z.boolean(), z.null()]);

const ofAccess = {
  operation: plain(operationId),
  assignment: plain(number.nullable()),
  user: plain(number.nullable()),
  name: personal('person', nullableText),
  start: plain(instant.nullable()),
  end: plain(instant.nullable()),
};

const ofReview = { review: plain(reviewId), revision: plain(number) };

/** The app's four languages; other languages of a checklist are left out. */
const placeWords = {
  'place:en': label(text.optional()),
  'place:de': label(text.optional()),
  'place:fr': label(text.optional()),
  'place:es': label(text.optional()),
};

export const jobEntries = [
  defineEntry('job-started', step(installer), { kind: plain(jobKind) }),
  defineEntry('planned-job-begun', step(installer), {
    planned: plain(plannedJobId),
    revision: plain(number),
    /** The name of the supervisor's token. */
    planner: label(text),
  }),
  /** The person has seen the office's changes since the job was begun. */
  defineEntry('planned-job-changed', step(installer), {
    planned: plain(plannedJobId),
    revision: plain(number),
  }),
  /** Another laptop has begun the same planned job. */
  defineEntry('planned-job-rival', step(installer), { planned: plain(plannedJobId), laptop: label(text) }),
  defineEntry('planned-job-answered', step(installer), {
    planned: plain(plannedJobId),
    act: plain(plannedJobAct),
    reason: personal('words', text.optional()),
  }),
  defineEntry('series-joined', step(supervisor), { series: plain(z.uuid()) }),
  defineEntry('job-handed-over', step(installer), { turn: plain(number) }),
  /** Another laptop continues the job from its mirror at the relay; recorded when this laptop learned it. */
  defineEntry('job-continued-elsewhere', step(installer), {
    turn: plain(number),
    laptop: label(text),
    by: personal('worker', text),
  }),
  defineEntry('job-taken-over', step(installer), {
    turn: plain(number),
    by: personal('worker', text),
    reason: personal('words', nullableText),
    /** Whether the file's signature is valid; absent in entries from before files were signed. */
    signature: plain(handedSignature.optional()),
    /** The laptop whose key signed the file; '' = not proven. */
    laptop: label(text.optional()),
    /** Taken over from the mirror of a silent laptop, not from a file. */
    rescued: plain(z.boolean().optional()),
    /** The number of operations that are complete only by the file's report. */
    reported: plain(number.optional()),
  }),
  defineEntry('car-chosen', step(installer), { car: plain(number), ...aboutCar }),
  defineEntry('car-created', step(installer), aboutCar),
  /** The crew received a key of the car. `number` names it within its job. */
  defineEntry('car-key-taken', step(installer), {
    number: plain(number),
    which: personal('words', text),
    from: personal('words', text),
  }),
  defineEntry('car-key-given-back', step(installer), {
    number: plain(number),
    which: personal('words', text),
    to: personal('words', text),
  }),
  defineEntry('key-chosen', step(installer), {
    key: plain(number),
    brand: label(nullableText),
    form: label(nullableText),
    box: label(nullableText),
    sap: label(nullableText),
  }),
  defineEntry('step-skipped', step(installer), {
    step: plain(stepName),
    /**
     * Absent where the step was skipped for the previous car of the series, and in entries from before reasons were
     * required.
     */
    reason: personal('words', text.optional()),
  }),
  defineEntry('checklist-chosen', step(installer), aboutChecklist),
  defineEntry('checklist-answered', byInstaller('answer')(inBoth), {
    ...aboutItem,
    answer: personal('words', answer),
    before: personal('words', answer.optional()),
    /** Why the item does not apply to the car; the answer is null then. */
    notApplicable: personal('words', text.optional()),
    /** Ticked together with others. */
    together: plain(z.boolean().optional()),
    /** Carried over from the previous car of the series, unchanged. */
    asLastCar: plain(z.boolean().optional()),
    /** Why a saved answer was changed in a job that was sent back. */
    reason: personal('words', text.optional()),
  }),
  defineEntry('answer-forced', byInstaller('forced')(installer), {
    ...aboutItem,
    value: personal('words', z.union([text, number])),
    kind: plain(z.enum(['below', 'above', 'differs'])),
    min: plain(number.optional()),
    max: plain(number.optional()),
    /** The car's VIN. */
    expected: personal('car', text.optional()),
    unit: label(text),
    reason: personal('words', text),
    /** Absent where the item states none: major. */
    severity: plain(itemSeverity.optional()),
  }),
  defineEntry('photo-taken', byInstaller('photo')(installer), { ...aboutItem, digest }),
  /**
   * A marked-up copy of a photo. `original`: the photo as taken; `drawnOn`: the original, or an earlier annotation
   * of it.
   */
  defineEntry('photo-annotated', byInstaller('photo')(installer), {
    ...aboutItem,
    digest,
    original: digest,
    drawnOn: digest,
    blurred: plain(z.boolean()),
  }),
  defineEntry('photo-removed', byInstaller('photo')(installer), { ...aboutItem, digest }),
  defineEntry('label-read', byInstaller('answer')(inBoth), {
    serial: label(text),
    by: plain(z.enum(['code', 'person'])),
    digest,
  }),
  defineEntry('label-added', byInstaller('photo')(installer), { ...aboutItem, box: label(text), digest }),
  defineEntry('signed', byInstaller('photo')(installer), {
    ...aboutItem,
    name: personal('person', text),
    drawn: plain(z.boolean()),
    digest,
  }),
  defineEntry('signature-taken-back', byInstaller('photo')(installer), aboutItem),
  defineEntry('checklist-completed', step(installer), {
    ...aboutChecklist,
    phase: plain(checklistPhase.optional()),
  }),
  defineEntry('box-mounted', step(supervisor), {
    about: label(text),
    form: label(nullableText),
    place: label(text),
    ...placeWords,
    where: personal('words', text),
    note: personal('words', text),
    /** Digests separated by spaces. */
    photos: plain(z.string().regex(/^(?:[0-9a-f]{64}(?: |$))*$/)),
  }),
  defineEntry('box-chosen', step(installer), aboutBox),
  defineEntry('box-replaced', step(installer), aboutBox),
  defineEntry('new-box-chosen', step(installer), aboutBox),
  defineEntry('box-forced', byInstaller('forced')(installer), {
    serial: label(text),
    checks: label(text),
    reason: personal('words', text),
  }),
  defineEntry('group-chosen', step(installer), { group: label(text), isNew: plain(z.boolean()) }),
  defineEntry('leaving-box-chosen', step(installer), {
    serial: label(text),
    sap: label(nullableText),
    typed: label(nullableText),
    /** The source of the choice of the Box; absent in entries that name it `told`. */
    reported: plain(z.enum(['operator', 'local', 'person']).optional()),
  }),
  /** A Box other than the one that the office planned is taken out. */
  defineEntry('other-box-leaves', byInstaller('forced')(installer), {
    serial: label(text),
    planned: label(text),
    reason: personal('words', text),
  }),
  defineEntry('access-at-stake', step(supervisor), ofAccess),
  defineEntry('box-leaves', step(installer), {
    operation: plain(operationId),
    serial: label(nullableText),
    reason: plain(removalReason.shape.code),
    words: personal('words', text),
    /** The condition of the Box; absent where the reason implies it. */
    condition: plain(boxCondition.optional()),
    accesses: plain(number),
    asOf: plain(instant.nullable()),
    source: plain(z.enum(['operator', 'local', 'none'])),
  }),
  defineEntry('restore-requested', step(installer), ofAccess),
  defineEntry('verification-started', step(installer), {
    user: plain(number),
    minutes: plain(number),
    operation: plain(operationId.optional()),
  }),
  defineEntry('access-observed', byInstaller('result')(installer), {
    what: plain(z.enum(['opened', 'closed'])),
    worked: plain(z.boolean()),
  }),
  defineEntry('test-repeated', step(installer), {}),
  defineEntry('test-extended', step(installer), {
    minutes: plain(number),
    until: plain(instant),
    operation: plain(operationId),
  }),
  defineEntry('handed-over-not-working', step(installer), {
    proof: plain(unprovenReason),
    reason: personal('words', text),
  }),
  /** The times at which the operator's own events show the car opening and closing. */
  defineEntry('operator-events-read', step(installer), {
    opened: plain(instant.nullable()),
    closed: plain(instant.nullable()),
  }),
  /** The test access and the operation of its removal; no operation if the access was cancelled before it was sent. */
  defineEntry('removal-requested', step(installer), {
    create: plain(operationId.optional()),
    operation: plain(operationId.optional()),
  }),
  defineEntry('job-finished', step(installer), {}),
  /** The installer reopened the finished job for another test of the car. */
  defineEntry('job-reopened', step(installer), {}),
  /** No reason: nothing had been decided in the job. */
  defineEntry('job-discarded', step(installer), { reason: personal('words', text.optional()) }),
  defineEntry('rework-begun', byInstaller('review')(installer), ofReview),
  defineEntry('rework-done', byInstaller('review')(installer), {
    ...ofReview,
    note: personal('words', text),
  }),
] as const;
