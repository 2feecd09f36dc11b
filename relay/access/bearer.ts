import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { StoredToken } from '../store/tokens-store.ts';
import { hashToken, looksLikeToken } from './tokens.ts';

/** The hash of the token an Authorization header carries; null when it carries nothing of a token's form. */
export function bearerHash(authorization: string | undefined): Buffer | null {
  const text = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return text === undefined || !looksLikeToken(text) ? null : hashToken(text);
}

/** Of logs and reviews an installer reads what its own token brought; null = of everybody. */
export function onlyOwn({ role, id }: StoredToken): number | null {
  return role === 'installer' ? id : null;
}

/** Whether the token is bound to other environments than this one. */
export function isBoundElsewhere({ environments }: StoredToken, environment: Environment): boolean {
  return environments !== null && !environments.includes(environment);
}

/** Whether the token may see results of the customer. */
export function maySee(token: StoredToken, customer: CustomerId): boolean {
  return token.customers === null || token.customers.includes(customer);
}
