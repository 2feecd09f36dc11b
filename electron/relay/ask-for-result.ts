import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { ResultDeliveries } from '../../shared/relay/feed.ts';
import type { RelayClient } from './client.ts';

/** How the queue asks for one kept result; without a relay there is nobody to ask. */
export function resultAsker(
  relay: Pick<RelayClient, 'result'> | null,
  { environment, customerId }: { readonly environment: Environment; readonly customerId: CustomerId },
): { readonly askRelay?: (sequence: number, signal: AbortSignal) => Promise<ResultDeliveries | null> } {
  if (relay === null) return {};
  return {
    askRelay: async (sequence, signal) => {
      const answer = await relay.result({ environment, customerId, sequence, signal });
      return answer.ok ? answer.value : null;
    },
  };
}
