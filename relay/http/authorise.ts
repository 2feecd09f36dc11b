import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../access/bearer.ts';
import type { TokensStore, StoredToken } from '../store/tokens-store.ts';
import { sendProblem } from './problem.ts';

/** The request's active token, or null after 401 was answered. */
export async function authorise(
  store: TokensStore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredToken | null> {
  const token = await bearerToken(store, request.headers.authorization);
  if (token === null) {
    void reply.header('www-authenticate', 'Bearer');
    void sendProblem(reply, 'bad-token', 'The relay token is missing, unknown or revoked.');
  }
  return token;
}
