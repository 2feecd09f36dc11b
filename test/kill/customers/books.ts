import type { CustomerId, OperationId } from '../../../shared/ids.ts';
import type { JournalEntry } from '../../operator/journal.ts';
import { notKept, readQueueBooks } from '../check/queue-books.ts';

/** The books of one customer of a laptop that was killed. */
export interface OrderedCustomer {
  readonly customer: CustomerId;
  readonly name: string;
  /** By the name that the order gave its group or car; `operation` null = main did not answer. */
  readonly ordered: readonly { readonly label: string; readonly operation: OperationId | null }[];
  /** All requests at the operator of this customer. */
  readonly journal: readonly JournalEntry[];
}

/** Violations at the operator: an accepted order took effect once, another at most once, all at their own customer. */
export function notOrderedRight({ customer, name, ordered, journal }: OrderedCustomer): readonly string[] {
  const writes = journal.filter(({ method, applied }) => method === 'PUT' && applied);
  const own = writes.filter(({ customerId }) => customerId === customer);
  const foreign = writes.filter(
    ({ customerId, body }) => customerId !== customer && (body?.includes(name) ?? false),
  );
  return [
    ...foreign.map(({ path, body }) => `${path} of another customer carried ${body ?? ''}`),
    ...ordered.flatMap(({ label, operation }) => {
      const times = own.filter(({ body }) => body?.includes(`"${label}"`) ?? false).length;
      const isRight = operation === null ? times <= 1 : times === 1;
      return isRight ? [] : [`${label} took effect ${times} times`];
    }),
  ];
}

/** The same, and violations in the customer's queue.db. */
export function notOfItsCustomer(served: OrderedCustomer, file: string): readonly string[] {
  const { customer, name, ordered, journal } = served;
  const accepted = ordered.flatMap(({ operation }) => operation ?? []);
  return [
    ...notOrderedRight(served),
    ...notKept(readQueueBooks(file), {
      jobs: 0,
      reported: accepted.map((operation) => ({ at: '', event: 'operation', operation })),
      journal: journal.filter(({ customerId }) => customerId === customer),
    }).map((violation) => `${name}: ${violation}`),
  ];
}
