import type { FastifyInstance, FastifyReply } from 'fastify';
import { environment as environments, type Environment } from '../../shared/environment.ts';
import { resultKind, webhookPaths, type ResultKind } from '../../shared/relay/webhooks.ts';
import { SECOND } from '../../shared/time.ts';
import { secretCheck } from '../access/secret-check.ts';
import { sendLater, sendProblem } from './problem.ts';
import type { RefusalReason } from './metrics.ts';
import type { RelayParts } from './parts.ts';
import { readPayload } from './webhook-payload.ts';

/** The three receivers of each environment (spec part 6). 204 only after the result is on disk. */
export function webhookRoutes(app: FastifyInstance, parts: RelayParts): void {
  for (const environment of environments.options) {
    for (const kind of resultKind.options) receiver(app, parts, environment, kind);
  }
}

function receiver(
  app: FastifyInstance,
  { store, settings, admission, metrics, now }: RelayParts,
  environment: Environment,
  kind: ResultKind,
): void {
  const policy = settings.secrets[environment];
  const mayEnter = secretCheck(policy);
  const refusal =
    policy.mode === 'required'
      ? 'The secret header is missing or wrong.'
      : `This relay has no secret for ${environment} and takes no webhook from outside: set RELAY_SECRET_${environment.toUpperCase()}.`;

  app.post(`/${environment}/webhooks/${webhookPaths[kind]}`, {
    // Before the body is read: a stranger costs as little as possible.
    onRequest: async (request, reply) => {
      // First, and whatever the address did before: the operator's traffic is never limited.
      if (mayEnter({ headers: request.headers, remoteAddress: request.socket.remoteAddress })) {
        admission.proved(request.socket.remoteAddress);
        return undefined;
      }
      const wait = admission.refusalWait(request.ip);
      if (wait > 0) {
        return sendLater(reply, 'too-many-refused', wait, 'Too many wrong secrets came from this address.');
      }
      admission.refused(request.ip);
      return sendProblem(reply, 'bad-secret', refusal);
    },
    onResponse: async (_request, reply) => {
      if (reply.statusCode >= 400) metrics.refused(environment, kind, refusalReason(reply.statusCode));
    },
    handler: async (request, reply): Promise<FastifyReply> => {
      const payload = readPayload(kind, request.headers['content-type'], request.body);
      if (!payload.ok || !Buffer.isBuffer(request.body)) {
        return sendProblem(reply, 'bad-payload', payload.ok ? 'The body is not JSON.' : payload.error);
      }
      const keeping = await store.keepResult({
        environment,
        kind,
        ...payload.value,
        body: request.body,
        receivedAt: now(),
      });
      metrics.received(environment, kind, keeping, reply.elapsedTime / SECOND);
      return reply.code(204).send();
    },
  });
}

function refusalReason(status: number): RefusalReason {
  switch (status) {
    case 400:
      return 'payload';
    case 401:
      return 'secret';
    case 413:
      return 'size';
    case 429:
      return 'limited';
    case 503:
      return 'store';
    default:
      return 'other';
  }
}
