import type { ProductId } from '../../shared/ids.ts';
import type { Service } from '../../shared/operator/resources.ts';
import type { OperatorClient } from './client.ts';
import { readProductService } from './endpoints/products.ts';
import type { OperatorError } from './operator-error.ts';

/** Whether a product has an active service, as far as the operator reports it. */
export type ServiceReported =
  | { readonly reported: 'active'; readonly service: Service }
  /** `service`: the ended one, if the operator still reports it. `words`: the operator's message. */
  | { readonly reported: 'none'; readonly service: Service | null; readonly words: string | null }
  | { readonly reported: 'not-reported'; readonly error: OperatorError };

/** Reads the service of a product. A 404 proves that it has none only with the operator's own message. */
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
