import type { Preferences, Policy, PolicyField } from '../../shared/domain/settings.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
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

/** Preferences that a policy can set. */
const managedFields = ['language', 'staysInTray', 'startsAtLogin'] as const satisfies readonly (PolicyField &
  keyof Preferences)[];

/** Preferences of which the policy sets some. */
export function managedPreferences(store: PreferencesStore, policy: Policy): PreferencesStore {
  const { language, staysInTray, startsAtLogin } = policy;
  const managed = (own: Preferences): Preferences => ({
    ...own,
    ...(language === undefined ? {} : { language }),
    ...(staysInTray === undefined ? {} : { staysInTray }),
    ...(startsAtLogin === undefined ? {} : { startsAtLogin }),
  });
  const isOtherwise = (set: unknown, wanted: unknown) =>
    set !== undefined && wanted !== undefined && wanted !== set;
  return {
    read: () => managed(store.read()),
    change: (changes) => {
      const field = managedFields.find((name) => isOtherwise(policy[name], changes[name]));
      if (field !== undefined) throw setByPolicy(field);
      return managed(store.change(changes));
    },
  };
}
