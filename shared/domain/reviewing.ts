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

/*
 * Where a job stands with its reviews: the one place that says so, for the installer and for the supervisor
 * (docs/reviews.md has the picture).
 */

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
 * The step in which each reason is mended, by kind of job. A kind without a step for a reason cannot be sent back for it:
 * a removal has no checklist and no test.
 */
export const mendedAt: Readonly<Record<ReworkReason, Readonly<Partial<Record<JobKind, StepName>>>>> = {
  'wrong-place': { installation: 'fitting' },
  'wrong-serial': { installation: 'box', swap: 'box' },
  'photo-missing': { installation: 'fitting' },
  'photo-unreadable': { installation: 'fitting' },
  'checklist-wrong': { installation: 'fitting' },
  'access-not-proven': { installation: 'verify', swap: 'verify' },
  paperwork: { installation: 'finish', removal: 'finish', swap: 'finish' },
  other: { installation: 'finish', removal: 'finish', swap: 'finish' },
};

/** The reasons for which a job of this kind can be sent back. */
export const reasonsFor = (kind: JobKind): readonly ReworkReason[] =>
  reworkReason.options.filter((reason) => mendedAt[reason][kind] !== undefined);

/** The installer's answer to a rework request. */
export type ReworkAnswer = 'none' | 'begun' | 'done';

/** The state by the latest word and the answer to that very word. */
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

/** The possible verdicts on a job in a state. Repeating a verdict has no effect; another rework request is another one. */
export const verdictsIn: Readonly<Record<ReviewState, readonly ReviewVerdict[]>> = {
  unreviewed: ['approved', 'rework'],
  approved: ['reopened', 'rework'],
  reopened: ['approved', 'rework'],
  'rework-asked': ['approved', 'reopened', 'rework'],
  'rework-begun': ['approved', 'reopened', 'rework'],
  'rework-done': ['approved', 'rework'],
};

/** The values that decide which of two reviews counts. `here`: written on a laptop that has no relay. */
export interface SaidWhen {
  readonly id: ReviewId;
  readonly origin: 'relay' | 'here';
  readonly revision: number;
  /** By the relay's clock. */
  readonly receivedAt: Instant;
}

/**
 * Does the first come after the second? By revision alone, whatever arrived first. The relay's word counts before one that was
 * written without it. Of two with one revision that both stand, the later one counts.
 */
export function saidLater(one: SaidWhen, other: SaidWhen): boolean {
  if (one.origin !== other.origin) return one.origin === 'relay';
  if (one.revision > other.revision) return true;
  if (one.revision < other.revision) return false;
  if (one.receivedAt > other.receivedAt) return true;
  if (one.receivedAt < other.receivedAt) return false;
  return one.id > other.id;
}

/** The signatures with which a review counts. A relay can make up any other one, also under the name of a laptop that is not known. */
export const countingSignatures: readonly ReviewSignatureState[] = ['verified'];

/** Does the review decide about the job? Whatever its verdict, one whose signature is not verified does not. */
export const reviewCounts = ({ signature }: { readonly signature: ReviewSignatureState }): boolean =>
  countingSignatures.includes(signature);

/** A supervisor's review, as a screen shows it. */
export const saidReview = z.object({
  id: reviewId,
  revision: z.number().int(),
  verdict: reviewVerdict,
  /** Null where none was given: approved, or said before there were reasons. */
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
export type SaidReview = z.infer<typeof saidReview>;

/** The latest review of a job and the answer to it; none before the first review. */
export const jobReview = saidReview.extend({ state: reviewState.exclude(['unreviewed']) });
export type JobReview = z.infer<typeof jobReview>;

/** The reviewer's name for a sentence. */
export function speakerOf({ worker, reviewer }: Pick<SaidReview, 'worker' | 'reviewer'>): string {
  return worker === '' ? reviewer : worker;
}

/**
 * - `waiting`: on its way to the relay. - `arrived`: it has a revision. - `stale`: another review was first; it counts nowhere.
 * - `refused`: the relay does not take it from this laptop.
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
  /** Of a stale one: the review that was first; null where that was dropped by age. */
  current: saidReview.nullable(),
  /** Why it was refused. */
  problem: problem.nullable(),
});
export type OutgoingReview = z.infer<typeof outgoingReview>;

/** Everything that was said of a job, and what this laptop has still to say. */
export const jobReviews = z.object({
  jobId,
  state: reviewState,
  /** The revision to hand back as `basedOn` with the next review. */
  revision: z.number().int().nonnegative(),
  /** The newest first. */
  said: z.array(saidReview),
  /** Written here and not settled: waiting, stale or refused ones that were not dismissed, the oldest first. */
  own: z.array(outgoingReview),
});
export type JobReviews = z.infer<typeof jobReviews>;

/** The subject of a review, as one word in the log. */
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

/** A supervisor asks for rework that has not begun; another laptop does not go on with the job. */
export const isSentBack = ({ review, handedOver }: Pick<JobSummary, 'review' | 'handedOver'>): boolean =>
  review?.state === 'rework-asked' && !handedOver;
