import { z } from 'zod';
import { boxCondition, boxTarget } from '../domain/boxes.ts';
import { removalDecision } from '../domain/removal.ts';
import { reviewSignatureState, signatureState } from '../domain/trust.ts';
import { instructionId, logEntryId, plannedJobId } from '../ids.ts';
import { REDACTION, REMOVAL, removalOrderId } from '../relay/removals.ts';
import { reviewId, reviewVerdict, reworkReason } from '../relay/reviews.ts';
import { devicePublicKey, deviceSignature } from '../relay/signing.ts';
import { instant } from '../time.ts';
import { byItself, defineEntry, OF_NO_JOB, label, personal, plain } from './define.ts';

/*
 * Entries of Boxes outside jobs, of reviews, of the log itself and of the data.
 */

const text = z.string();
const number = z.number();

const review = byItself('review');

const written = {
  review: plain(reviewId),
  reason: plain(reworkReason.nullable()),
  comment: personal('words', text),
  /** The part of the job that the review concerns. */
  pin: label(text),
};
const given = { ...written, basedOn: plain(number) };

const aboutBox = {
  serial: label(text),
  /** Its article number; null where this laptop does not know it. */
  sap: label(text.nullable()),
};

/** Why words or copies were removed, and at whose request; must not repeat the removed words. */
const why = { reason: label(text), request: plain(text) };

export const otherEntries = [
  defineEntry('job-planned', OF_NO_JOB, {
    planned: plain(plannedJobId),
    basedOn: plain(number),
    /** Why it was withdrawn. */
    withdrawn: personal('words', text.optional()),
  }),
  /** A Box was brought in, taken along or returned. */
  defineEntry('box-moved', OF_NO_JOB, { ...aboutBox, to: plain(boxTarget) }),
  defineEntry('box-marked', OF_NO_JOB, {
    ...aboutBox,
    condition: plain(boxCondition),
    reason: personal('words', text),
    /** The signature over `canonicalBoxMark`, and the time in it: other laptops read the mark apart from the log. */
    markedAt: plain(instant.optional()),
    key: plain(devicePublicKey.optional()),
    signature: plain(deviceSignature.optional()),
  }),
  defineEntry('instruction-published', OF_NO_JOB, {
    instruction: plain(instructionId),
    basedOn: plain(number),
    brand: label(text),
    model: label(text),
    key: label(text),
    title: label(text),
    note: personal('words', text),
    /** The digests of its files. */
    files: plain(text),
  }),
  defineEntry('instruction-withdrawn', OF_NO_JOB, {
    instruction: plain(instructionId),
    basedOn: plain(number),
  }),
  defineEntry('publication-published', OF_NO_JOB, { version: plain(number), key: plain(text) }),
  defineEntry('publication-taken', OF_NO_JOB, { version: plain(number), key: plain(text) }),
  /** A person compared the key of an administrator and accepted it. */
  defineEntry('publisher-accepted', OF_NO_JOB, { key: plain(text) }),
  defineEntry('review-approved', review({ supervisor: true }), given),
  defineEntry('review-rework', review({ supervisor: true }), given),
  defineEntry('review-reopened', review({ supervisor: true }), given),
  defineEntry('review-not-taken', review({ supervisor: true }), {
    review: plain(reviewId),
    because: plain(z.enum(['stale', 'refused'])),
    /** The revision of the review that replaced it. */
    revision: plain(number.optional()),
    /** The relay's message. */
    says: personal('words', text.nullable().optional()),
  }),
  /** A restored relay has a review that this laptop had not received before. */
  defineEntry('review-reinstated', review({ supervisor: true }), {
    review: plain(reviewId),
    revision: plain(number),
  }),
  defineEntry('review-received', review({ installer: true }), {
    ...written,
    revision: plain(number),
    verdict: plain(reviewVerdict),
    /** The name of the reviewer's token. */
    reviewer: personal('worker', text),
    by: personal('worker', text),
    /** Absent in entries from before reviews were signed. */
    signature: plain(reviewSignatureState.optional()),
  }),
  defineEntry('log-continued', byItself('log')({ supervisor: true }), {
    chain: plain(z.uuid()),
    entry: plain(number),
    beyond: plain(number),
  }),
  defineEntry('data-restored', byItself('log')({ supervisor: true }), {
    reason: plain(z.enum(['damaged', 'missing', 'behind', 'last-commits'])),
    backup: plain(instant.nullable()),
    rows: plain(number),
    lookedUp: plain(number),
  }),
  defineEntry('data-set-back', byItself('log')({ supervisor: true }), {
    reason: plain(z.enum(['copied', 'relay-ahead'])),
    lookedUp: plain(number),
  }),
  defineEntry(REDACTION, OF_NO_JOB, { ...why, entries: plain(text), count: plain(number) }),
  defineEntry('removal-received', OF_NO_JOB, {
    removal: plain(logEntryId),
    signature: plain(signatureState),
    jobs: plain(number),
    photos: plain(number),
  }),
  defineEntry('device-key-accepted', OF_NO_JOB, {
    key: plain(devicePublicKey),
    device: plain(text),
    /** The name of the laptop's token. */
    laptop: label(text),
    reason: personal('words', text),
  }),
  defineEntry('removal-decided', OF_NO_JOB, {
    removal: plain(logEntryId),
    decision: plain(removalDecision),
  }),
  defineEntry('removal-carried-out', OF_NO_JOB, {
    removal: plain(logEntryId),
    by: plain(z.enum(['time', 'person'])),
    jobs: plain(number),
    reviews: plain(number),
    entries: plain(number),
    photos: plain(number),
  }),
  defineEntry('removal-withdrawn', OF_NO_JOB, { removal: plain(logEntryId) }),
  defineEntry(REMOVAL, OF_NO_JOB, {
    ...why,
    jobs: plain(text),
    reviews: plain(text),
    photos: plain(text),
    plans: plain(text),
    order: plain(removalOrderId.optional()),
    orderedAt: plain(instant.optional()),
    withdraws: plain(removalOrderId.nullable().optional()),
    key: plain(devicePublicKey.optional()),
    signature: plain(deviceSignature.optional()),
  }),
] as const;
