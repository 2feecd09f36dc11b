import { z } from 'zod';
import { sentJob } from '../../domain/job.ts';
import { jobReviews, outgoingReview } from '../../domain/reviewing.ts';
import { jobId } from '../../ids.ts';
import { problem } from '../../problem.ts';
import { reviewId, reviewPin, reviewVerdict, reworkReason } from '../../relay/reviews.ts';
import { call } from '../call.ts';

const job = z.object({ jobId });
const one = z.object({ id: reviewId });
const typed = z.string().max(20_000);
/** The revision that the person had in view; 0 = no review yet. */
const basedOn = z.number().int().nonnegative();

/**
 * The result for one job of a bulk approval. `not-green` lists the checks that are not green. `sent-back`: the
 * latest review asks for rework, so the job can only be approved individually.
 */
export const approvalOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), jobId, review: reviewId }),
  z.object({ kind: z.literal('not-green'), jobId, checks: z.array(z.string()) }),
  z.object({ kind: z.literal('approved-already'), jobId }),
  z.object({ kind: z.literal('sent-back'), jobId }),
  z.object({ kind: z.literal('failed'), jobId, problem }),
]);
export type ApprovalOutcome = z.infer<typeof approvalOutcome>;

/** Reviews of jobs: written by supervisors, answered by installers. No call waits for the network. */
export const reviewingCalls = {
  /** All reviews of a job of any laptop. */
  'reviewing.ofJob': call('installer', job, jobReviews),
  /**
   * Reviews a job: saved here at once, then sent to the relay. Rework needs a reason and words. If another supervisor's
   * review comes first, this one becomes stale, and the supervisor decides again.
   */
  'reviewing.review': call(
    'supervisor',
    job.extend({
      verdict: reviewVerdict,
      reason: reworkReason.nullable(),
      comment: typed,
      pin: reviewPin,
      basedOn,
    }),
    jobReviews,
  ),
  /**
   * Approves every job in the list whose checks are all green. Each approval is a review of its own, with an outcome of
   * its own.
   */
  'reviewing.approveMany': call(
    'supervisor',
    z.object({ jobs: z.array(job.extend({ basedOn })).min(1).max(5000) }),
    z.object({ outcomes: z.array(approvalOutcome) }),
  ),
  /** Reviews of this laptop that are not sent yet, or were refused or stale, oldest first. */
  'reviewing.outgoing': call('installer', z.object({}), z.object({ reviews: z.array(outgoingReview) })),
  /** Retries a review that was refused. */
  'reviewing.sendAgain': call('supervisor', one, z.object({})),
  /** Dismisses a review that was refused or stale. */
  'reviewing.putAway': call('supervisor', one, z.object({})),
  /** Reopens a job for the rework that a supervisor requested. */
  'reviewing.beginRework': call('installer', job, sentJob),
  /** Finishes the job again after the rework; the supervisor sees it waiting for a review. */
  'reviewing.sendBack': call('installer', job.extend({ note: typed }), sentJob),
} as const;
