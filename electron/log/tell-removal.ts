import type { Instant } from '../../shared/time.ts';
import type { Ids } from '../base/ids.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { canonicalRemoval, type Signed } from '../../shared/relay/signing.ts';
import {
  REMOVAL,
  removedNames,
  type RemovalOrderId,
  type RemovedThings,
} from '../../shared/relay/removals.ts';
import type { WriteContext } from '../db/open.ts';
import type { InstallationLog } from './append.ts';

/** The signature that makes an entry an order that other laptops believe, where this laptop is a supervisor's. */
export interface Ordering {
  readonly owner: RelayOwner;
  readonly ids: Pick<Ids, 'removalOrder'>;
  /** Signs with this laptop's key. */
  readonly sign: (canonicalText: string) => Signed;
}

/** Why it is removed, and when it was decided. */
interface Why {
  readonly reason: string;
  readonly request: string;
  readonly at: Instant;
}

/** A digest has 64 characters, and the relay takes 16 KiB of data in one entry. */
const MOST_NAMES = 150;

const nothing: RemovedThings = { jobs: [], reviews: [], photos: [], plans: [] };

/**
 * Appends the entries that say which photos, reviews, jobs and planned jobs were removed, by their numbers: the relay removes the same, and tells all
 * other laptops. Nothing where there is nothing to name. Call it within the transaction of the removal.
 */
export function tellRemoval(
  context: WriteContext,
  log: InstallationLog,
  { jobs, reviews, photos, plans }: RemovedThings,
  why: Why,
  ordering: Ordering,
): void {
  const all = [
    ...jobs.map((name) => ({ ...nothing, jobs: [name] })),
    ...reviews.map((name) => ({ ...nothing, reviews: [name] })),
    ...photos.map((name) => ({ ...nothing, photos: [name] })),
    ...plans.map((name) => ({ ...nothing, plans: [name] })),
  ];
  for (let from = 0; from < all.length; from += MOST_NAMES) {
    const some = all.slice(from, from + MOST_NAMES);
    const named = {
      jobs: some.flatMap((one) => one.jobs),
      reviews: some.flatMap((one) => one.reviews),
      photos: some.flatMap((one) => one.photos),
      plans: some.flatMap((one) => one.plans),
    };
    appendOrder(context, log, named, { ...why, withdraws: null }, ordering);
  }
  if (all.length > 0) context.changed('status');
}

/** Appends the entry that takes an order of this laptop back: a laptop where the order still waits removes nothing for it. */
export function withdrawOrder(
  context: WriteContext,
  log: InstallationLog,
  order: RemovalOrderId,
  why: Why,
  ordering: Ordering,
): void {
  appendOrder(context, log, nothing, { ...why, withdraws: order }, ordering);
  context.changed('log', 'status');
}

function appendOrder(
  context: WriteContext,
  log: InstallationLog,
  named: RemovedThings,
  { at, withdraws, ...why }: Why & { readonly withdraws: RemovalOrderId | null },
  { owner, ids, sign }: Ordering,
): void {
  const order = { order: ids.removalOrder(), orderedAt: at, withdraws };
  const signed = sign(canonicalRemoval(owner, { ...why, ...named, ...order }));
  const data = { ...why, ...removedNames(named), ...order, ...signed };
  log.append(context, { job: null, type: REMOVAL, data });
}
