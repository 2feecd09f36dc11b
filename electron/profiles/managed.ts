import type { Preferences } from '../../shared/domain/preferences.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { Policy, PolicyField } from '../../shared/domain/policy.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { PreferencesStore } from './preferences-store.ts';

/** A connection, as far as it is known. */
export interface Wanted {
  readonly address?: Pick<OperatorAddress, 'environment' | 'baseUrl'>;
  readonly customerId?: CustomerId;
  /** Null = without a relay. */
  readonly relayUrl?: string | null;
}

/** The value of a connection that the policy sets otherwise; null = all of it is allowed. */
export function outsidePolicy(policy: Policy, { address, customerId, relayUrl }: Wanted): PolicyField | null {
  const differs = (set: string | undefined, given: string | null | undefined) =>
    set !== undefined && given !== undefined && given !== set;
  if (differs(policy.environment, address?.environment)) return 'environment';
  if (differs(policy.address, address?.baseUrl)) return 'address';
  if (differs(policy.relay, relayUrl)) return 'relay';
  if (policy.customers === undefined || customerId === undefined) return null;
  return policy.customers.includes(customerId) ? null : 'customers';
}

/** ProblemError `set-by-policy` for a connection that the policy sets otherwise. */
export function refuseOutside(policy: Policy, wanted: Wanted): void {
  const field = outsidePolicy(policy, wanted);
  if (field !== null) throw setByPolicy(field);
}

/** ProblemError `role-not-allowed` for a token whose role this laptop does not take. */
export function refuseRole({ roles }: Policy, role: RelayRole): void {
  if (roles !== undefined && !roles.includes(role)) {
    throw new ProblemError(makeProblem('role-not-allowed', {}, role));
  }
}

export const setByPolicy = (name: PolicyField): ProblemError =>
  new ProblemError(makeProblem('set-by-policy', { name }));

/** Preferences of which the policy sets the language. */
export function managedPreferences(store: PreferencesStore, { language }: Policy): PreferencesStore {
  if (language === undefined) return store;
  const managed = (own: Preferences): Preferences => ({ ...own, language });
  return {
    read: () => managed(store.read()),
    change: (changes) => {
      if (changes.language !== undefined && changes.language !== language) throw setByPolicy('language');
      return managed(store.change(changes));
    },
  };
}
