import type { CustomerId } from '../../shared/ids.ts';
import type { StoredToken, TokensStore } from '../store/tokens-store.ts';
import { hashToken, looksLikeToken } from './tokens.ts';

/**
 * The active token an Authorization header carries, or null. The store is asked every time, so a token revoked by the
 * command in another process ends at its next use.
 */
export async function bearerToken(
  store: TokensStore,
  authorization: string | undefined,
): Promise<StoredToken | null> {
  const text = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (text === undefined || !looksLikeToken(text)) return null;
  return store.findActiveToken(hashToken(text));
}

/** Whether the token may see results of the customer. */
export function maySee(token: StoredToken, customer: CustomerId): boolean {
  return token.customers === null || token.customers.includes(customer);
}
