import { hash, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '../../shared/addresses.ts';
import { neverReached } from '../../shared/never.ts';
import type { SecretPolicy } from '../settings.ts';

/** The input of the check. Headers as Node gives them. */
export type WebhookSender = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly remoteAddress: string | undefined;
};

/** Headers by which a proxy tells that the request came from elsewhere. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * A page that a browser on this machine shows can post to loopback addresses. Its browser then names the page's origin, or, where a
 * name was made to resolve to this machine, that name as the host; and it sends no JSON to another origin without asking first.
 */
function isFromPage(headers: WebhookSender['headers']): boolean {
  const host = headers['host'];
  const named = typeof host === 'string' ? URL.parse(`http://${host}`)?.hostname : undefined;
  const isForeignHost = named === undefined || !isLoopbackHost(named);
  return isForeignHost || headers['origin'] !== undefined || headers['content-type'] === undefined;
}

/**
 * Decides once per environment how the `secret` header is checked (spec part 6). The comparison takes the same time
 * whatever was sent, and looks at every accepted secret.
 */
export function secretCheck(policy: SecretPolicy): (sender: WebhookSender) => boolean {
  switch (policy.mode) {
    case 'required': {
      // Node hands header bytes on as Latin-1 text: so are the secrets written here.
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
      // Bound to loopback, but a proxy in front would let the world in: what was forwarded is not local.
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
