import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import { BYTES_OF_REQUEST } from '../access/admission.ts';
import { isBoundElsewhere, maySee, bearerHash } from '../access/credentials.ts';
import type { AccessToken } from '../store/tokens-store.ts';
import { nestsDeep } from '../nesting.ts';
import { ofCustomer, withToken, type ApiRoute } from './api-document.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem, retrySeconds, sendLater } from './problem.ts';
import { neverReached } from '../../shared/never.ts';
import { bodyBytes } from './requests-in-flight.ts';

/*
 * The two forms of a route with a bearer token. Token, input, customer and environment are checked here, so a handler
 * sees permitted requests only.
 */

type Owner = { readonly environment: Environment; readonly customerId: CustomerId };

/** The input of a handler: everything about the request has been checked. */
export type SignedIn<Asked> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: AccessToken;
  readonly asked: Asked;
};

type TokenRoute<Schema extends z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  /** Where the input stands: as JSON in the body, or in the query parameters. Left out: in the body of a POST. */
  readonly reads?: 'body' | 'parameters';
  readonly schema: Schema;
  /** The description of the route, without its input. */
  readonly api: ApiRoute;
  /** Bytes. */
  readonly bodyLimit?: number;
  /** The answers may be large. */
  readonly answersLarge?: boolean;
  readonly handle: (signedIn: SignedIn<z.output<Schema>>) => Promise<FastifyReply>;
};

/**
 * A route that concerns the token itself; the token is checked before the body is read. Answers 401 and 429 for the
 * token, 400 for the input.
 */
export function tokenRoute<Schema extends z.ZodType>(
  app: FastifyInstance,
  parts: RelayParts,
  {
    method,
    url,
    reads = method === 'POST' ? 'body' : 'parameters',
    schema,
    api,
    bodyLimit,
    answersLarge = false,
    handle,
  }: TokenRoute<Schema>,
): void {
  const asks = reads === 'body' ? { body: schema } : { query: schema };
  const tokens = new WeakMap<FastifyRequest, AccessToken>();
  app.route({
    method,
    url,
    config: { api: withToken({ ...asks, ...api }) },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    onRequest: async (request, reply) => {
      const token = await admit(parts, request, reply);
      if (token === null) return reply;
      tokens.set(request, token);
      return undefined;
    },
    handler: async (request, reply) => {
      const token = tokens.get(request);
      if (token === undefined) throw new Error('a handler without its hook');
      if (answersLarge || isLarge(request.body)) await parts.largeRequestSlot();
      const asked = schema.safeParse(reads === 'body' ? jsonOf(request.body) : request.query);
      if (!asked.success) {
        const names = asked.error.issues.map((issue) => issue.path.join('.') || 'the body itself');
        return sendProblem(
          reply,
          'bad-request',
          `Missing or wrong: ${[...new Set(names)].slice(0, 5).join(', ')}.`,
        );
      }
      void reply.header('cache-control', 'no-store');
      return handle({ request, reply, token, asked: asked.data });
    },
  });
}

/**
 * A route that concerns a customer: as `tokenRoute`, and 403 for a customer or an environment outside the token's
 * rights.
 */
export function signedInRoute<Schema extends z.ZodType<Owner>>(
  app: FastifyInstance,
  parts: RelayParts,
  { handle, api, ...route }: TokenRoute<Schema>,
): void {
  tokenRoute(app, parts, {
    ...route,
    api: ofCustomer(api),
    handle: async (signedIn) => {
      const { reply, token, asked } = signedIn;
      if (!maySee(token, asked.customerId)) {
        return sendProblem(reply, 'not-your-customer', 'This relay token may not see that customer.');
      }
      if (isBoundElsewhere(token, asked.environment)) return sendBoundElsewhere(reply);
      return handle(signedIn);
    },
  });
}

/** 403: a UAT token reads nothing of PROD, and a PROD token nothing of UAT. */
export function sendBoundElsewhere(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 'not-your-environment', 'This relay token is bound to the other environment.');
}

const isLarge = (body: unknown): boolean => Buffer.isBuffer(body) && body.length > BYTES_OF_REQUEST;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function jsonOf(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) && !nestsDeep(body) ? JSON.parse(utf8.decode(body)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The request's active token, or null after 401 or 429 was answered. The store is queried every time, so a token that
 * the command revoked in another process ends at its next use. After many refusals of an address only tokens that were
 * right before are looked up, so guessing does not reach the store.
 *
 * @param hash of the request's token; a caller that checks again gives the one that it has.
 */
export async function authorise(
  { store, admission, metrics, uses, now }: RelayParts,
  request: FastifyRequest,
  reply: FastifyReply,
  hash = bearerHash(request.headers.authorization),
): Promise<AccessToken | null> {
  const name = hash?.toString('base64') ?? '';
  const wait = admission.refusalWait(request.ip);
  if (wait > 0 && !admission.knowsToken(name)) {
    metrics.tokenRefused('limited');
    sendLater(reply, 'too-many-refused', wait, 'Too many wrong tokens came from this address.');
    return null;
  }
  const token = hash === null ? null : await store.findActiveToken(hash, now());
  if (token === null) {
    admission.evictToken(name);
    admission.refused(request.ip);
    metrics.tokenRefused(hash === null ? 'missing' : 'unknown');
    void reply.header('www-authenticate', 'Bearer');
    sendProblem(reply, 'bad-token', 'The relay token is missing, unknown, revoked or past its end.');
    return null;
  }
  uses.note(token.id, now());
  admission.rememberToken(name);
  admission.proved(request.socket.remoteAddress);
  return token;
}

/** The token of a new request, counted; null after 401 or 429 was answered. */
export async function admit(
  parts: RelayParts,
  request: FastifyRequest,
  reply: FastifyReply,
  hash = bearerHash(request.headers.authorization),
): Promise<AccessToken | null> {
  const token = await authorise(parts, request, reply, hash);
  if (token === null) return null;
  const wait = parts.admission.tokenWait(token.id, bodyBytes(request));
  if (wait > 0) {
    sendLater(reply, 'too-many-requests', wait, 'This relay token asks too often.');
    return null;
  }
  const refusal = parts.underWay.begin(request, reply, token.id);
  switch (refusal) {
    case null:
      return token;
    case 'token-full':
      sendLater(reply, 'too-many-requests', 1, 'Too many requests of this relay token are under way.');
      return null;
    case 'relay-full':
      sendLater(reply, 'relay-full', retrySeconds(), 'Too many answers of this relay are not read yet.');
      return null;
    default:
      return neverReached(refusal);
  }
}
