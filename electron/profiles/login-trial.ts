import type { Clock } from '../../shared/clock.ts';
import type { OperatorAddress, OperatorCredentials } from '../../shared/domain/profile.ts';
import { ok, type Result } from '../../shared/result.ts';
import { createOperatorClient } from '../operator/client.ts';
import { listCustomers } from '../operator/endpoints/customers.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import type { ProfileCustomer } from './profile.ts';

/** A login being tried: lists the customers it can reach. */
export interface LoginTrial {
  readonly listCustomers: () => Promise<Result<readonly ProfileCustomer[], OperatorError>>;
  readonly close: () => Promise<void>;
}

/** Starts trying a login with a client of its own, so that a refusal there stops nothing else. */
export type TryLogin = (address: OperatorAddress, credentials: OperatorCredentials) => LoginTrial;

/** Tries logins at the operator itself. */
export function tryLoginAtOperator(options: {
  readonly clock: Clock;
  readonly random: () => number;
}): TryLogin {
  return (address, credentials) => {
    const client = createOperatorClient({
      baseUrl: address.baseUrl,
      apiKeyHeader: address.apiKeyHeader,
      credentials,
      customerId: null,
      ...options,
    });
    return {
      listCustomers: async () => {
        const answer = await client.pages(listCustomers);
        return answer.ok ? ok(answer.value.map(({ id, name }) => ({ id, name }))) : answer;
      },
      close: client.close,
    };
  };
}
