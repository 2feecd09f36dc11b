import type { FastifyInstance } from 'fastify';
import {
  deviceKey,
  deviceKeyPage,
  newDeviceKey,
  relayMe,
  type DeviceKeyPage,
  type RelayMe,
} from '../../shared/relay/access.ts';
import { withToken } from './api-document.ts';
import { admit, signedInRoute, tokenRoute } from './signed-in.ts';
import type { RelayParts } from './parts.ts';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { canonicalKeyProof } from '../../shared/relay/signing.ts';
import { bearerHash, isSignedText } from '../access/credentials.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import { pageParameters } from './query-parameters.ts';
import { sendLater, sendProblem } from './problem.ts';

/** `GET /v1/me`: the identity and rights of the token, and the relay's clock. */
export function accountRoutes(app: FastifyInstance, parts: RelayParts): void {
  const api = withToken({ summary: 'The token, and the clock of the relay', answers: { 200: relayMe } });
  app.get('/v1/me', { config: { api } }, async (request, reply) => {
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

const keysQuery = z.object({ environment, customerId, ...pageParameters });

/**
 * `PUT /v1/device-key`: a laptop registers its key. `GET /v1/device-keys`: any token reads the keys of a customer's
 * laptops.
 */
export function deviceKeyRoutes(app: FastifyInstance, parts: RelayParts): void {
  tokenRoute(app, parts, {
    method: 'PUT',
    url: '/v1/device-key',
    reads: 'body',
    schema: newDeviceKey,
    api: {
      summary: 'Registers the key of a laptop',
      answers: { 200: deviceKey },
      problems: ['too-large', 'key-not-proven', 'over-quota'],
    },
    handle: async ({ request, reply, token, asked }) => {
      // The hash of the token as it was sent: during a rotation the old and the new text lead to the same token.
      const tokenHash = bearerHash(request.headers.authorization)?.toString('hex') ?? '';
      const { key, storage, proof } = asked;
      if (!isSignedText(canonicalKeyProof({ key, storage }, tokenHash), { key, signature: proof })) {
        return sendProblem(
          reply,
          'key-not-proven',
          'The proof is not a signature of this key for this token.',
        );
      }
      const now = parts.now();
      const kept = await parts.store.keepDeviceKey({ tokenId: token.id, key, storage, at: now });
      if (kept === null) {
        const message = 'This relay token has registered as many keys as it may today.';
        return sendLater(reply, 'over-quota', secondsToNextDay(now), message);
      }
      return reply.send(kept);
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/device-keys',
    schema: keysQuery,
    api: {
      summary: 'All registrations of keys',
      answers: { 200: deviceKeyPage.extend({ keys: z.array(deviceKey) }) },
    },
    handle: async ({ reply, asked }) => {
      const rows = await parts.store.readDeviceKeys({ ...asked, limit: asked.limit + 1 });
      const keys = rows.slice(0, asked.limit);
      const page: DeviceKeyPage = {
        keys,
        cursor: keys.at(-1)?.sequence ?? asked.after,
        upToDate: rows.length <= asked.limit,
      };
      return reply.send(page);
    },
  });
}
