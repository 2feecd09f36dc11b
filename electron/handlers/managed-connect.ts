import type { Policy } from '../../shared/domain/settings.ts';
import type { Handlers } from './router.ts';
import type { RelayClient } from '../relay/client.ts';
import { relayProblemOf } from '../relay/relay-error.ts';
import { ProblemError } from '../../shared/problem.ts';
import { refuseOutside, refuseRole, setByPolicy } from '../profiles/managed.ts';

type Managed = Pick<
  Handlers,
  | 'connect.checkAddress'
  | 'connect.checkLogin'
  | 'connect.customers'
  | 'connect.checkRelay'
  | 'connect.save'
  | 'connect.startDemo'
>;

/** Connect's calls within a policy: nothing is asked, and nothing saved, of a connection that it sets otherwise. */
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
      // A demonstration is another address, with another customer.
      if (policy.address !== undefined) throw setByPolicy('address');
      if (policy.customers !== undefined) throw setByPolicy('customers');
      return calls['connect.startDemo'](input, context);
    },
  };
}
