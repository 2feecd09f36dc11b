import type { Clock } from '../../shared/time.ts';
import type { CallOutput, CallParsed } from '../../shared/ipc/contract.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { Network } from '../base/network/network.ts';
import type { OpenTransport } from '../operator/transport.ts';
import { problemOf } from '../operator/operator-error.ts';
import type { RelayClient } from '../relay/client.ts';
import { relayProblemOf } from '../relay/relay-error.ts';
import { probeAddress } from './address-probe.ts';
import type { TryLogin } from './login-trial.ts';

export interface ConnectChecksOptions {
  readonly clock: Clock;
  readonly tryLogin: TryLogin;
  readonly openTransport?: OpenTransport;
  /** How an address was reached; null = not known. */
  readonly connectionTo?: Network['connectionTo'];
  readonly relayClient: (access: { readonly url: string; readonly token: string }) => RelayClient;
}

type CheckName = 'connect.checkAddress' | 'connect.checkLogin' | 'connect.customers' | 'connect.checkRelay';

/** The lines of the Connect screen, as handlers of the contract. What is wrong is thrown as ProblemError. */
export type ConnectChecks = {
  readonly [Name in CheckName]: (input: CallParsed<Name>) => Promise<CallOutput<Name>>;
};

/** Makes the checks. Each opens what it needs, asks, and closes it again; nothing of what was typed is kept. */
export function createConnectChecks(options: ConnectChecksOptions): ConnectChecks {
  const { clock, tryLogin, relayClient, openTransport, connectionTo = () => null } = options;
  const customersOf = async (input: CallParsed<'connect.customers'>) => {
    const trial = tryLogin(input.address, input.credentials);
    try {
      return await trial.listCustomers();
    } finally {
      await trial.close();
    }
  };

  return {
    'connect.checkAddress': async ({ baseUrl }) => ({
      ...valueOf(await probeAddress(baseUrl, clock, openTransport), problemOf),
      connection: connectionTo(baseUrl),
    }),
    'connect.checkLogin': async (input) => {
      const answer = await customersOf(input);
      // "No such customer context" comes only after key and login were accepted; the customers line says it.
      if (!answer.ok && answer.error.code === 'not-found') return {};
      valueOf(answer, problemOf);
      return {};
    },
    'connect.customers': async (input) => {
      const customers = valueOf(await customersOf(input), problemOf);
      return { customers: customers.toSorted((a, b) => a.name.localeCompare(b.name)) };
    },
    'connect.checkRelay': async ({ relayUrl, relayToken, environment, customerId }) => {
      const client = relayClient({ url: relayUrl, token: relayToken });
      try {
        const me = valueOf(await client.me(), relayProblemOf);
        if (me.customers !== null && !me.customers.includes(customerId)) {
          throw new ProblemError(makeProblem('relay-wrong-customer'));
        }
        // Reading is what the app will do; a relay that knows the token and still refuses that must not pass here.
        const query = { environment, customerId, after: null, limit: 1, waitSeconds: 0 };
        valueOf(await client.results(query), relayProblemOf);
        return { name: me.name, role: me.role, connection: connectionTo(relayUrl) };
      } finally {
        await client.close();
      }
    },
  };
}

function valueOf<Value, Failure>(result: Result<Value, Failure>, tell: (failure: Failure) => Problem): Value {
  if (!result.ok) throw new ProblemError(tell(result.error));
  return result.value;
}
