import type { Preferences } from '../../shared/domain/settings.ts';
import type { Policy, PolicyField } from '../../shared/domain/policy.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import { isSet, type Variables } from './environment-profile.ts';
import type { PreferencesStore } from './preferences-store.ts';

/* The policy that an administrator sets for a laptop: its values, and the settings that it excludes. */

/** The variables with the policy's values as defaults: a value set in the environment takes precedence. */
export function withPolicy(variables: Variables, { proxy, caFile }: Policy): Variables {
  return {
    ...variables,
    ...(proxy === undefined || isSet(variables, 'BOXWRIGHT_PROXY') ? {} : { BOXWRIGHT_PROXY: proxy }),
    ...(caFile === undefined || isSet(variables, 'BOXWRIGHT_CA_FILE') ? {} : { BOXWRIGHT_CA_FILE: caFile }),
  };
}

/** The known parts of a connection; absent = not part of this check. */
interface Wanted {
  readonly address?: Pick<OperatorAddress, 'environment' | 'baseUrl'>;
  readonly customerId?: CustomerId;
  /** Null = without a relay. */
  readonly relayUrl?: string | null;
}

/** The first value of a connection that contradicts the policy; null = all of it is allowed. */
export function outsidePolicy(policy: Policy, { address, customerId, relayUrl }: Wanted): PolicyField | null {
  const differs = (set: string | undefined, given: string | null | undefined) =>
    set !== undefined && given !== undefined && given !== set;
  if (differs(policy.environment, address?.environment)) return 'environment';
  if (differs(policy.address, address?.baseUrl)) return 'address';
  if (differs(policy.relay, relayUrl)) return 'relay';
  if (policy.customers === undefined || customerId === undefined) return null;
  return policy.customers.includes(customerId) ? null : 'customers';
}

/** ProblemError `set-by-policy` for a connection that contradicts the policy. */
export function refuseOutside(policy: Policy, wanted: Wanted): void {
  const field = outsidePolicy(policy, wanted);
  if (field !== null) throw setByPolicy(field);
}

/** ProblemError `role-not-allowed` for a token whose role the policy of this laptop does not allow. */
export function refuseRole({ roles }: Policy, role: RelayRole): void {
  if (roles !== undefined && !roles.includes(role)) {
    throw new ProblemError(makeProblem('role-not-allowed', {}, role));
  }
}

/** ProblemError `set-by-policy` for a field that only the administrator may change. */
export const setByPolicy = (name: PolicyField): ProblemError =>
  new ProblemError(makeProblem('set-by-policy', { name }));

/** Preferences that a policy can set. */
const managedFields = ['language', 'staysInTray', 'startsAtLogin'] as const satisfies readonly (PolicyField &
  keyof Preferences)[];

/** A store in which the policy's values replace a person's. */
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
