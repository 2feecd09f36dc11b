import type { FastifyReply, FastifyRequest } from 'fastify';
import { neverReached } from '../../shared/never.ts';
import { bearerHash } from '../access/bearer.ts';
import type { StoredToken } from '../store/tokens-store.ts';
import type { RelayParts } from './parts.ts';
import { bodyBytes } from './requests-under-way.ts';
import { retrySeconds, sendLater, sendProblem } from './problem.ts';

/**
 * The request's active token, or null after 401 or 429 was answered. The store is asked every time, so a token revoked by
 * the command in another process ends at its next use. After many refusals only tokens that were right before are looked
 * up for an address, so guessing does not reach the store.
 */
export async function authorise(
  { store, admission, metrics, uses, now }: RelayParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredToken | null> {
  const hash = bearerHash(request.headers.authorization);
  const name = hash?.toString('base64') ?? '';
  const wait = admission.refusalWait(request.ip);
  if (wait > 0 && !admission.knowsToken(name)) {
    metrics.tokenRefused('limited');
    sendLater(reply, 'too-many-refused', wait, 'Too many wrong tokens came from this address.');
    return null;
  }
  const token = hash === null ? null : await store.findActiveToken(hash, now());
  if (token === null) {
    admission.forgetToken(name);
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
): Promise<StoredToken | null> {
  const token = await authorise(parts, request, reply);
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
