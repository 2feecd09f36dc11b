import { checklistPhase } from '../../../shared/domain/checklist.ts';
import { severityOf } from '../../../shared/domain/checklist-asking.ts';
import { checklistStep } from '../../../shared/domain/job-steps.ts';
import type { ProvenThing } from '../../../shared/domain/proof.ts';
import type { jobEntries } from '../../../shared/log/entries-of-jobs.ts';
import type { Instant } from '../../../shared/time.ts';
import { answerOf, earlierOf, limitOf, originOf } from './answers.ts';
import { type EntryRules, type FactsOf, placeOf, type ReadEntry, wordsOf } from './entry.ts';
import {
  type AccessFacts,
  AS_TAKEN,
  type BoxFacts,
  type JobFacts,
  type MadeFrom,
  NO_ACCESS,
  NOT_ASKED,
} from './job-facts.ts';

/** A person's decisions, notes and observations. */
export const stepRules: EntryRules<(typeof jobEntries)[number]['type']> = {
  'job-started': (job, { kind }) => {
    job.kind = kind ?? job.kind;
  },
  'planned-job-begun': null,
  'planned-job-changed': null,
  'planned-job-rival': null,
  'planned-job-answered': null,
  'series-joined': null,
  'job-handed-over': (job, { turn = job.takenTurn + 1 }) => {
    // A laptop hands over what it has started, or taken over at the turn before. Only a forged turn is higher.
    const given = Math.min(turn, job.takenTurn + 1);
    if (given < job.givenTurn) return;
    job.reportedTurn = given > job.givenTurn ? turn : Math.max(turn, job.reportedTurn);
    job.givenTurn = given;
  },
  // The other laptop's own entries describe the further course of the job.
  'job-continued-elsewhere': null,
  'job-taken-over': (job, { turn = job.givenTurn }) => {
    // A higher turn is forged, or its hand-over is in a log that is not here: it ends no later hand-over.
    job.takenTurn = Math.max(job.takenTurn, Math.min(turn, job.givenTurn));
    job.takenTurns.add(turn);
  },
  'car-chosen': (job, facts, read) => {
    job.car = { ...carOf(facts, read), id: facts.car ?? null, confirmed: true };
    byPerson(job, 'car', read);
  },
  'car-created': (job, facts, read) => {
    job.car = { ...carOf(facts, read), id: null, confirmed: false };
  },
  'key-chosen': (job, facts, read) => {
    const form = wordsOf(facts.form);
    job.key = form === null ? null : { form, box: wordsOf(facts.box), sap: wordsOf(facts.sap) };
    if (job.car !== null) job.car.brand ??= wordsOf(facts.brand);
    byPerson(job, 'key', read);
    job.leftOut.delete('keyfob');
  },
  'checklist-chosen': (job, facts) => checklistOf(job, facts, facts.publication ?? null),
  'checklist-answered': (job, facts, read) => {
    checklistOf(job, facts, facts.publication);
    const former = job.answers.get(wordsOf(facts.item) ?? '');
    const given = answerOf(job, facts, read, facts.answer ?? null);
    if (given === null) return;
    given.earlier = earlierOf(former, facts);
    given.origin = originOf(facts);
    given.notApplicable = wordsOf(facts.notApplicable);
  },
  'answer-forced': (job, facts, read) => {
    const { entry, at } = read;
    const reason = wordsOf(facts.reason) ?? '';
    const item = answerOf(job, facts, read, facts.value ?? null);
    const severity = severityOf(facts);
    if (item !== null) item.forced = { reason, limit: limitOf(facts), severity };
    job.forced.push({
      words: wordsOf(facts.text) ?? wordsOf(facts.item) ?? '',
      value: String(facts.value ?? ''),
      reason,
      severity,
      at,
      worker: entry.worker,
      place: placeOf(read),
    });
    if (facts.kind === 'differs') job.mismatches.push(placeOf(read));
  },
  'photo-taken': (job, facts, read) => pictureOf(job, facts, read, 'photo'),
  'photo-annotated': (job, { original = null, drawnOn = null, blurred = true, ...facts }, read) => {
    // An original photo stays original, whatever a later entry reports.
    const known = facts.digest === undefined ? undefined : job.photos.get(facts.digest);
    if (known?.original === null) return;
    // A second entry, also of another laptop, neither removes a blur nor assigns the picture to another photo.
    const of = known ?? { original, drawnOn };
    const stays = blurred || known?.blurred === true;
    pictureOf(job, facts, read, 'photo', { original: of.original, drawnOn: of.drawnOn, blurred: stays });
  },
  'photo-removed': (job, { digest }, { at }) => {
    const photo = digest === undefined ? undefined : job.photos.get(digest);
    if (photo !== undefined) photo.removedAt = at;
  },
  'label-read': (job, facts, read) => {
    const serial = wordsOf(facts.serial);
    if (serial !== null) job.label = { serial, place: placeOf(read) };
  },
  'label-added': (job, facts, read) => {
    pictureOf(job, facts, read, 'photo');
    // The number read from the previous photo does not apply to this one.
    job.label = null;
  },
  signed: (job, facts, read) => {
    pictureOf(job, facts, read, 'signature');
    const item = wordsOf(facts.item);
    if (item === null || facts.digest === undefined) return;
    const ofItem = job.signatures.get(item);
    if (ofItem === undefined) job.signatures.set(item, new Set([facts.digest]));
    else ofItem.add(facts.digest);
  },
  'signature-taken-back': (job, { item = '' }, { at }) => {
    for (const digest of job.signatures.get(item) ?? []) {
      const photo = job.photos.get(digest);
      if (photo?.kind === 'signature' && photo.item === item) photo.removedAt ??= at;
    }
    job.signatures.delete(item);
  },
  'checklist-completed': (job, facts, { at }) => {
    checklistOf(job, facts, facts.publication ?? null);
    // Entries from versions without parts closed the whole checklist.
    if (facts.phase !== 'after') job.beforeOpen = false;
    for (const phase of checklistPhase.options) {
      if ((facts.phase ?? phase) === phase) job.leftOut.delete(checklistStep(job.kind, phase));
    }
    if (job.checklist !== null && facts.phase !== 'before') job.checklist.afterAt = at;
  },
  'step-skipped': (job, facts, read) => {
    if (facts.step === undefined) return;
    job.leftOut.set(facts.step, placeOf(read));
    if (facts.step === 'before') job.beforeOpen = true;
  },
  'box-mounted': null,
  'box-chosen': (job, facts, read) => takeBox(job, facts, read, true),
  'box-replaced': (job, facts, read) => {
    takeBox(job, facts, read, true);
    job.failures.add('wrong-box');
    job.mismatches.push(placeOf(read));
  },
  'new-box-chosen': (job, facts, read) => takeBox(job, facts, read, false),
  'box-forced': (job, facts, read) => {
    const { entry, at } = read;
    const checks = wordsOf(facts.checks) ?? '';
    job.forced.push({
      words: checks,
      value: wordsOf(facts.serial) ?? '',
      reason: wordsOf(facts.reason) ?? '',
      severity: 'major',
      at,
      worker: entry.worker,
      place: placeOf(read),
    });
    if (/\b(?:variant|known|label)\b(?!-)/.test(checks)) job.mismatches.push(placeOf(read));
  },
  'group-chosen': (job, { group }) => {
    const name = wordsOf(group);
    job.group = name === null ? null : { name, confirmed: false };
    job.leftOut.delete('group');
  },
  'leaving-box-chosen': (job, facts) => {
    const serial = wordsOf(facts.serial);
    job.oldBox = serial === null ? null : { ...NOT_ASKED, serial };
  },
  'other-box-leaves': (job, facts, read) => {
    job.forced.push({
      words: 'planned',
      value: wordsOf(facts.serial) ?? '',
      reason: wordsOf(facts.reason) ?? '',
      severity: 'major',
      at: read.at,
      worker: read.entry.worker,
      place: placeOf(read),
    });
  },
  'access-at-stake': null,
  'box-leaves': (job, { reason = null, operation = null, ...facts }) => {
    const serial = wordsOf(facts.serial) ?? job.oldBox?.serial;
    if (serial === undefined) return;
    job.oldBox = { ...NOT_ASKED, serial, reason, words: wordsOf(facts.words) ?? '', operation, asked: true };
  },
  'restore-requested': (job, { operation }) => {
    if (operation !== undefined) job.restores.add(operation);
    job.leftOut.delete('restore');
  },
  'verification-started': (job, { user = null, minutes = null, operation = null }, { at }) => {
    // An operation gives one access.
    if (operation !== null && job.accesses.has(operation)) return;
    const before = job.access;
    noteUntried(job, before, at);
    job.access = {
      ...NO_ACCESS,
      order: job.accesses.size + 1,
      before: before.phase === 'not-started' ? null : before,
      create: operation,
      phase: 'requested',
      user,
      minutes,
      startedAt: at,
    };
    if (operation !== null) job.accesses.set(operation, job.access);
  },
  'access-observed': (job, { what, worked = false }, read) => {
    if (what === undefined) return;
    job.access.proven = new Map(job.access.proven).set(what, { by: 'person', at: read.at });
    job.access[what] = worked;
    if (worked) return;
    job.failedTries += 1;
    job.failures.add(what === 'opened' ? 'not-opened' : 'not-closed');
  },
  'test-repeated': (job) => {
    job.access.opened = null;
    job.access.closed = null;
    job.access.handedOver = null;
  },
  'test-extended': (job, { operation, until }) => {
    if (operation !== undefined) job.extensions.set(operation, { access: job.access, until, givenUp: false });
  },
  'car-key-taken': null,
  'car-key-given-back': null,
  'handed-over-not-working': (job, { reason }) => {
    job.access.handedOver = wordsOf(reason) ?? '';
  },
  'operator-events-read': null,
  'removal-requested': (job, { create, operation = null }, { at }) => {
    const isNewest = create === undefined || job.access.create === null;
    const access = isNewest ? job.access : job.accesses.get(create);
    if (access === undefined) return;
    noteUntried(job, access, at);
    access.remove = operation;
    if (operation !== null) job.accessRemovals.set(operation, access);
    access.removalAt ??= at;
    if (access.phase !== 'removed') access.phase = 'removal-requested';
  },
  'job-discarded': (job) => {
    job.discarded = true;
  },
  'job-finished': (job, _, { at }) => {
    job.finishedAt ??= at;
    job.lastFinishedAt = at;
  },
  // Unlike a rework request by a supervisor, reopening by the installer withdraws the finish.
  'job-reopened': (job) => {
    job.finishedAt = null;
    job.lastFinishedAt = null;
  },
  'rework-begun': (job, { review }) => {
    if (review !== undefined) job.begun.add(review);
  },
  // The finish of a job that a supervisor sent back.
  'rework-done': (job, { review }, { at }) => {
    if (review !== undefined) job.answered.add(review);
    job.finishedAt ??= at;
    job.lastFinishedAt = at;
  },
};

function byPerson(job: JobFacts, what: ProvenThing, { at }: ReadEntry): void {
  job.proven.set(what, { by: 'person', at });
}

function carOf(facts: FactsOf<'car-created'>, { at }: ReadEntry) {
  return {
    plate: wordsOf(facts.plate),
    name: wordsOf(facts.name),
    vin: wordsOf(facts.vin),
    brand: wordsOf(facts.brand),
    model: wordsOf(facts.model),
    at,
  };
}

/** Records that a test access was removed before the car was tested. */
function noteUntried(job: JobFacts, { phase, opened, closed, until }: AccessFacts, at: Instant): void {
  const isAnswered = opened === false || (opened === true && closed !== null);
  if (phase !== 'confirmed' || isAnswered) return;
  job.failures.add(until !== null && at >= until ? 'expired' : 'not-tried');
}

function takeBox(job: JobFacts, facts: FactsOf<'box-chosen'>, { at }: ReadEntry, asked: boolean): void {
  const serial = wordsOf(facts.serial);
  if (serial === null) return;
  // In a swap, the exchange entry names the previously chosen Box with fewer facts.
  const before: BoxFacts | null = job.box?.serial === serial ? job.box : null;
  job.box = {
    serial,
    sentAs: wordsOf(facts.sentAs) ?? before?.sentAs ?? null,
    // Another key may have another name for the variant, or none.
    variant: facts.variant === undefined ? (before?.variant ?? null) : wordsOf(facts.variant),
    sap: wordsOf(facts.sap) ?? before?.sap ?? null,
    // Fallback for entries without this fact: only a compared variant has a name.
    variantChecked:
      facts.variantChecked ?? (wordsOf(facts.variant) !== null || (before?.variantChecked ?? false)),
    operation: facts.operation ?? null,
    asked,
    refused: false,
    // Another key was compared with the installed Box.
    confirmed:
      before?.confirmed === true && facts.operation !== undefined && before.operation === facts.operation,
    at,
  };
}

/** @param publication undefined = the entry does not say. */
function checklistOf(
  job: JobFacts,
  { template, version }: Pick<FactsOf<'signature-taken-back'>, 'template' | 'version'>,
  publication?: number | null,
): void {
  const named = wordsOf(template);
  if (named === null || version === undefined) return;
  const before = job.checklist;
  const same = before?.template === named && before.version === version;
  const known = same ? before : { publication: null, afterAt: null };
  job.checklist = {
    template: named,
    version,
    publication: publication === undefined ? known.publication : publication,
    afterAt: known.afterAt,
  };
}

function pictureOf(
  job: JobFacts,
  { digest, ...facts }: FactsOf<'photo-taken'>,
  read: ReadEntry,
  kind: 'photo' | 'signature',
  made: MadeFrom = AS_TAKEN,
): void {
  if (digest === undefined) return;
  checklistOf(job, facts, facts.publication);
  job.photos.set(digest, {
    digest,
    kind,
    item: wordsOf(facts.item),
    words: wordsOf(facts.text),
    takenAt: read.at,
    worker: read.entry.worker,
    removedAt: null,
    place: placeOf(read),
    ...made,
  });
}
