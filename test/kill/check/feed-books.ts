import type { FeedResult } from '../../../shared/relay/results.ts';
import type { Delivery } from '../../operator/results/webhook-delivery.ts';
import type { QueueBooks } from './queue-books.ts';

/** The relay's feed of every customer, and the webhooks posted to it. */
export interface FeedBooks {
  /** `ok`, or what SQLite says is broken. */
  readonly integrity: string;
  readonly results: readonly FeedResult[];
  /** Every attempt of the operator to deliver a result of the jobs. */
  readonly deliveries: readonly Delivery[];
  /** Assignments whose results were posted besides, as load. */
  readonly posted: ReadonlySet<number>;
  /** Those of them that were answered 204. */
  readonly acknowledged: ReadonlySet<number>;
  /** The customer of the load. */
  readonly loadCustomer: number;
}

/** Violations in the relay's feed: every acknowledged result is there once, without a gap. One sentence each. */
export function notRelayed(books: FeedBooks): readonly string[] {
  const { integrity, results, deliveries, posted, acknowledged, loadCustomer } = books;
  const load = results.filter(({ customerId }) => customerId === loadCustomer).map(subjectOf);
  const kept = new Set(results.map(identityOf));
  const sequences = results.map(({ sequence }) => sequence).toSorted((left, right) => left - right);
  const gap = sequences.findIndex((sequence, index) => sequence !== index + 1);
  const answered = deliveries.filter(({ status }) => status === 204);
  const lostResults = new Set(
    answered
      .map(({ kind, payload }) => identityOf({ kind, payload }))
      .filter((identity) => !kept.has(identity)),
  );
  return [
    ...(integrity === 'ok' ? [] : [`relay.db is damaged: ${integrity}`]),
    ...(gap === -1 ? [] : [`the feed goes from ${gap} to ${sequences[gap]}`]),
    ...(kept.size === results.length
      ? []
      : [`the feed holds ${results.length} rows of ${kept.size} results`]),
    ...[...acknowledged]
      .filter((id) => !load.includes(id))
      .map((id) => `result ${id} was answered 204 and is lost`),
    ...load.filter((id) => !posted.has(id)).map((id) => `result ${id} was never posted`),
    ...[...lostResults].map((identity) => `the result ${identity} was answered 204 and is lost`),
  ];
}

/** Violations in a laptop's results: it took every result of its customer up to its place in the feed. */
export function notTaken(feed: FeedBooks, queue: QueueBooks): readonly string[] {
  const place = Number(queue.cursor?.split('.')[1] ?? 0);
  const taken = new Set(queue.results.map(({ sequence }) => sequence));
  const own = feed.results.filter(({ customerId }) => customerId !== feed.loadCustomer);
  return [
    ...own
      .filter(({ sequence }) => sequence <= place && !taken.has(sequence))
      .map(({ sequence }) => `the laptop stands at ${place} and has never seen result ${sequence}`),
    ...queue.results
      .filter(({ state }) => state !== 'applied' && state !== 'repeated')
      .map(({ sequence, state }) => `result ${sequence} is ${state} in the queue`),
  ];
}

const subjectOf = ({ payload }: Pick<FeedResult, 'payload'>) => Number(payload.assignmentId);

/** The fields that make two results the same (spec part 6). */
function identityOf(result: {
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}): string {
  const { customerId, assignmentId, checksum, operationSucceeded } = result.payload;
  return [result.kind, customerId, assignmentId, checksum, operationSucceeded].map(String).join(' ');
}
