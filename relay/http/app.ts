import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  LogController,
  fastify,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
} from 'fastify';
import { z } from 'zod';
import { SECOND } from '../../shared/time.ts';
import type { TlsMaterial } from '../listening.ts';
import type { RelaySettings } from '../settings.ts';
import { answerFinishedSenders, limitConnections, limitPipelining } from './connections.ts';
import { accountRoutes, deviceKeyRoutes } from './account-routes.ts';
import { apiDocumentRoute, type ApiRoute } from './api-document.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { FEED_ROUTE, feedRoutes, resultRoutes } from './feed-routes.ts';
import { failureOf, sendLater, sendProblem } from './problem.ts';
import { sharedLines, type RelayMetrics, type SharedLines } from './monitoring.ts';
import { handOverRoutes, plannedJobRoutes } from './job-routes.ts';
import { attachedFileRoutes, instructionRoutes, publicationRoutes } from './office-document-routes.ts';
import { rescueRoutes } from './rescue-routes.ts';
import { logRoutes, removalRoutes, sharedNoteRoutes } from './log-routes.ts';
import type { RelayParts } from './parts.ts';
import { reviewRoutes } from './review-routes.ts';
import { webhookEndpoints } from './webhook-routes.ts';
import { StoreUnavailable } from '../store/store.ts';

/** The largest webhook body: real ones have a few hundred bytes. */
const BODY_LIMIT = 64 * 1024;
/** A request line and headers together: ours have a few hundred bytes. */
const HEADERS_LIMIT = 8 * 1024;
/** Headers must have arrived after this long, so trickling senders cannot hold connections. */
const HEADERS_TIMEOUT = 10 * SECOND;
/** Interval of the check for requests past their deadline. */
const LATE_CHECK_EVERY = SECOND;
/** Idle timeout of a connection. It is longer than the longest poll, so it ends only connections whose peer is gone. */
const SILENCE = 120 * SECOND;
/** Timeout of a TLS handshake. */
const HANDSHAKE_TIMEOUT = 10 * SECOND;
/**
 * Longer than the usual keep-alive of proxies, so that the proxy closes an idle connection first and never uses one
 * that the relay just closed.
 */
const KEEP_ALIVE = 75 * SECOND;

export type RelayApp = FastifyInstance;
export type RelayLogger = Exclude<FastifyServerOptions['logger'], undefined>;

/** The relay's HTTP server over its parts, not yet listening. */
export function relayApp(parts: RelayParts, logger: RelayLogger, tls: TlsMaterial | null): RelayApp {
  const { settings, admission, metrics } = parts;
  const log = (): FastifyBaseLogger => app.log;
  const lines = sharedLines((line) => app.log.info(line));
  const endpoints = webhookEndpoints(parts, log, lines);
  const app: RelayApp = fastify({
    logger,
    // Replaced by one log line per request of our own: the default lines contain the address with its parameters.
    logController: new LogController({ disableRequestLogging: true }),
    // Thousands of waiting laptops would each hold a child logger. Lines about one request name it themselves.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (_error, _request, reply) => {
      void sendProblem(reply, 'bad-request', 'The address cannot be read.');
    },
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    trustProxy: (address: string) => settings.trustsProxy(address),
    serverFactory: (handler) => {
      const listener: RequestListener = (request, response) => {
        if (!endpoints.shortcut(request, response)) handler(request, response);
      };
      const server = limitedServer(settings, tls, limitPipelining(listener, metrics.connectionRefused));
      answerFinishedSenders(server);
      limitConnections(server, {
        perAddress: settings.connectionsPerAddress,
        isExempt: (address) => settings.trustsProxy(address) || admission.isProven(address),
        refused: metrics.connectionRefused,
      });
      return server;
    },
  });
  // The receivers need the raw bytes and check the content type themselves.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  answerUnknownRequests(app);
  logRequests(app, lines);
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(error, reply, request.log.child({ reqId: request.id }), metrics),
  );

  app.addHook('preHandler', (request, reply, go) => {
    if (parts.underWay.handles(request)) return go();
    // The connection is gone, and its client retries. The operator's webhooks are not counted and are kept even when
    // the sender has disconnected.
    reply.hijack();
    return undefined;
  });
  app.addHook('onSend', (request, _reply, payload, go) => {
    parts.underWay.answers(request, payload);
    go();
  });
  app.addHook('onClose', async () => lines.flush());

  apiDocumentRoute(app);
  endpoints.routes(app);
  feedRoutes(app, parts);
  deviceKeyRoutes(app, parts);
  logRoutes(app, parts);
  reviewRoutes(app, parts);
  attachmentRoutes(app, parts);
  removalRoutes(app, parts);
  handOverRoutes(app, parts);
  plannedJobRoutes(app, parts);
  instructionRoutes(app, parts);
  publicationRoutes(app, parts);
  attachedFileRoutes(app, parts);
  rescueRoutes(app, parts);
  sharedNoteRoutes(app, parts);
  resultRoutes(app, parts);
  accountRoutes(app, parts);
  healthRoutes(app, parts);
  return app;
}

/** An HTTP server with strict timeouts for its clients. */
function limitedServer(
  { requestSeconds }: RelaySettings,
  tls: TlsMaterial | null,
  handler: RequestListener,
): Server {
  const requestTimeout = requestSeconds * SECOND;
  const limits = {
    requestTimeout,
    headersTimeout: Math.min(HEADERS_TIMEOUT, requestTimeout),
    connectionsCheckingInterval: LATE_CHECK_EVERY,
    keepAliveTimeout: KEEP_ALIVE,
    maxHeaderSize: HEADERS_LIMIT,
  };
  const server =
    tls === null
      ? createServer(limits, handler)
      : createTlsServer({ ...limits, handshakeTimeout: HANDSHAKE_TIMEOUT, ...tls }, handler);
  return server.setTimeout(SILENCE);
}

/** Answers 405 with the allowed methods at a known address and 404 elsewhere; in both cases without reading a body. */
function answerUnknownRequests(app: FastifyInstance): void {
  const allowed = new Map<string, string>();
  app.addHook('onRoute', ({ url, method }) => {
    allowed.set(url, [allowed.get(url) ?? [], method].flat().join(', '));
  });
  app.addHook('onRequest', (request, reply, go) => {
    if (!request.is404) return go();
    const methods = allowed.get(request.url.split('?')[0] ?? '');
    if (methods === undefined) sendProblem(reply, 'not-found', 'There is nothing at this address.');
    else
      sendProblem(reply.header('allow', methods), 'method-not-allowed', `Only ${methods} is allowed here.`);
    return undefined;
  });
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, 'not-found', 'There is nothing at this address.'),
  );
}

/** Logs requests. Only values chosen by the relay are logged, such as the route's pattern; never client input. */
function logRequests(app: FastifyInstance, lines: SharedLines): void {
  const recordPage = lines.of({ method: 'GET', route: FEED_ROUTE, status: 200 });
  app.addHook('onResponse', (request, reply, go) => {
    const route = request.routeOptions.url ?? 'none';
    if (route === FEED_ROUTE && reply.statusCode === 200) {
      recordPage(reply.elapsedTime);
    } else {
      request.log.info({
        reqId: request.id,
        method: request.is404 ? undefined : request.method,
        route,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      });
    }
    go();
  });
}

function answerError(
  error: FastifyError,
  reply: FastifyReply,
  log: FastifyBaseLogger,
  metrics: RelayMetrics,
): FastifyReply {
  if (error.statusCode === 413) {
    return sendProblem(reply, 'too-large', 'The body is larger than this address takes.');
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return sendProblem(reply, 'bad-request', 'The request could not be read.');
  }
  const { code, message, retryAfter } = failureOf(error, log, metrics);
  return retryAfter === null
    ? sendProblem(reply, code, message)
    : sendLater(reply, code, retryAfter, message);
}

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
function healthRoutes(app: FastifyInstance, { store, polls, metrics, isStopping }: RelayParts): void {
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
