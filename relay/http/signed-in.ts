import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { BYTES_OF_REQUEST } from '../access/admission.ts';
import { isBoundElsewhere, maySee } from '../access/bearer.ts';
import type { StoredToken } from '../store/tokens-store.ts';
import { admit } from './authorise.ts';
import { nestsDeep } from '../nesting.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';

type Owner = { readonly environment: Environment; readonly customerId: CustomerId };

/** The input of a handler: everything about the request has been checked. */
export type SignedIn<Asked> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: StoredToken;
  readonly asked: Asked;
};

export type TokenRoute<Schema extends z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  /** Where what is asked stands: as JSON in the body, or in the address's parameters. Left out: in the body of a POST. */
  readonly reads?: 'body' | 'parameters';
  readonly schema: Schema;
  /** Bytes. */
  readonly bodyLimit?: number;
  /** Its answers may have many bytes. */
  readonly answersLarge?: boolean;
  readonly handle: (signedIn: SignedIn<z.output<Schema>>) => Promise<FastifyReply>;
};

/** An address that concerns the token itself: it is looked at before a body is read. 401 and 429 token, 400 what was asked. */
export function tokenRoute<Schema extends z.ZodType>(
  app: FastifyInstance,
  parts: RelayParts,
  {
    method,
    url,
    reads = method === 'POST' ? 'body' : 'parameters',
    schema,
    bodyLimit,
    answersLarge = false,
    handle,
  }: TokenRoute<Schema>,
): void {
  const tokens = new WeakMap<FastifyRequest, StoredToken>();
  app.route({
    method,
    url,
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
      if (answersLarge || isLarge(request.body)) await parts.largeRequestTurn();
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

/** An address that concerns a customer: as `tokenRoute`, and 403 for a customer or an environment that is not the token's. */
export function signedInRoute<Schema extends z.ZodType<Owner>>(
  app: FastifyInstance,
  parts: RelayParts,
  { handle, ...route }: TokenRoute<Schema>,
): void {
  tokenRoute(app, parts, {
    ...route,
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

/** 403: a token of UAT reads nothing of PROD, and the other way round. */
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
