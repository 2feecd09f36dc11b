import type { ResultDeliveries } from '../../shared/relay/results.ts';
import type { RelayClient } from './client.ts';
import type { RelayOwner } from './queries.ts';

/** The queue's query for one stored result; without a relay there is none. */
export function resultAsker(
  relay: Pick<RelayClient, 'result'> | null,
  { environment, customerId }: RelayOwner,
): { readonly askRelay?: (sequence: number, signal: AbortSignal) => Promise<ResultDeliveries | null> } {
  if (relay === null) return {};
  return {
    askRelay: async (sequence, signal) => {
      const answer = await relay.result({ environment, customerId, sequence, signal });
      return answer.ok ? answer.value : null;
    },
  };
}
