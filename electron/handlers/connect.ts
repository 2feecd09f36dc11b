import type { ProxyLogin, Policy } from '../../shared/domain/profile.ts';
import { standardAssumptions } from '../../shared/operator/assumptions.ts';
import { ProblemError } from '../../shared/problem.ts';
import type { ConnectionId, CustomerId } from '../../shared/ids.ts';
import type { NeedsOfCustomer } from '../../shared/ipc/calls/connect.ts';
import type { Place } from '../../shared/ipc/messages.ts';
import { connectionIdOf, viewOf, type Profile, type ProfileCustomer } from '../profiles/profile.ts';
import type { ConnectChecks } from '../profiles/connect-checks.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import type { RelayClient } from '../relay/client.ts';
import { relayProblemOf } from '../relay/relay-error.ts';
import { refuseOutside, refuseRole, setByPolicy } from '../profiles/machine-policy.ts';
import type { Handlers } from './router.ts';

/* The connections of this laptop: `connect.*` for one of them, `customers.*` for several side by side. */

type ConnectHandlers = Pick<Handlers, Extract<keyof Handlers, `connect.${string}`>>;

/** The dependencies of the Connect calls. */
interface ConnectCallParts {
  readonly checks: ConnectChecks;
  readonly store: ProfileStore;
  /** Opens and shows the first connection, then closes the replaced one. */
  readonly use: (profile: Profile, replaced: ConnectionId | null) => Promise<void>;
  /** Closes the open profile and reopens it with these values. */
  readonly reopen: (profile: Profile) => Promise<void>;
  readonly leave: () => Promise<void>;
  /** The open profile. ProblemError `not-connected`. */
  readonly current: () => Profile;
  /** Whether the open profile is the stored one. */
  readonly isKept: () => boolean;
  readonly startDemo: () => Promise<Profile>;
  readonly policy: Policy;
  readonly signInToProxy: (proxy: string, login: ProxyLogin) => Promise<void>;
}

/** The `connect.*` calls. They accept secrets and never return one. */
export function connectCalls(parts: ConnectCallParts): ConnectHandlers {
  const { checks, store, use, reopen, leave, startDemo, current, isKept } = parts;
  const assumptions = () => ({ values: current().assumptions ?? standardAssumptions, kept: isKept() });
  return {
    ...checks,
    'connect.save': async ({ replaces, ...typed }) => {
      const profile = await store.save(typed, replaces);
      const own = connectionIdOf({ address: typed.address, customerId: typed.customer.id });
      await use(profile, replaces === own ? null : replaces);
      return viewOf(profile);
    },
    'connect.policy': () => parts.policy,
    'connect.signInToProxy': async ({ proxy, username, password }) => {
      await parts.signInToProxy(proxy, { username, password });
      return {};
    },
    'connect.startDemo': async () => viewOf(await startDemo()),
    'connect.disconnect': async () => {
      await leave();
      await store.disconnect();
      return {};
    },
    'connect.assumptions': assumptions,
    'connect.changeAssumptions': async (wanted) => {
      const profile = current();
      const kept = isKept();
      if (kept) store.keepAssumptions(profile.address, wanted);
      await reopen({ ...profile, assumptions: wanted });
      return { values: wanted, kept };
    },
  };
}

type Managed = Pick<
  Handlers,
  | 'connect.checkAddress'
  | 'connect.checkLogin'
  | 'connect.customers'
  | 'connect.checkRelay'
  | 'connect.save'
  | 'connect.startDemo'
>;

/** The Connect calls under a policy: a connection that contradicts the policy is neither probed nor saved. */
export function managedConnect<Calls extends Managed>(
  policy: Policy,
  calls: Calls,
  openRelay: (access: { readonly url: string; readonly token: string }) => RelayClient,
): Calls {
  const refuseForeignRole = async (url: string, token: string) => {
    if (policy.roles === undefined) return;
    const client = openRelay({ url, token });
    try {
      const me = await client.me();
      if (!me.ok) throw new ProblemError(relayProblemOf(me.error));
      refuseRole(policy, me.value.role);
    } finally {
      await client.close();
    }
  };
  return {
    ...calls,
    'connect.checkAddress': (address, context) => {
      refuseOutside(policy, { address });
      return calls['connect.checkAddress'](address, context);
    },
    'connect.checkLogin': (input, context) => {
      refuseOutside(policy, input);
      return calls['connect.checkLogin'](input, context);
    },
    'connect.customers': async (input, context) => {
      refuseOutside(policy, input);
      const { customers } = await calls['connect.customers'](input, context);
      return { customers: customers.filter(({ id }) => policy.customers?.includes(id) ?? true) };
    },
    'connect.checkRelay': async (input, context) => {
      refuseOutside(policy, input);
      const answer = await calls['connect.checkRelay'](input, context);
      refuseRole(policy, answer.role);
      return answer;
    },
    'connect.save': async (input, context) => {
      const { address, customer, relay } = input;
      refuseOutside(policy, { address, customerId: customer.id, relayUrl: relay?.relayUrl ?? null });
      if (relay !== null) await refuseForeignRole(relay.relayUrl, relay.relayToken);
      return calls['connect.save'](input, context);
    },
    'connect.startDemo': (input, context) => {
      // A demonstration has another address and another customer.
      if (policy.address !== undefined) throw setByPolicy('address');
      if (policy.customers !== undefined) throw setByPolicy('customers');
      return calls['connect.startDemo'](input, context);
    },
  };
}

/** The `customers.*` calls. */
export function customerCalls(parts: {
  readonly show: (id: ConnectionId, place: Place | null) => Promise<void>;
  readonly needsYou: () => readonly NeedsOfCustomer[];
  readonly offered: () => Promise<readonly ProfileCustomer[]>;
  readonly add: (customer: CustomerId) => Promise<void>;
  readonly remove: (id: ConnectionId) => Promise<void>;
}): Pick<Handlers, Extract<keyof Handlers, `customers.${string}`>> {
  return {
    'customers.show': async ({ id, place }) => {
      await parts.show(id, place);
      return {};
    },
    'customers.needsYou': () => ({ customers: [...parts.needsYou()] }),
    'customers.offered': async () => ({ customers: [...(await parts.offered())] }),
    'customers.add': async ({ customerId }) => {
      await parts.add(customerId);
      return {};
    },
    'customers.remove': async ({ id }) => {
      await parts.remove(id);
      return {};
    },
  };
}
