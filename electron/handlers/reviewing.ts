import type { JobId } from '../../shared/ids.ts';
import type { Handlers } from './router.ts';
import { beginRework, sendBack } from '../jobs/finish.ts';
import { sendJob } from '../jobs/sent-job.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import {
  putReviewAway,
  readOutgoingReview,
  settleOutgoingReview,
} from '../db/tables/queue/outgoing-reviews.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import { approveMany, writeReview } from '../supervision/reviewing/write-review.ts';
import { jobReviews, outgoing } from '../supervision/reviewing/job-reviews.ts';

/** The `reviewing.*` calls. */
export function reviewingCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `reviewing.${string}`>> {
  const view = (job: JobId) => sendJob(current(), job);
  const open = (id: ReviewId) => {
    const { database } = current();
    const row = readOutgoingReview(database.sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    return { database, row };
  };
  return {
    'reviewing.ofJob': ({ jobId }) => jobReviews(current().reviewing.parts, jobId),
    'reviewing.review': (given) => {
      const { parts } = current().reviewing;
      writeReview(parts, given);
      return jobReviews(parts, given.jobId);
    },
    'reviewing.approveMany': ({ jobs }) => ({ outcomes: [...approveMany(current().reviewing.parts, jobs)] }),
    'reviewing.outgoing': () => ({ reviews: [...outgoing(current().database.sqlite)] }),
    'reviewing.sendAgain': ({ id }) => {
      const { database, row } = open(id);
      if (row.state !== 'refused') throw new ProblemError(makeProblem('changed-meanwhile'));
      database.write((context) => {
        settleOutgoingReview(context, { ...row, state: 'waiting', problem: null });
        context.changed('reviews', `job:${row.job_id}`);
      });
      return {};
    },
    'reviewing.putAway': ({ id }) => {
      const { database, row } = open(id);
      database.write((context) => {
        putReviewAway(context, id, current().jobs.clock.now());
        context.changed('reviews', `job:${row.job_id}`);
      });
      return {};
    },
    'reviewing.beginRework': ({ jobId }) => {
      beginRework(current().jobs, jobId);
      return view(jobId);
    },
    'reviewing.sendBack': ({ jobId, note }) => {
      sendBack(current().jobs, jobId, note);
      return view(jobId);
    },
  };
}
