import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { environment } from '../../shared/environment.ts';
import { customerId, jobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  logBatch,
  type LogBroken,
  type LogGap,
  type LogHead,
  type LogKept,
  type LogPage,
} from '../../shared/relay/log.ts';
import { firstBadEntry, type BadEntry } from '../log/chain.ts';
import { instantParameter, pageParameters } from './page-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

/** A batch of the largest entries would be larger: a laptop then sends fewer at a time. */
const BATCH_LIMIT = 1024 * 1024;

const logQuery = z.object({
  environment,
  customerId,
  ...pageParameters,
  jobId: jobId.nullable().default(null),
  worker: z.string().min(1).max(200).nullable().default(null),
  type: z.string().min(1).max(100).nullable().default(null),
  from: instantParameter,
  until: instantParameter,
});

/** `POST` and `GET /v1/log-entries`: laptops bring what they logged, supervisors read what all of them did. */
export function logRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/log-entries',
    schema: logBatch,
    bodyLimit: BATCH_LIMIT,
    handle: async ({ reply, token, asked }) => {
      const bad = firstBadEntry(asked.entries);
      if (bad !== null) return sendBroken(reply, bad);
      const appending = await parts.store.appendLog({ ...asked, tokenId: token.id, receivedAt: parts.now() });
      switch (appending.kind) {
        case 'kept': {
          const kept: LogKept = { head: appending.head, added: appending.added };
          return reply.send(kept);
        }
        case 'gap': {
          const message = 'Entries before these are missing here.';
          const gap: LogGap = { ...problemBody('log-gap', message), error: 'log-gap', head: appending.head };
          return reply.code(statusOf('log-gap')).send(gap);
        }
        case 'broken':
          return sendBroken(reply, appending);
        case 'other-owner':
          return sendProblem(reply, 'not-your-chain', 'This log was begun with another relay token.');
        default:
          return neverReached(appending);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/log-entries',
    schema: logQuery,
    handle: async ({ reply, asked }) => {
      const rows = await parts.store.readLog({ ...asked, limit: asked.limit + 1 });
      const entries = rows.slice(0, asked.limit);
      const chains = [...new Set(entries.map(({ chain }) => chain))];
      const forks = chains.length === 0 ? [] : await parts.store.readForks(asked, chains);
      const page: LogPage = {
        entries,
        forks: [...forks],
        signatures: [],
        cursor: entries.at(-1)?.sequence ?? asked.after,
        upToDate: rows.length <= asked.limit,
      };
      return reply.send(page);
    },
  });
}

function sendBroken(
  reply: FastifyReply,
  { reason, entry, head }: BadEntry & { readonly head?: LogHead },
): FastifyReply {
  const message = `Nothing was kept: entry ${entry.number} does not belong to this hash chain.`;
  const broken: LogBroken = {
    ...problemBody('log-broken', message),
    error: 'log-broken',
    reason,
    entry: { id: entry.id, number: entry.number },
    ...(head === undefined ? {} : { head }),
  };
  return reply.code(statusOf('log-broken')).send(broken);
}
