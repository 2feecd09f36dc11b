import type { ProductId } from '../../shared/ids.ts';
import type { Service } from '../../shared/operator/resources.ts';
import type { OperatorClient } from './client.ts';
import { readProductService } from './endpoints/products.ts';
import type { OperatorError } from './operator-error.ts';

/** Whether a product has a service that goes on, as far as the operator tells. */
export type ServiceReported =
  | { readonly reported: 'active'; readonly service: Service }
  /** `service`: the one that has ended, where the operator still names it. `words`: the operator's own. */
  | { readonly reported: 'none'; readonly service: Service | null; readonly words: string | null }
  | { readonly reported: 'not-reported'; readonly error: OperatorError };

/** Reads the service of a product. A 404 proves that it has none only where the operator's own words say so. */
export async function readServiceOf(
  client: Pick<OperatorClient, 'call' | 'assumptions'>,
  product: ProductId,
  signal: AbortSignal,
): Promise<ServiceReported> {
  const answer = await client.call(readProductService(product, client.assumptions), { signal });
  if (answer.ok) {
    const service = answer.value;
    return service.isTerminated
      ? { reported: 'none', service, words: service.terminationCause }
      : { reported: 'active', service };
  }
  const { error } = answer;
  const words = error.operatorMessage;
  const none = error.code === 'not-found' && /\bno services?\b/i.test(words ?? '');
  return none ? { reported: 'none', service: null, words } : { reported: 'not-reported', error };
}
