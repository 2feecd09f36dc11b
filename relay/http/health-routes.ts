import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { StoreUnavailable } from '../store/store.ts';
import type { ApiRoute } from './api-document.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';

const alive: ApiRoute = {
  summary: 'The relay runs',
  answers: { 200: z.object({ status: z.literal('ok') }) },
};
const able: ApiRoute = {
  summary: 'The relay can work',
  answers: { 200: z.object({ status: z.literal('ready') }) },
  problems: ['stopping', 'store-unavailable'],
};
const counts: ApiRoute = {
  summary: 'Counts for Prometheus',
  answers: { 200: { mediaTypes: ['text/plain'] } },
};

/** Routes for monitoring: liveness, readiness, metrics. They need no token and show nothing personal. */
export function healthRoutes(app: FastifyInstance, { store, polls, metrics, isStopping }: RelayParts): void {
  app.get('/healthz', { config: { api: alive } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { api: able } }, async (_request, reply) => {
    if (isStopping()) return sendProblem(reply, 'stopping', 'The relay is stopping.');
    await store.check();
    return { status: 'ready' };
  });

  app.get('/metrics', { config: { api: counts } }, async (_request, reply) => {
    const feed = await store.readBounds().catch((reason: unknown) => {
      if (reason instanceof StoreUnavailable) return null;
      throw reason;
    });
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.text({ waitingPolls: polls.count(), feed }));
  });
}
