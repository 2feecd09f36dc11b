import type { CustomerId } from '../../shared/ids.ts';
import { err, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import {
  type CallOptions,
  createOperatorClient,
  type OperatorClient,
  type OperatorClientOptions,
} from './client.ts';
import { listCustomers } from './endpoints/customers.ts';
import type { OperatorError } from './operator-error.ts';
import type { OperatorRequest } from './request.ts';

/** So long a customer that was seen counts as visible for reads: "no products in this car" is a 404 of every day. */
const SEEN_FOR_MS = 10 * SECOND;

/** A client of one login and one customer that believes a 404 only while the customer is there; see `guardCustomer`. */
export function createGuardedClient(
  options: OperatorClientOptions & { readonly customerId: CustomerId },
): OperatorClient {
  return guardCustomer(createOperatorClient(options), options.customerId, options.clock);
}

/**
 * A client that tells "there is no such thing" from "this login does not see the customer any more": the operator answers 404 to
 * both (spec part 7), and the second one concerns everything. A 404 to what names the customer is believed once
 * `GET /customers`, which names none, has shown that the customer is still there; else it is a `customer-gone`. Where that read
 * fails nothing is believed: the answer is that failure, and the request was certainly not applied.
 */
export function guardCustomer(
  inner: OperatorClient,
  customer: CustomerId,
  clock: { readonly passed: () => number },
): OperatorClient {
  let seenAt: number | null = null;

  const guarded = async (
    error: OperatorError,
    isRead: boolean,
    options: CallOptions,
  ): Promise<OperatorError> => {
    if (error.code !== 'not-found' || error.sent !== 'answered') return error;
    if (isRead && seenAt !== null && clock.passed() - seenAt < SEEN_FOR_MS) return error;
    const { signal } = options;
    const visible = await inner.pages(listCustomers, signal === undefined ? {} : { signal });
    if (!visible.ok) {
      // An address at which there are no customers either says nothing about this one.
      return visible.error.code === 'not-found' ? error : { ...visible.error, sent: 'no' };
    }
    seenAt = visible.value.some(({ id }) => id === customer) ? clock.passed() : null;
    return seenAt === null ? { ...error, code: 'customer-gone' } : error;
  };

  const call = async <Value>(
    request: OperatorRequest<Value>,
    options: CallOptions = {},
  ): Promise<Result<Value, OperatorError>> => {
    const answer = await inner.call(request, options);
    if (answer.ok || request.scope === 'none') return answer;
    return err(await guarded(answer.error, request.method === 'GET', options));
  };

  return {
    ...inner,
    get authentication() {
      return inner.authentication;
    },
    call,
    pages: async (build, options = {}) => {
      const answer = await inner.pages(build, options);
      if (answer.ok || build({ top: 1, skip: 0 }).scope === 'none') return answer;
      const { signal } = options;
      return err(await guarded(answer.error, true, signal === undefined ? {} : { signal }));
    },
  };
}
