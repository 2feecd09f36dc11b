import { customerId } from '../../../../shared/ids.ts';
import type { ArrivedResult, FeedQuery } from '../../../../relay/store/results-store.ts';

export const CUSTOMER = customerId.parse(4711);
export const OTHER_CUSTOMER = customerId.parse(4712);

/** The n-th result of one customer; `changes` replaces what matters to the test. */
export function arriving(n: number, changes: Partial<ArrivedResult> = {}): ArrivedResult {
  return {
    environment: 'uat',
    kind: 'created',
    customerId: CUSTOMER,
    subject: `assignment:${n}`,
    checksum: '0f343b0931126a20f133d67c2b018a3b',
    succeeded: true,
    body: Buffer.from(`{"n":${n}}`),
    receivedAt: 1000 + n,
    ...changes,
  };
}

/** The whole feed of the customer; `changes` replaces what matters to the test. */
export function asking(changes: Partial<FeedQuery> = {}): FeedQuery {
  return { environment: 'uat', customerId: CUSTOMER, after: null, limit: 1000, ...changes };
}

export const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
