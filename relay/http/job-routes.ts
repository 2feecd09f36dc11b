import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  newPlannedJob,
  newPlannedJobClaim,
  planDay,
  plannedJob,
  plannedJobAnswer,
  plannedJobPage,
  stalePlan,
  type PlannedJobAnswer,
  type PlannedJobPage,
  type StalePlan,
  handOverClaim,
  handOverHolder,
  type HandOverHolder,
} from '../../shared/relay/jobs.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import type { PlanReader } from '../store/jobs-store.ts';
import type { AccessToken } from '../store/tokens-store.ts';
import { pageParameters } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

/* The relay's routes for planned jobs and for hand-over files. */

const plannedJobQuery = z.object({ environment, customerId, ...pageParameters, from: planDay });

const readerOf = ({ id, name, role }: AccessToken): PlanReader => ({
  tokenId: id,
  laptop: name,
  readsAll: role !== 'installer',
});

const OVER_QUOTA = 'This relay token has brought as much as it may today.';

/**
 * `POST` and `GET /v1/planned-jobs`, `POST /v1/planned-job-claims`: jobs from the office to the laptops, and the claims
 * of the laptops.
 */
export function plannedJobRoutes(app: FastifyInstance, parts: RelayParts): void {
  const { store, now } = parts;

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/planned-jobs',
    schema: newPlannedJob,
    api: {
      summary: 'Keeps a revision of a planned job',
      answers: { 200: plannedJob, 409: stalePlan },
      problems: ['too-large', 'not-your-role', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      if (token.role === 'installer') {
        return sendProblem(reply, 'not-your-role', 'Jobs are planned by supervisors.');
      }
      const revision = { ...asked, planner: token.name, tokenId: token.id, receivedAt: now() };
      const keeping = await store.keepPlannedJob(revision);
      switch (keeping.kind) {
        case 'kept':
          return reply.send(keeping.plannedJob);
        case 'stale': {
          const message = 'This planned job was changed meanwhile: read it and decide again.';
          const stale: StalePlan = {
            ...problemBody('stale-plan', message),
            error: 'stale-plan',
            current: keeping.current,
          };
          return reply.code(statusOf('stale-plan')).send(stale);
        }
        case 'over-quota':
          return sendLater(reply, 'over-quota', secondsToNextDay(revision.receivedAt), OVER_QUOTA);
        default:
          return neverReached(keeping);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/planned-job-claims',
    schema: newPlannedJobClaim,
    api: {
      summary: 'Takes what a laptop does with a planned job; the first one holds it',
      answers: { 200: plannedJobAnswer },
      problems: ['too-large', 'not-found', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      const claiming = await store.claimPlannedJob({ ...asked, reader: readerOf(token), receivedAt: now() });
      switch (claiming.kind) {
        case 'answered': {
          const answer: PlannedJobAnswer = { own: claiming.own, plannedJob: claiming.plannedJob };
          return reply.send(answer);
        }
        case 'not-found':
          return sendProblem(reply, 'not-found', 'This laptop has no such planned job.');
        case 'over-quota':
          return sendLater(reply, 'over-quota', secondsToNextDay(now()), OVER_QUOTA);
        default:
          return neverReached(claiming);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/planned-jobs',
    schema: plannedJobQuery,
    api: {
      summary: 'Changes of planned jobs',
      answers: { 200: plannedJobPage.extend({ plannedJobs: z.array(plannedJob) }) },
    },
    answersLarge: true,
    handle: async ({ reply, token, asked }) => {
      const { rows, readUpTo, more } = await store.readPlannedJobs({ ...asked, reader: readerOf(token) });
      const page: PlannedJobPage = {
        plannedJobs: rows.flatMap(({ plannedJob }) => (plannedJob === null ? [] : [plannedJob])),
        elsewhere: rows.flatMap(({ id, plannedJob }) => (plannedJob === null ? [id] : [])),
        cursor: readUpTo,
        upToDate: !more,
      };
      return reply.send(page);
    },
  });
}

/** `POST /v1/hand-overs`: exactly one laptop takes a job over, even if several have a copy of its file. */
export function handOverRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/hand-overs',
    schema: handOverClaim,
    api: {
      summary: 'Claims the turn of a job; the first claim holds',
      answers: { 200: handOverHolder },
      problems: ['too-large', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      const claiming = await parts.store.claimTurn({
        ...asked,
        tokenId: token.id,
        receivedAt: parts.now(),
      });
      if (claiming.kind === 'over-quota') {
        const message = 'This relay token has brought as much as it may today.';
        return sendLater(reply, 'over-quota', secondsToNextDay(parts.now()), message);
      }
      const holder: HandOverHolder = {
        own: claiming.tokenId === token.id && claiming.code === asked.code,
        laptop: claiming.laptop,
        at: claiming.at,
      };
      return reply.send(holder);
    },
  });
}
