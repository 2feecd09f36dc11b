import type { FastifyInstance } from 'fastify';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';

/** For those who watch the relay: alive, able to work, counts. No token needed, nothing personal told. */
export function healthRoutes(app: FastifyInstance, { store, polls, metrics, isStopping }: RelayParts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (isStopping()) return sendProblem(reply, 'stopping', 'The relay is stopping.');
    await store.check();
    return { status: 'ready' };
  });

  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text(polls.count())),
  );
}
