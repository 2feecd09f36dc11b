import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { environment as environments, type Environment } from '../../shared/environment.ts';
import { resultKind, webhookPaths, type ResultKind } from '../../shared/relay/webhooks.ts';
import { SECOND } from '../../shared/time.ts';
import { secretCheck } from '../access/secret-check.ts';
import { sendLater, sendProblem } from './problem.ts';
import type { RefusalReason } from './metrics.ts';
import type { RelayParts } from './parts.ts';
import { isJson, readPayload } from './webhook-payload.ts';
import type { QuarantinedWebhook } from '../store/quarantine-store.ts';

/** The three receivers of each environment (spec part 6). 204 only after the result is on disk. */
export function webhookRoutes(app: FastifyInstance, parts: RelayParts): void {
  for (const environment of environments.options) {
    for (const kind of resultKind.options) resultReceiver(app, parts, environment, kind);
    unknownReceiver(app, parts, environment);
  }
}

function resultReceiver(
  app: FastifyInstance,
  parts: RelayParts,
  environment: Environment,
  kind: ResultKind,
): void {
  const { store, metrics, now } = parts;
  const event = webhookPaths[kind];
  receiver(app, parts, environment, {
    event,
    kind,
    handle: async (request, reply) => {
      const body = bodyOf(request);
      if (!isJson(request.headers['content-type'])) {
        await setAside(parts, { environment, event, body, reason: 'content-type' });
        return sendProblem(reply, 'bad-content-type', 'The content type must be application/json.');
      }
      const payload = readPayload(kind, environment, body);
      if (!payload.ok) {
        const { reason, message } = payload.error;
        await setAside(parts, { environment, event, body, reason });
        return sendProblem(reply, 'bad-payload', message);
      }
      const keeping = await store.keepResult({
        environment,
        kind,
        ...payload.value,
        body,
        receivedAt: now(),
      });
      metrics.received(environment, kind, keeping, reply.elapsedTime / SECOND);
      return reply.code(204).send();
    },
  });
}

const eventParameter = z.object({ event: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** An event that this relay does not know is kept for a person to look at, and not refused (faults.md 38). */
function unknownReceiver(app: FastifyInstance, parts: RelayParts, environment: Environment): void {
  receiver(app, parts, environment, {
    event: ':event',
    kind: 'unknown',
    handle: async (request, reply) => {
      const named = eventParameter.safeParse(request.params);
      if (!named.success) return sendProblem(reply, 'not-found', 'There is nothing at this address.');
      const { event } = named.data;
      await setAside(parts, { environment, event, body: bodyOf(request), reason: 'unknown-event' });
      // Not its name: that is the sender's word.
      request.log.warn({ environment }, 'a webhook of an unknown kind was set aside');
      return reply.code(204).send();
    },
  });
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Keeps what is no result. A store that fails now is answered 503, and the sender comes again. */
async function setAside(
  { store, metrics, now }: RelayParts,
  { body, ...webhook }: Omit<QuarantinedWebhook, 'receivedAt'>,
): Promise<void> {
  await store.quarantine({ ...webhook, body: new Uint8Array(body), receivedAt: now() });
  metrics.quarantined(webhook.environment, webhook.reason);
}

type Receiver = {
  readonly event: string;
  readonly kind: ResultKind | 'unknown';
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

function receiver(
  app: FastifyInstance,
  { settings, admission, metrics }: RelayParts,
  environment: Environment,
  { event, kind, handle }: Receiver,
): void {
  const policy = settings.secrets[environment];
  const mayEnter = secretCheck(policy);
  const refusal =
    policy.mode === 'required'
      ? 'The secret header is missing or wrong.'
      : `This relay has no secret for ${environment} and takes no webhook from outside: set RELAY_SECRET_${environment.toUpperCase()}.`;

  app.post(`/${environment}/webhooks/${event}`, {
    // Before the body is read: a stranger costs as little as possible.
    onRequest: (request, reply, go) => {
      // First, and whatever the address did before: the operator's traffic is never limited.
      if (mayEnter({ headers: request.headers, remoteAddress: request.socket.remoteAddress })) {
        admission.proved(request.socket.remoteAddress);
        return go();
      }
      const wait = admission.refusalWait(request.ip);
      if (wait > 0) {
        sendLater(reply, 'too-many-refused', wait, 'Too many wrong secrets came from this address.');
      } else {
        admission.refused(request.ip);
        sendProblem(reply, 'bad-secret', refusal);
      }
      return undefined;
    },
    onResponse: (_request, reply, go) => {
      if (reply.statusCode >= 400) metrics.refused(environment, kind, refusalReason(reply.statusCode));
      go();
    },
    handler: handle,
  });
}

function refusalReason(status: number): RefusalReason {
  switch (status) {
    case 400:
      return 'payload';
    case 401:
      return 'secret';
    case 415:
      return 'content-type';
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
