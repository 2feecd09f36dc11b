import type { ApprovalOutcome } from '../../../shared/ipc/calls/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { lastWaitingReview } from '../../db/tables/queue/outgoing-reviews.ts';
import { latestCounting } from '../../db/tables/queue/reviews.ts';
import type { ReviewingParts } from './parts.ts';
import { writeReview } from './write-review.ts';

/**
 * Approves each job whose every check is green and that no rework request is open for. Each is its own review in its own
 * transaction: what keeps one from being approved keeps no other, and each tells what became of it.
 */
export function approveMany(
  parts: ReviewingParts,
  jobs: readonly { readonly jobId: JobId; readonly basedOn: number }[],
): readonly ApprovalOutcome[] {
  return jobs.map(({ jobId, basedOn }): ApprovalOutcome => {
    const checks = parts.checksNotGreen(jobId);
    if (checks === null) return { kind: 'failed', jobId, problem: makeProblem('not-found') };
    if (checks.length > 0) return { kind: 'not-green', jobId, checks: [...checks] };
    const latest = latestCounting(parts.database.sqlite, jobId);
    const onItsWay = lastWaitingReview(parts.database.sqlite, jobId);
    if (onItsWay === undefined ? isSentBack(parts, jobId, latest) : onItsWay.verdict === 'rework') {
      return { kind: 'sent-back', jobId };
    }
    if ((onItsWay ?? latest)?.verdict === 'approved') {
      return { kind: 'approved-already', jobId };
    }
    try {
      const given = { verdict: 'approved', reason: null, comment: '', pin: WHOLE_JOB } as const;
      return { kind: 'written', jobId, review: writeReview(parts, { ...given, jobId, basedOn }) };
    } catch (cause) {
      if (cause instanceof ProblemError) return { kind: 'failed', jobId, problem: cause.problem };
      throw cause;
    }
  });
}

/** Is the latest review a rework request that the installer has not answered? */
function isSentBack(
  { answerTo }: ReviewingParts,
  job: JobId,
  latest: ReturnType<typeof latestCounting>,
): boolean {
  return latest?.verdict === 'rework' && answerTo(job, latest.id) !== 'done';
}
