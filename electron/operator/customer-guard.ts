import type { CustomerId } from '../../shared/ids.ts';
import { err, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import {
  type CallOptions,
  createOperatorClient,
  type OperatorClient,
  type OperatorClientOptions,
} from './client.ts';
import { listCustomers } from './endpoints/users.ts';
import type { OperatorError } from './operator-error.ts';
import type { OperatorRequest } from './request.ts';

/** So long a customer that was seen counts as visible for reads: "no products in this car" is a 404 of every day. */
const SEEN_FOR_MS = 10 * SECOND;

/** A client of one login and one customer that believes a refusal only while the customer is there; see `guardCustomer`. */
export function createGuardedClient(
  options: OperatorClientOptions & { readonly customerId: CustomerId },
): OperatorClient {
  const { customerId, clock, onOutcome = () => undefined } = options;
  // A doubtful answer is reported as it was judged, not as it came: a gateway's 404 is no sign of a way.
  const inner = createOperatorClient({
    ...options,
    onOutcome: (error) => {
      if (error === null || !isDoubtful(error)) onOutcome(error);
    },
  });
  return guardCustomer(inner, customerId, clock, onOutcome);
}

/**
 * A client that tells "there is no such thing" and "not allowed" from "this login does not see the customer any more" and from a
 * gateway that refuses everything: the status is the same (spec part 7), and the second ones concern everything. A 403, a 404 or another
 * refusal as a page to what names the customer is believed once `GET /customers`, which names none, has shown that the customer is still
 * there; else it is a `customer-gone`. Where that read is refused too, the login's context is not resolved (spec part 4), which is the
 * same; where it fails otherwise nothing is believed: the answer is that failure, and the request was certainly not applied.
 *
 * A page is never believed to say that something is absent: a read stays `unreadable`, and a write is `invalid`, for a person. A
 * second write that gets one, with no write answered by the operator in between, is `intercepted`: that is no matter of one write.
 */
export function guardCustomer(
  inner: OperatorClient,
  customer: CustomerId,
  clock: { readonly passed: () => number },
  tell: (judged: OperatorError) => void = () => undefined,
): OperatorClient {
  let seenAt: number | null = null;
  /** Writes in a row that got a page while the customer was there. */
  let pages = 0;

  const judge = async (
    error: OperatorError,
    isRead: boolean,
    options: CallOptions,
  ): Promise<OperatorError> => {
    const isPage = error.code === 'unreadable' && !isRead;
    const isSure = options.sure === true;
    if (isRead && !isSure && seenAt !== null && clock.passed() - seenAt < SEEN_FOR_MS) return error;
    const { signal } = options;
    const visible = await inner.pages(listCustomers, signal === undefined ? {} : { signal });
    if (!visible.ok) {
      seenAt = null;
      return { ...ofContext(visible.error), sent: 'no' };
    }
    seenAt = visible.value.some(({ id }) => id === customer) ? clock.passed() : null;
    if (seenAt === null) return { ...error, code: 'customer-gone' };
    if (!isPage) return error;
    pages += 1;
    return { ...error, code: pages === 1 ? 'invalid' : 'intercepted' };
  };

  const guarded = async (
    error: OperatorError,
    { endpoint, scope, method }: OperatorRequest<unknown>,
    options: CallOptions,
  ): Promise<OperatorError> => {
    if (!isDoubtful(error)) return error;
    const isCustomers = endpoint === CUSTOMERS;
    const isAsItIs = scope === 'none' && !isCustomers;
    const judged = isCustomers
      ? ofContext(error)
      : isAsItIs
        ? error
        : await judge(error, method === 'GET', options);
    tell(judged);
    return judged;
  };

  const call = async <Value>(
    request: OperatorRequest<Value>,
    options: CallOptions = {},
  ): Promise<Result<Value, OperatorError>> => {
    const answer = await inner.call(request, options);
    const isOperators = answer.ok || (answer.error.sent === 'answered' && answer.error.code !== 'unreadable');
    if (request.effect === 'write' && isOperators) pages = 0;
    return answer.ok ? answer : err(await guarded(answer.error, request, options));
  };

  return {
    ...inner,
    get authentication() {
      return inner.authentication;
    },
    call,
    pages: async (build, options = {}) => {
      const answer = await inner.pages(build, options);
      if (answer.ok) return answer;
      const { signal, sure = false } = options;
      const asked = { sure, ...(signal === undefined ? {} : { signal }) };
      return err(await guarded(answer.error, build({ top: 1, skip: 0 }), asked));
    },
  };
}

const CUSTOMERS = listCustomers().endpoint;

/** May it be said by a gateway, or of the whole customer? */
function isDoubtful({ code, sent, status }: OperatorError): boolean {
  if (sent !== 'answered') return false;
  return (
    code === 'not-found' || status === 403 || (code === 'unreadable' && status !== null && status >= 400)
  );
}

/** `GET /customers` itself is refused: no request of this login has a context. A page comes from a server in between. */
function ofContext(error: OperatorError): OperatorError {
  const refused = error.code === 'not-found' || (error.status === 403 && error.code === 'invalid');
  return refused && error.sent === 'answered' ? { ...error, code: 'customer-gone' } : error;
}
