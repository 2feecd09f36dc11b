import type { CustomerId } from '../../shared/ids.ts';
import { err, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import {
  type CallOptions,
  createOperatorClient,
  type OperatorClient,
  type OperatorClientOptions,
} from './client.ts';
import { listCustomers } from './endpoints/groups-and-users.ts';
import type { OperatorError } from './operator-error.ts';
import type { OperatorRequest } from './request.ts';

/**
 * How long a successful check of the customer is reused for reads, because "no products in this car" is a frequent
 * 404.
 */
const SEEN_FOR_MS = 10 * SECOND;

/**
 * Creates a client of one login and one customer that accepts a refusal only while the customer is visible; see
 * `guardCustomer`.
 */
export function createGuardedClient(
  options: OperatorClientOptions & { readonly customerId: CustomerId },
): OperatorClient {
  const { customerId, clock, onOutcome = () => undefined } = options;
  // A doubtful answer is reported after its check: a gateway's 404 does not prove a connection.
  const inner = createOperatorClient({
    ...options,
    onOutcome: (error) => {
      if (error === null || !isDoubtful(error)) onOutcome(error);
    },
  });
  return guardCustomer(inner, customerId, clock, onOutcome);
}

/**
 * Distinguishes a 404 or 403 about one object from a login that lost the customer, and from a gateway that refuses
 * everything: the status is the same (spec part 7). A 403, a 404, or a page in place of a refusal counts only after
 * `GET /customers`, which needs no customer, has shown that the customer exists. Otherwise it becomes
 * `customer-gone`. If that read is refused too, the login has no context (spec part 4), which is the same error. If
 * that read fails otherwise, its failure is returned, and the request was certainly not applied.
 * A page never proves absence: for a read it stays `unreadable`, and for a write it is `invalid`, which a person
 * decides. A second page for a write, with no write answered by the operator in between, is `intercepted`: the
 * cause is not this one write.
 */
export function guardCustomer(
  inner: OperatorClient,
  customer: CustomerId,
  clock: { readonly passed: () => number },
  notify: (judged: OperatorError) => void = () => undefined,
): OperatorClient {
  let seenAt: number | null = null;
  /** Consecutive writes answered with a page while the customer was visible. */
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
    notify(judged);
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

/** Whether the answer may come from a gateway, or may concern the whole customer. */
function isDoubtful({ code, sent, status }: OperatorError): boolean {
  if (sent !== 'answered') return false;
  return (
    code === 'not-found' || status === 403 || (code === 'unreadable' && status !== null && status >= 400)
  );
}

/**
 * A refusal of `GET /customers` itself means that this login has no context. A page comes from a server in between.
 */
function ofContext(error: OperatorError): OperatorError {
  const refused = error.code === 'not-found' || (error.status === 403 && error.code === 'invalid');
  return refused && error.sent === 'answered' ? { ...error, code: 'customer-gone' } : error;
}
