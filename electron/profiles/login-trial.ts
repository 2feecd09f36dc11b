import type { Clock } from '../../shared/time.ts';
import type { OperatorAddress, OperatorCredentials } from '../../shared/domain/profile.ts';
import type { Assumptions } from '../../shared/operator/assumptions.ts';
import { ok, type Result } from '../../shared/result.ts';
import { createOperatorClient, type OperatorClient } from '../operator/client.ts';
import { listCustomers } from '../operator/endpoints/users.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import type { OpenTransport } from '../operator/transport.ts';
import type { ProfileCustomer } from './profile.ts';

/** A login being tried: lists the customers it can reach. */
export interface LoginTrial {
  readonly listCustomers: () => Promise<Result<readonly ProfileCustomer[], OperatorError>>;
  readonly close: () => Promise<void>;
}

/** Starts trying a login with a client of its own, so that a refusal there stops nothing else. */
export type TryLogin = (address: OperatorAddress, credentials: OperatorCredentials) => LoginTrial;

const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * Tries logins at the operator itself. Where the token endpoint says that it does not take the form of our request (415),
 * the other form is tried, and kept for this address when it is the one: it cannot be known before being connected.
 */
export function tryLoginAtOperator(options: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openTransport?: OpenTransport;
  /** The names in the environment at an address. */
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
