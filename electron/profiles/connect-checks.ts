import { type Clock, SECOND } from '../../shared/time.ts';
import type { CallOutput, CallParsed } from '../../shared/ipc/contract.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import { type Result, ok, err } from '../../shared/result.ts';
import type { OperatorAddress, OperatorCredentials } from '../../shared/domain/profile.ts';
import type { Assumptions } from '../../shared/operator/assumptions.ts';
import type { Network } from '../base/network/network.ts';
import { type OpenTransport, createTransport } from '../operator/transport.ts';
import { problemOf, type OperatorError, operatorError } from '../operator/operator-error.ts';
import type { RelayClient } from '../relay/client.ts';
import { relayProblemOf } from '../relay/relay-error.ts';
import { createOperatorClient, type OperatorClient } from '../operator/client.ts';
import { listCustomers } from '../operator/endpoints/groups-and-users.ts';
import { splitBaseAddress } from '../operator/request.ts';
import { clockOffset } from '../operator/answer.ts';
import type { ProfileCustomer } from './profile.ts';

interface ConnectChecksOptions {
  readonly clock: Clock;
  readonly tryLogin: TryLogin;
  readonly openTransport?: OpenTransport;
  /** How an address was reached; null = not known. */
  readonly connectionTo?: Network['connectionTo'];
  readonly relayClient: (access: { readonly url: string; readonly token: string }) => RelayClient;
}

type CheckName = 'connect.checkAddress' | 'connect.checkLogin' | 'connect.customers' | 'connect.checkRelay';

/** The checks of the Connect screen, as handlers of the contract. A failed check throws ProblemError. */
export type ConnectChecks = {
  readonly [Name in CheckName]: (input: CallParsed<Name>) => Promise<CallOutput<Name>>;
};

/** Creates the checks. Each opens its own connection and closes it; typed values are not stored. */
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
      // "No such customer context" means that key and login were accepted; the customers line reports it.
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
        // The check reads as the app will do: a relay that knows the token but refuses reads must not pass.
        const query = { environment, customerId, after: null, limit: 1, waitSeconds: 0 };
        valueOf(await client.results(query), relayProblemOf);
        return { name: me.name, role: me.role, connection: connectionTo(relayUrl) };
      } finally {
        await client.close();
      }
    },
  };
}

function valueOf<Value, Failure>(
  result: Result<Value, Failure>,
  toProblem: (failure: Failure) => Problem,
): Value {
  if (!result.ok) throw new ProblemError(toProblem(result.error));
  return result.value;
}

/** A login under test: lists the customers that it can reach. */
export interface LoginTrial {
  readonly listCustomers: () => Promise<Result<readonly ProfileCustomer[], OperatorError>>;
  readonly close: () => Promise<void>;
}

/** Starts a login test with its own client, so that a refusal does not stop the open profile. */
type TryLogin = (address: OperatorAddress, credentials: OperatorCredentials) => LoginTrial;

const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * Tests logins at the operator. If the token endpoint answers 415 to our form of the request body, the other form
 * is tried; if that succeeds, it is stored for this address.
 */
export function tryLoginAtOperator(options: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openTransport?: OpenTransport;
  /** The stored assumptions about the environment at this address. */
  readonly assumptionsAt: (address: OperatorAddress) => Assumptions;
  readonly keepAssumptions: (address: OperatorAddress, assumptions: Assumptions) => void;
}): TryLogin {
  const { clock, random, openTransport, assumptionsAt, keepAssumptions } = options;
  return (address, credentials) => {
    const clients: OperatorClient[] = [];
    const customersWith = async (assumptions: Assumptions) => {
      const client = createOperatorClient({
        baseUrl: address.baseUrl,
        apiKeyHeader: address.apiKeyHeader,
        credentials,
        customerId: null,
        assumptions,
        clock,
        random,
        ...(openTransport === undefined ? {} : { openTransport }),
      });
      clients.push(client);
      return client.pages(listCustomers);
    };
    return {
      listCustomers: async () => {
        const known = assumptionsAt(address);
        const answer = await customersWith(known);
        if (answer.ok) return ok(named(answer.value));
        const { status, endpoint } = answer.error;
        if (endpoint !== 'token.request' || status !== UNSUPPORTED_MEDIA_TYPE) return answer;
        const other: Assumptions = { ...known, tokenBody: known.tokenBody === 'form' ? 'json' : 'form' };
        const second = await customersWith(other);
        if (!second.ok) return second;
        keepAssumptions(address, other);
        return ok(named(second.value));
      },
      close: async () => {
        await Promise.all(clients.map((client) => client.close()));
      },
    };
  };
}

function named(customers: readonly ProfileCustomer[]): readonly ProfileCustomer[] {
  return customers.map(({ id, name }) => ({ id, name }));
}

/** Short, because a person is waiting for this line of the screen. */
const TIMEOUTS = { connectMs: 10 * SECOND, headersMs: 10 * SECOND, bodyMs: 5 * SECOND };
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Sends one request without any secret. Any HTTP answer counts as reachable, whatever its status or body.
 *
 * @returns laptop clock minus operator clock in milliseconds, accurate to about a second; null when the answer has
 * no usable date.
 */
async function probeAddress(
  baseUrl: string,
  clock: Clock,
  openTransport: OpenTransport = createTransport,
): Promise<Result<{ readonly clockOffsetMs: number | null }, OperatorError>> {
  const { origin, pathname } = splitBaseAddress(baseUrl);
  const transport = openTransport({
    origin,
    clock,
    timeouts: TIMEOUTS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    connections: 1,
  });
  try {
    const request = {
      method: 'GET',
      path: pathname === '' ? '/' : pathname,
      headers: {},
      body: null,
    } as const;
    const answer = await transport.exchange(request, undefined);
    if (answer.ok) return ok({ clockOffsetMs: clockOffset(answer.value) });
    // Headers arrived, then the body was lost or too long: the address is reachable.
    if (answer.error.status !== null) return ok({ clockOffsetMs: null });
    return err(operatorError({ endpoint: 'customers.list', ...answer.error }));
  } finally {
    await transport.close();
  }
}
