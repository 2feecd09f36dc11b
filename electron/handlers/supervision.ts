import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { acceptKey, keyChanges, chainStates } from '../supervision/laptop-logs.ts';
import { countStock, listStock, createReader, readJob, ownerOf } from '../supervision/copies-reader.ts';
import { factsOfJob } from '../supervision/job-page.ts';
import { nowAtOperator } from '../supervision/now-at-operator.ts';
import { beginRework, sendBack } from '../jobs/finish.ts';
import { sendJob } from '../jobs/view.ts';
import {
  putReviewAway,
  readOutgoingReview,
  settleOutgoingReview,
} from '../db/tables/queue/outgoing-reviews.ts';
import { approveMany, writeReview } from '../supervision/reviewing/reviewing.ts';
import { jobReviews, outgoing } from '../supervision/reviewing/job-reviews.ts';
import type { Handlers } from './router.ts';

/* The supervisor's view of all laptops, and the reviews of their jobs. */

/** The `supervision.*` calls. */
export function supervisionCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `supervision.${string}`>> {
  const looking = createReader(current);
  const views = () => {
    const { supervision, jobs } = current();
    return { savedViews: supervision.views, worker: jobs.worker() };
  };
  const status = () => looking(() => current().supervision.copies.status());
  return {
    'supervision.installations': ({ filter, sort, offset, limit }) =>
      looking(({ lookUp }) => lookUp.window(filter, sort, offset, limit)),
    'supervision.ids': ({ filter, sort, limit }) => looking(({ lookUp }) => lookUp.ids(filter, sort, limit)),
    'supervision.facets': ({ filter }) => looking(({ lookUp }) => lookUp.facets(filter)),
    'supervision.job': ({ jobId }) => readJob(current, jobId),
    'supervision.nowAtOperator': ({ jobId }) => {
      const { client, jobs } = current();
      const { facts } = looking(({ sqlite }) => factsOfJob(sqlite, jobId));
      return nowAtOperator({ client, clock: jobs.clock }, facts);
    },
    'supervision.photo': ({ digest }) => looking(({ sqlite }) => current().supervision.photo(sqlite, digest)),
    'supervision.boxStock': () => looking(({ sqlite }) => ({ lines: countStock(sqlite) })),
    'supervision.stockBoxes': ({ filter, offset, limit }) =>
      looking(({ sqlite }) => listStock(sqlite, filter, { offset, limit })),
    'supervision.chains': () =>
      looking(({ sqlite }) => {
        const queue = current().database.sqlite;
        const owner = ownerOf(current());
        return { chains: chainStates({ sqlite, queue, owner }), keyChanges: keyChanges(queue) };
      }),
    'supervision.acceptKey': ({ key, reason }) => {
      const { database, jobs } = current();
      const { role } = status();
      acceptKey({ database, log: jobs.log, role }, key, reason);
      return { keyChanges: keyChanges(database.sqlite) };
    },
    'supervision.numbers': ({ filter, by }) => looking(({ lookUp }) => lookUp.numbers(filter, by)),
    'supervision.status': status,
    'supervision.stop': async () => {
      await current().supervision.copies.pause();
      return status();
    },
    'supervision.resume': async () => {
      await current().supervision.copies.resume();
      return status();
    },
    'supervision.views': () => {
      const { savedViews, worker } = views();
      return { views: savedViews.list(worker) };
    },
    'supervision.saveView': (view) => {
      const { savedViews, worker } = views();
      return { views: savedViews.save(worker, view) };
    },
    'supervision.removeView': ({ id }) => {
      const { savedViews, worker } = views();
      return { views: savedViews.remove(worker, id) };
    },
  };
}

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
