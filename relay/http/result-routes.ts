import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ResultDeliveries } from '../../shared/relay/feed.ts';
import { isBoundElsewhere, maySee } from '../access/bearer.ts';
import { resultOf } from '../feed/feed-page.ts';
import { admit } from './authorise.ts';
import { resultQuery } from './feed-query.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';
import { sendBoundElsewhere } from './signed-in.ts';

const parameters = z.looseObject({});

/** `GET /v1/results/SEQUENCE`: one kept result, and how often and when it last came. */
export function resultRoutes(app: FastifyInstance, parts: RelayParts): void {
  app.get('/v1/results/:sequence', async (request, reply) => {
    const token = await admit(parts, request, reply);
    if (token === null) return reply;
    const asked = resultQuery.safeParse({
      ...parameters.parse(request.query),
      ...parameters.parse(request.params),
    });
    if (!asked.success) {
      const names = [...new Set(asked.error.issues.map((issue) => issue.path.join('.')))];
      return sendProblem(reply, 'bad-request', `Missing or wrong parameter: ${names.join(', ')}.`);
    }
    const { sequence, ...key } = asked.data;
    if (!maySee(token, key.customerId)) {
      return sendProblem(reply, 'not-your-customer', 'This relay token may not see that customer.');
    }
    if (isBoundElsewhere(token, key.environment)) return sendBoundElsewhere(reply);
    const kept = await parts.store.readResult(key, sequence);
    if (kept === null) return sendProblem(reply, 'not-found', 'No such result is kept.');
    const answer: ResultDeliveries = {
      result: resultOf(key, kept),
      deliveries: kept.deliveries,
      lastReceivedAt: kept.lastReceivedAt,
      now: parts.now(),
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });
}
