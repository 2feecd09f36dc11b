import type { FastifyInstance } from 'fastify';
import type { RelayMe } from '../../shared/relay/access.ts';
import { admit } from './authorise.ts';
import type { RelayParts } from './parts.ts';

/** `GET /v1/me`: who the token is, and the relay's clock. */
export function accountRoutes(app: FastifyInstance, parts: RelayParts): void {
  app.get('/v1/me', async (request, reply) => {
    const token = await admit(parts, request, reply);
    if (token === null) return reply;
    const me: RelayMe = {
      name: token.name,
      role: token.role,
      customers: token.customers === null ? null : [...token.customers],
      environments: token.environments === null ? null : [...token.environments],
      now: parts.now(),
    };
    return reply.header('cache-control', 'no-store').send(me);
  });
}
