import { z } from 'zod';
import { jobId } from '../ids.ts';
import { neverReached } from '../never.ts';
import { problem } from '../problem.ts';
import {
  type ReviewId,
  reviewId,
  type ReviewPin,
  reviewPin,
  type ReviewVerdict,
  reviewVerdict,
  type ReworkReason,
  reworkReason,
} from '../relay/reviews.ts';
import { instant, type Instant } from '../time.ts';
import type { JobKind, StepName } from './job-steps.ts';
import { type ReviewSignatureState, reviewSignatureState } from './trust.ts';
import type { JobSummary } from './job.ts';

/* The review state of a job, defined once for the installer and the supervisor (docs/reviews.md has the diagram). */

/** `rework-done`: sent back by the installer, and waiting for a review again. */
export const reviewState = z.enum([
  'unreviewed',
  'approved',
  'reopened',
  'rework-asked',
  'rework-begun',
  'rework-done',
]);
export type ReviewState = z.infer<typeof reviewState>;

/**
 * The step in which each reason is corrected, by kind of job. A job cannot be sent back for a reason without a step: a
 * removal has no test.
 */
export const reworkStepOf: Readonly<Record<ReworkReason, Readonly<Partial<Record<JobKind, StepName>>>>> = {
  'wrong-place': { installation: 'fitting' },
  'wrong-serial': { installation: 'box', swap: 'box' },
  'photo-missing': { installation: 'fitting', removal: 'checks', swap: 'checks' },
  'photo-unreadable': { installation: 'fitting', removal: 'checks', swap: 'checks' },
  'checklist-wrong': { installation: 'fitting', removal: 'checks', swap: 'checks' },
  'access-not-proven': { installation: 'verify', swap: 'verify' },
  paperwork: { installation: 'finish', removal: 'finish', swap: 'finish' },
  other: { installation: 'finish', removal: 'finish', swap: 'finish' },
};

/** The reasons for which a job of this kind can be sent back. */
export const reasonsFor = (kind: JobKind): readonly ReworkReason[] =>
  reworkReason.options.filter((reason) => reworkStepOf[reason][kind] !== undefined);

/** The installer's answer to a rework request. */
export type ReworkAnswer = 'none' | 'begun' | 'done';

/** The state that follows from the latest verdict and the answer to that verdict. */
export function reviewStateOf(latest: ReviewVerdict | null, answer: ReworkAnswer): ReviewState {
  switch (latest) {
    case null:
      return 'unreviewed';
    case 'approved':
    case 'reopened':
      return latest;
    case 'rework':
      switch (answer) {
        case 'none':
          return 'rework-asked';
        case 'begun':
          return 'rework-begun';
        case 'done':
          return 'rework-done';
        default:
          return neverReached(answer);
      }
    default:
      return neverReached(latest);
  }
}

/**
 * The permitted verdicts on a job in a state. Repeating a verdict has no effect, but each rework request is a new one.
 */
export const verdictsIn: Readonly<Record<ReviewState, readonly ReviewVerdict[]>> = {
  unreviewed: ['approved', 'rework'],
  approved: ['reopened', 'rework'],
  reopened: ['approved', 'rework'],
  'rework-asked': ['approved', 'reopened', 'rework'],
  'rework-begun': ['approved', 'reopened', 'rework'],
  'rework-done': ['approved', 'rework'],
};

/** The values that decide which of two reviews counts. `here`: written on a laptop without a relay. */
export interface ReviewTime {
  readonly id: ReviewId;
  readonly origin: 'relay' | 'here';
  readonly revision: number;
  /** By the relay's clock. */
  readonly receivedAt: Instant;
}

/**
 * Whether the first review comes after the second. The revision decides, whatever the order of arrival. A review from the
 * relay takes precedence over one written without a relay. Of two reviews with the same revision, the later one counts.
 */
export function isGivenLater(one: ReviewTime, other: ReviewTime): boolean {
  if (one.origin !== other.origin) return one.origin === 'relay';
  if (one.revision > other.revision) return true;
  if (one.revision < other.revision) return false;
  if (one.receivedAt > other.receivedAt) return true;
  if (one.receivedAt < other.receivedAt) return false;
  return one.id > other.id;
}

/**
 * The signatures with which a review counts. Any other review could be forged by a relay, even under the name of an
 * unknown laptop.
 */
export const countingSignatures: readonly ReviewSignatureState[] = ['verified'];

/** Tests whether a review takes effect. A review with an unverified signature does not, whatever its verdict. */
export const reviewCounts = ({ signature }: { readonly signature: ReviewSignatureState }): boolean =>
  countingSignatures.includes(signature);

/** A supervisor's review, as a screen shows it. */
export const givenReview = z.object({
  id: reviewId,
  revision: z.number().int(),
  verdict: reviewVerdict,
  /** Null without a reason: approved, or written before reasons existed. */
  reason: reworkReason.nullable(),
  comment: z.string(),
  pin: reviewPin,
  /** The name of the supervisor's token at the relay; empty where there was no relay. */
  reviewer: z.string(),
  /** The person working at the supervisor's laptop; empty where it is not known. */
  worker: z.string(),
  at: instant,
  /** The verification of the signature of the supervisor's laptop when the review arrived here. */
  signature: reviewSignatureState,
});
export type GivenReview = z.infer<typeof givenReview>;

/** The latest review of a job and the answer to it; none before the first review. */
export const jobReview = givenReview.extend({ state: reviewState.exclude(['unreviewed']) });
export type JobReview = z.infer<typeof jobReview>;

/** The reviewer's name for a sentence. */
export function speakerOf({ worker, reviewer }: Pick<GivenReview, 'worker' | 'reviewer'>): string {
  return worker === '' ? reviewer : worker;
}

/**
 * The state of a review that was written on this laptop.
 * - `waiting`: not yet at the relay.
 * - `arrived`: it has a revision.
 * - `stale`: another review came first; it never counts.
 * - `refused`: the relay refuses it from this laptop.
 */
export const outgoingState = z.enum(['waiting', 'arrived', 'stale', 'refused']);
export type OutgoingState = z.infer<typeof outgoingState>;

/** A review that was written on this laptop. */
export const outgoingReview = z.object({
  id: reviewId,
  jobId,
  verdict: reviewVerdict,
  reason: reworkReason.nullable(),
  comment: z.string(),
  pin: reviewPin,
  worker: z.string(),
  basedOn: z.number().int(),
  writtenAt: instant,
  state: outgoingState,
  /** For a stale review: the review that came first; null where that was dropped by age. */
  current: givenReview.nullable(),
  /** Why it was refused. */
  problem: problem.nullable(),
});
export type OutgoingReview = z.infer<typeof outgoingReview>;

/** All reviews of a job, and the unsettled ones of this laptop. */
export const jobReviews = z.object({
  jobId,
  state: reviewState,
  /** The revision to send as `basedOn` with the next review. */
  revision: z.number().int().nonnegative(),
  /** The newest first. */
  said: z.array(givenReview),
  /** Unsettled reviews of this laptop: waiting, stale or refused ones that were not dismissed, oldest first. */
  own: z.array(outgoingReview),
});
export type JobReviews = z.infer<typeof jobReviews>;

/** The subject of a review as text in the log. */
export function pinWord(pin: ReviewPin): string {
  switch (pin.at) {
    case 'job':
      return 'job';
    case 'step':
      return `step ${pin.step}`;
    case 'item':
      return `item ${pin.item}`;
    case 'photo':
      return `photo ${pin.digest}`;
    default:
      return neverReached(pin);
  }
}

/** True when a supervisor has requested rework that has not begun, and the job has not been handed over. */
export const isSentBack = ({ review, handedOver }: Pick<JobSummary, 'review' | 'handedOver'>): boolean =>
  review?.state === 'rework-asked' && !handedOver;
