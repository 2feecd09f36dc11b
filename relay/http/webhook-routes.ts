import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { environment as environments, type Environment } from '../../shared/ids.ts';
import {
  createdResult,
  deletedResult,
  resultKind,
  updatedResult,
  webhookPaths,
} from '../../shared/relay/results.ts';
import type { Admission } from '../access/admission.ts';
import { secretCheck } from '../access/credentials.ts';
import type { RelaySettings } from '../settings.ts';
import type { SharedLines, RefusalReason, RelayMetrics } from './monitoring.ts';
import type { ApiRoute } from './api-document.ts';
import type { RelayParts } from './parts.ts';
import { sendLater, sendProblem } from './problem.ts';
import { webhookReceiver, type Answered, type TakeWebhook, type WebhookEvent } from './webhook-receiver.ts';

/** The entry points of webhooks: a fast path for regularly addressed ones, and routes for everything else. */
export type WebhookEndpoints = {
  /**
   * Takes a request if it is a webhook at exactly one of the six addresses, from an accepted sender. Returns
   * whether it took the request; the framework handles all others, including refused ones.
   */
  readonly shortcut: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly routes: (app: FastifyInstance) => void;
};

type WebhookEndpoint = WebhookEvent & {
  readonly path: string;
  readonly mayEnter: (request: IncomingMessage) => boolean;
  /** The message for a refused sender. */
  readonly refusal: string;
};

/** The three receivers of each environment (spec part 6), and one for unknown events (faults.md 38). */
export function webhookEndpoints(
  parts: RelayParts,
  log: () => FastifyBaseLogger,
  lines: SharedLines,
): WebhookEndpoints {
  const { metrics, settings } = parts;
  const take = webhookReceiver(parts, log);
  const endpoints = environments.options.flatMap((environment) =>
    endpointsOf(environment, settings, parts.admission),
  );
  const byPath = new Map(
    endpoints.map((endpoint) => [
      endpoint.path,
      { door: endpoint, answered: answersOf(endpoint, log, metrics, lines) },
    ]),
  );
  return {
    shortcut: (request, response) => {
      if (request.method !== 'POST') return false;
      const found = byPath.get(request.url ?? '');
      if (found === undefined || !found.door.mayEnter(request)) return false;
      take(found.door, request, response, found.answered);
      return true;
    },
    routes: (app) => {
      for (const endpoint of endpoints) route(app, parts, endpoint, take);
    },
  };
}

function endpointsOf(
  environment: Environment,
  settings: RelaySettings,
  admission: Admission,
): readonly WebhookEndpoint[] {
  const policy = settings.secrets[environment];
  const isRight = secretCheck(policy);
  const mayEnter = ({ headers, socket: { remoteAddress } }: IncomingMessage): boolean => {
    const right = isRight({ headers, remoteAddress });
    if (right) admission.proved(remoteAddress);
    return right;
  };
  const refusal =
    policy.mode === 'required'
      ? 'The secret header is missing or wrong.'
      : `This relay has no secret for ${environment} and takes no webhook from outside: set RELAY_SECRET_${environment.toUpperCase()}.`;
  const endpoint = (event: string, kind: WebhookEvent['kind']): WebhookEndpoint => ({
    environment,
    event,
    kind,
    mayEnter,
    refusal,
    path: `/${environment}/webhooks/${event}`,
  });
  return [
    ...resultKind.options.map((kind) => endpoint(webhookPaths[kind], kind)),
    endpoint(':event', 'unknown'),
  ];
}

/** Counts and logs the answers of the fast path, as the hooks do for the routes. */
function answersOf(
  { environment, kind, path }: WebhookEndpoint,
  log: () => FastifyBaseLogger,
  metrics: RelayMetrics,
  lines: SharedLines,
): Answered {
  const recordKept = lines.of({ method: 'POST', route: path, status: 204 });
  return (status, milliseconds) => {
    if (status === 204) return recordKept(milliseconds);
    metrics.refused(environment, kind, refusalReason(status));
    return log().info({ method: 'POST', route: path, status, milliseconds: Math.round(milliseconds) });
  };
}

const eventParameter = z.object({ event: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

const payloads = { created: createdResult, updated: updatedResult, deleted: deletedResult };

function apiOf(kind: WebhookEvent['kind']): ApiRoute {
  const common = {
    answers: { 204: null },
    security: 'secret',
  } as const;
  const problems = [
    'bad-secret',
    'too-large',
    'too-many-refused',
    'store-unavailable',
    'internal-error',
  ] as const;
  if (kind === 'unknown') {
    const summary = 'Sets an unknown event aside';
    const body = { mediaTypes: ['*/*'] };
    return { ...common, summary, path: eventParameter, body, problems: [...problems, 'not-found'] };
  }
  const summary = `Takes a result of the operator: ${kind}`;
  return {
    ...common,
    summary,
    body: payloads[kind],
    problems: [...problems, 'bad-payload', 'bad-content-type'],
  };
}

/**
 * Registers the route for the remaining requests: an address written differently (with a query, or a percent-encoded
 * letter), an unknown event, a refused sender.
 */
function route(
  app: FastifyInstance,
  { admission, metrics }: RelayParts,
  endpoint: WebhookEndpoint,
  take: TakeWebhook,
): void {
  const { environment, kind, path, mayEnter, refusal } = endpoint;
  app.post(path, {
    config: { api: apiOf(kind) },
    // Checked before the body is read, so that a stranger costs as little as possible.
    onRequest: (request, reply) => {
      // Checked first and without regard to earlier refusals of the address: the operator's traffic is never limited.
      if (mayEnter(request.raw)) {
        const webhook = kind === 'unknown' ? named(endpoint, request) : endpoint;
        if (webhook === null) {
          sendProblem(reply, 'not-found', 'There is nothing at this address.');
        } else {
          reply.hijack();
          // The hooks count and log the answer.
          take(webhook, request.raw, reply.raw, () => undefined);
        }
        return undefined;
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
    // Unreachable: `onRequest` has answered or taken every request.
    handler: (_request, reply) => sendProblem(reply, 'not-found', 'There is nothing at this address.'),
  });
}

/** The event name in the address; null where the text cannot be an event name. */
function named(endpoint: WebhookEndpoint, { params }: FastifyRequest): WebhookEvent | null {
  const parsed = eventParameter.safeParse(params);
  return parsed.success ? { ...endpoint, event: parsed.data.event } : null;
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
