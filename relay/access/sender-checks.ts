import { hash, timingSafeEqual, createPublicKey, verify } from 'node:crypto';
import { isLoopbackHost } from '../../shared/addresses.ts';
import { neverReached } from '../../shared/never.ts';
import type { SecretPolicy } from '../settings.ts';
import type { Signed } from '../../shared/relay/signing.ts';

/* Proofs of a sender: the secret of a webhook, the signature of a laptop. */

/** The input of the check. Headers as Node gives them. */
export type WebhookSender = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly remoteAddress: string | undefined;
};

/** Headers by which a proxy shows that the request came from elsewhere. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Detects a request from a web page: a page in a browser on this machine can post to loopback addresses. The browser
 * then sends the page's origin, or, if a name resolves to this machine, that name as the host. It sends no JSON to
 * another origin without a preflight request.
 */
function isFromPage(headers: WebhookSender['headers']): boolean {
  const host = headers['host'];
  const named = typeof host === 'string' ? URL.parse(`http://${host}`)?.hostname : undefined;
  const isForeignHost = named === undefined || !isLoopbackHost(named);
  return isForeignHost || headers['origin'] !== undefined || headers['content-type'] === undefined;
}

/**
 * Builds the check of the `secret` header for one environment (spec part 6). The comparison takes constant time and
 * compares with every accepted secret.
 */
export function secretCheck(policy: SecretPolicy): (sender: WebhookSender) => boolean {
  switch (policy.mode) {
    case 'required': {
      // Node decodes header bytes as Latin-1, so the accepted secrets are encoded the same way.
      const accepted = policy.accepted.map((secret) =>
        digest(Buffer.from(secret, 'utf8').toString('latin1')),
      );
      return ({ headers }) => {
        const sent = headers['secret'];
        const given = digest(typeof sent === 'string' ? sent : '');
        let isRight = false;
        for (const one of accepted) isRight = timingSafeEqual(one, given) || isRight;
        return isRight;
      };
    }
    case 'open':
      return () => true;
    case 'local-only':
      // The receiver is bound to loopback, but a proxy in front would expose it: forwarded requests are not local.
      return ({ headers, remoteAddress }) =>
        isLoopbackHost(remoteAddress ?? '') &&
        FORWARDING.every((name) => headers[name] === undefined) &&
        !isFromPage(headers);
    case 'refuse':
      return () => false;
    default:
      return neverReached(policy);
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/**
 * Checks that the signature of this text was made with the key it names. The caller checks that the key belongs to the
 * token.
 */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    // The key is not a point on the curve.
    return false;
  }
}
