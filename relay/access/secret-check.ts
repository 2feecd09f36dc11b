import { hash, timingSafeEqual } from 'node:crypto';
import { neverReached } from '../../shared/never.ts';
import { isLoopbackHost } from '../loopback.ts';
import type { SecretPolicy } from '../settings.ts';

/** What the check looks at. Headers as Node gives them. */
export type WebhookSender = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly remoteAddress: string | undefined;
};

/** Headers by which a proxy tells that the request came from elsewhere. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Decides once per environment how the `secret` header is checked (spec part 6). The comparison takes the same time
 * whatever was sent, and looks at every accepted secret.
 */
export function secretCheck(policy: SecretPolicy): (sender: WebhookSender) => boolean {
  switch (policy.mode) {
    case 'required': {
      const accepted = policy.accepted.map((secret) => digest(Buffer.from(secret, 'utf8')));
      return ({ headers }) => {
        const sent = headers['secret'];
        // Node hands header bytes on as Latin-1 text.
        const given = digest(Buffer.from(typeof sent === 'string' ? sent : '', 'latin1'));
        return accepted.map((one) => timingSafeEqual(one, given)).includes(true);
      };
    }
    case 'open':
      return () => true;
    case 'local-only':
      // Bound to loopback, but a proxy in front would let the world in: what was forwarded is not local.
      return ({ headers, remoteAddress }) =>
        isLoopbackHost(remoteAddress ?? '') && FORWARDING.every((name) => headers[name] === undefined);
    case 'refuse':
      return () => false;
    default:
      return neverReached(policy);
  }
}

function digest(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}
