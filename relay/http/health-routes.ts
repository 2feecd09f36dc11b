import type { FastifyInstance } from 'fastify';
import { StoreUnavailable } from '../store/store.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';

/** For those who watch the relay: alive, able to work, counts. No token needed, nothing personal is shown. */
export function healthRoutes(app: FastifyInstance, { store, polls, metrics, isStopping }: RelayParts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (isStopping()) return sendProblem(reply, 'stopping', 'The relay is stopping.');
    await store.check();
    return { status: 'ready' };
  });

  app.get('/metrics', async (_request, reply) => {
    const feed = await store.readBounds().catch((reason: unknown) => {
      if (reason instanceof StoreUnavailable) return null;
      throw reason;
    });
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.text({ waitingPolls: polls.count(), feed }));
  });
}
