import { jobKind } from '../../../shared/domain/job-steps.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { numberOf, placeOf, type ReadEntry, textOf } from './entry.ts';
import type { AnswerFacts, BoxFacts, JobFacts } from './job-facts.ts';

type Rule = (job: JobFacts, read: ReadEntry) => void;

/** What a person decided, told or saw, by the entry's type. */
export const stepRules: Readonly<Record<string, Rule>> = {
  'job-started': (job, { facts }) => {
    job.kind = jobKind.safeParse(facts['kind']).data ?? job.kind;
  },
  'job-handed-over': (job) => {
    job.givenAway = true;
  },
  'job-taken-over': (job) => {
    job.givenAway = false;
  },
  'car-chosen': (job, { facts, at }) => {
    job.car = {
      id: numberOf(facts, 'car'),
      plate: textOf(facts, 'plate'),
      name: textOf(facts, 'name'),
      vin: textOf(facts, 'vin'),
      brand: textOf(facts, 'brand'),
      model: textOf(facts, 'model'),
      confirmed: true,
      at,
    };
  },
  'car-created': (job, { facts, at }) => {
    job.car = {
      id: null,
      plate: textOf(facts, 'plate'),
      name: textOf(facts, 'name'),
      vin: textOf(facts, 'vin'),
      brand: textOf(facts, 'brand'),
      model: textOf(facts, 'model'),
      confirmed: false,
      at,
    };
  },
  'key-chosen': (job, { facts }) => {
    const form = textOf(facts, 'form');
    job.key = form === null ? null : { form, box: textOf(facts, 'box'), sap: textOf(facts, 'sap') };
    const brand = textOf(facts, 'brand');
    if (job.car !== null) job.car.brand ??= brand;
  },
  'checklist-chosen': (job, { facts }) => checklistOf(job, facts),
  'checklist-answered': (job, read) => {
    checklistOf(job, read.facts);
    answerOf(job, read, read.facts['answer'] ?? null);
  },
  'answer-forced': (job, read) => {
    const { facts, entry, at } = read;
    const reason = textOf(facts, 'reason') ?? '';
    const item = answerOf(job, read, facts['value'] ?? null);
    if (item !== null) item.forced = { reason, limit: limitOf(facts) };
    job.forced.push({
      words: textOf(facts, 'text') ?? textOf(facts, 'item') ?? '',
      value: String(facts['value'] ?? ''),
      reason,
      at,
      worker: entry.worker,
      place: placeOf(read),
    });
    if (facts['kind'] === 'differs') job.mismatches.push(placeOf(read));
  },
  'photo-taken': (job, read) => pictureOf(job, read, 'photo'),
  'label-added': (job, read) => {
    pictureOf(job, read, 'photo');
    // What was read off the one before says nothing about this one.
    job.label = null;
  },
  signed: (job, read) => pictureOf(job, read, 'signature'),
  'photo-removed': (job, { facts, at }) => {
    const digest = attachmentDigest.safeParse(facts['digest']).data;
    const photo = digest === undefined ? undefined : job.photos.get(digest);
    if (photo !== undefined) photo.removedAt = at;
  },
  'signature-taken-back': (job, { facts, at }) => {
    for (const photo of job.photos.values()) {
      if (photo.kind === 'signature' && photo.item === facts['item']) photo.removedAt ??= at;
    }
  },
  'checklist-completed': (job, { facts, at }) => {
    checklistOf(job, facts);
    if (job.checklist !== null) job.checklist.completedAt = at;
  },
  'box-chosen': (job, read) => takeBox(job, read),
  'box-replaced': (job, read) => {
    takeBox(job, read);
    job.failures.add('wrong-box');
    job.mismatches.push(placeOf(read));
  },
  'new-box-chosen': (job, read) => takeBox(job, read),
  'box-forced': (job, read) => {
    const { facts, entry, at } = read;
    const checks = textOf(facts, 'checks') ?? '';
    job.forced.push({
      words: checks,
      value: textOf(facts, 'serial') ?? '',
      reason: textOf(facts, 'reason') ?? '',
      at,
      worker: entry.worker,
      place: placeOf(read),
    });
    if (/\b(?:variant|known|label)\b(?!-)/.test(checks)) job.mismatches.push(placeOf(read));
  },
  'label-read': (job, read) => {
    const serial = textOf(read.facts, 'serial');
    if (serial !== null) job.label = { serial, place: placeOf(read) };
  },
  'group-chosen': (job, { facts }) => {
    const name = textOf(facts, 'group');
    job.group = name === null ? null : { name, confirmed: false };
  },
  'leaving-box-chosen': (job, { facts }) => {
    const serial = textOf(facts, 'serial');
    job.oldBox = serial === null ? null : { serial, reason: null, words: '', confirmed: false, asked: false };
  },
  'box-leaves': (job, { facts }) => {
    const serial = textOf(facts, 'serial') ?? job.oldBox?.serial;
    if (serial === undefined) return;
    const reason = textOf(facts, 'reason');
    job.oldBox = { serial, reason, words: textOf(facts, 'words') ?? '', confirmed: false, asked: true };
  },
  'restore-requested': (job, { facts }) => {
    const operation = textOf(facts, 'operation');
    if (operation !== null) job.restores.add(operation);
  },
  'verification-started': (job, { facts }) => {
    job.access = {
      ...job.access,
      phase: 'requested',
      user: numberOf(facts, 'user'),
      minutes: numberOf(facts, 'minutes'),
      until: null,
      untilEstimated: false,
      opened: null,
      closed: null,
    };
  },
  'access-observed': (job, { facts }) => {
    const worked = facts['worked'] === true;
    const what = facts['what'];
    if (what !== 'opened' && what !== 'closed') return;
    job.access[what] = worked;
    job.access.tries += 1;
    if (worked) return;
    job.access.failedTries += 1;
    job.failures.add(what === 'opened' ? 'not-opened' : 'not-closed');
  },
  'removal-requested': (job) => {
    if (job.access.phase !== 'removed') job.access.phase = 'removal-requested';
  },
  'job-finished': (job, { at }) => {
    job.finishedAt ??= at;
    job.lastFinishedAt = at;
  },
  'rework-begun': (job, { facts }) => {
    const review = textOf(facts, 'review');
    if (review !== null) job.begun.add(review);
  },
  // The finish of a job that a supervisor sent back.
  'rework-done': (job, { at, facts }) => {
    const review = textOf(facts, 'review');
    if (review !== null) job.answered.add(review);
    job.finishedAt ??= at;
    job.lastFinishedAt = at;
  },
};

function takeBox(job: JobFacts, { facts, at }: ReadEntry): void {
  const serial = textOf(facts, 'serial');
  if (serial === null) return;
  // In a swap the exchange names the Box that was chosen before, with less of it.
  const before: BoxFacts | null = job.box?.serial === serial ? job.box : null;
  job.box = {
    serial,
    sentAs: textOf(facts, 'sentAs') ?? before?.sentAs ?? null,
    variant: textOf(facts, 'variant') ?? before?.variant ?? null,
    sap: textOf(facts, 'sap') ?? before?.sap ?? null,
    confirmed: false,
    at,
  };
}

function checklistOf(job: JobFacts, facts: ReadEntry['facts']): void {
  const template = textOf(facts, 'template');
  const version = numberOf(facts, 'version');
  if (template === null || version === null) return;
  job.checklist = { template, version, completedAt: null };
}

function answerOf(
  job: JobFacts,
  { facts, at, entry }: ReadEntry,
  answer: string | number | boolean | null,
): AnswerFacts | null {
  const item = textOf(facts, 'item');
  if (item === null) return null;
  const words = textOf(facts, 'text') ?? item;
  const given = { item, words, answer, at, worker: entry.worker, forced: null };
  job.answers.set(item, given);
  if (job.checklist !== null) job.checklist.completedAt = null;
  return given;
}

function pictureOf(job: JobFacts, read: ReadEntry, kind: 'photo' | 'signature'): void {
  const { facts, at, entry } = read;
  const digest = attachmentDigest.safeParse(facts['digest']).data;
  if (digest === undefined) return;
  job.photos.set(digest, {
    digest,
    kind,
    item: textOf(facts, 'item'),
    words: textOf(facts, 'text'),
    takenAt: at,
    worker: entry.worker,
    removedAt: null,
    place: placeOf(read),
  });
}

function limitOf(facts: ReadEntry['facts']): string | null {
  const { expected, min, max, unit } = facts;
  if (typeof expected === 'string') return expected;
  if (typeof min !== 'number' || typeof max !== 'number') return null;
  const measure = typeof unit === 'string' && unit !== '' ? ` ${unit}` : '';
  return `${min}–${max}${measure}`;
}
