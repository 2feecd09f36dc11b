import type { ProductId } from '../../shared/ids.ts';
import type { Service } from '../../shared/operator/resources.ts';
import type { OperatorClient } from './client.ts';
import { readProductService } from './endpoints/products.ts';
import type { OperatorError } from './operator-error.ts';

/** Whether a product has a service that goes on, as far as the operator tells. */
export type ServiceTold =
  | { readonly told: 'active'; readonly service: Service }
  /** `service`: the one that has ended, where the operator still names it. `words`: the operator's own. */
  | { readonly told: 'none'; readonly service: Service | null; readonly words: string | null }
  | { readonly told: 'not-told'; readonly error: OperatorError };

/** Reads the service of a product. A 404 proves that it has none only where the operator's own words say so. */
export async function readServiceOf(
  client: Pick<OperatorClient, 'call' | 'assumptions'>,
  product: ProductId,
  signal: AbortSignal,
): Promise<ServiceTold> {
  const answer = await client.call(readProductService(product, client.assumptions), { signal });
  if (answer.ok) {
    const service = answer.value;
    return service.isTerminated
      ? { told: 'none', service, words: service.terminationCause }
      : { told: 'active', service };
  }
  const { error } = answer;
  const words = error.operatorMessage;
  const none = error.code === 'not-found' && /\bno services?\b/i.test(words ?? '');
  return none ? { told: 'none', service: null, words } : { told: 'not-told', error };
}
