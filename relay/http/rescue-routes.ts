import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { laptopCode } from '../../shared/relay/access.ts';
import { environment, customerId, jobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { handOverHolder, type HandOverHolder } from '../../shared/relay/jobs.ts';
import {
  keptMirror,
  mirror,
  mirrorHead,
  mirrorPage,
  mirrorReport,
  mirrorReportAnswer,
  MOST_MIRRORS,
  newMirror,
  rescueClaim,
  SILENT_FOR_MS,
  type MirrorReportAnswer,
} from '../../shared/relay/rescue.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import { turnParameter } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { sendLater, sendProblem } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

/** A sealed job and its label, with room for the other members. */
const MIRROR_LIMIT = 1024 * 1024;
/** A report of `MOST_REPORTED` jobs. */
const REPORT_LIMIT = 1024 * 1024;

const listQuery = z.object({ environment, customerId, code: laptopCode });
const oneQuery = listQuery.extend({ jobId, turn: turnParameter });

const OVER_QUOTA = 'This relay token has brought as much as it may today, or mirrors too many jobs.';

/** Mirrors of unfinished jobs, and their continuation by another laptop. The relay cannot read what it keeps here. */
export function rescueRoutes(app: FastifyInstance, parts: RelayParts): void {
  const { store, now } = parts;
  const silentSince = () => now() - SILENT_FOR_MS;

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/mirrors',
    schema: newMirror,
    bodyLimit: MIRROR_LIMIT,
    api: {
      summary: 'Keeps the mirror of an unfinished job, sealed with the key of the crew',
      answers: { 200: keptMirror },
      problems: ['too-large', 'over-quota', 'turn-taken', 'removed-on-request'],
    },
    handle: async ({ reply, token, asked }) => {
      const { kind } = await store.keepMirror({ ...asked, tokenId: token.id, receivedAt: now() });
      switch (kind) {
        case 'kept':
          return reply.send({ version: asked.version });
        case 'turn-taken':
          return sendProblem(reply, 'turn-taken', 'Another laptop continues this job.');
        case 'removed':
          return sendProblem(reply, 'removed-on-request', 'This job was removed on request.');
        case 'over-quota':
          return sendLater(reply, 'over-quota', secondsToNextDay(now()), OVER_QUOTA);
        default:
          return neverReached(kind);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/mirror-reports',
    schema: mirrorReport,
    bodyLimit: REPORT_LIMIT,
    api: {
      summary: 'Takes that a laptop is alive; answers which of its jobs another laptop continues',
      answers: { 200: mirrorReportAnswer },
      problems: ['too-large', 'over-quota'],
    },
    answersLarge: true,
    handle: async ({ reply, token, asked }) => {
      const reported = await store.reportMirrors({ ...asked, tokenId: token.id, receivedAt: now() });
      if (reported.kind === 'over-quota') {
        return sendLater(reply, 'over-quota', secondsToNextDay(now()), OVER_QUOTA);
      }
      const { mirrors, continued, others } = reported;
      const answer = { mirrors: [...mirrors], continued: [...continued], others };
      return reply.send(answer satisfies MirrorReportAnswer);
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/mirrors',
    schema: listQuery,
    api: {
      summary: 'Jobs of laptops that have not reported for ten minutes',
      answers: { 200: mirrorPage.extend({ mirrors: z.array(mirrorHead) }) },
    },
    answersLarge: true,
    handle: async ({ reply, token, asked }) => {
      const mirrors = await store.readMirrors({
        ...asked,
        tokenId: token.id,
        silentSince: silentSince(),
        limit: MOST_MIRRORS,
      });
      return reply.send({ mirrors: [...mirrors] });
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/mirror',
    schema: oneQuery,
    api: {
      summary: 'The mirror of one job',
      answers: { 200: mirror },
      problems: ['not-found'],
    },
    answersLarge: true,
    handle: async ({ reply, token, asked }) => {
      const { jobId: job, turn, ...feed } = asked;
      const reader = { ...feed, tokenId: token.id };
      const found = await store.readMirror({ ...reader, silentSince: silentSince(), limit: 1 }, job, turn);
      return found === null
        ? sendProblem(reply, 'not-found', 'No silent laptop mirrors this job.')
        : reply.send(found);
    },
  });

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/rescues',
    schema: rescueClaim,
    api: {
      summary: 'Claims the turn of a silent laptop’s job; the first claim holds',
      answers: { 200: handOverHolder },
      problems: ['too-large', 'not-found', 'laptop-alive', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      const claiming = await store.claimRescue({ ...asked, tokenId: token.id, receivedAt: now() });
      switch (claiming.kind) {
        case 'held': {
          const holder: HandOverHolder = {
            own: claiming.tokenId === token.id && claiming.code === asked.code,
            laptop: claiming.laptop,
            at: claiming.at,
          };
          return reply.send(holder);
        }
        case 'not-found':
          return sendProblem(reply, 'not-found', 'No laptop mirrors this turn of the job.');
        case 'alive':
          return sendProblem(reply, 'laptop-alive', 'The laptop of this job has reported a moment ago.');
        case 'over-quota':
          return sendLater(reply, 'over-quota', secondsToNextDay(now()), OVER_QUOTA);
        default:
          return neverReached(claiming);
      }
    },
  });
}
