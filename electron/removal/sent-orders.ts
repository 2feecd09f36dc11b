import { MOST_SHOWN, type SentRemoval } from '../../shared/domain/removal.ts';
import type { LogEntryId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { removalIn, type RemovalOrderId } from '../../shared/relay/removals.ts';
import type { Instant } from '../../shared/time.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { removalEntries } from '../db/tables/queue/log-entries.ts';
import type { InstallationLog } from '../log/append.ts';
import { type Ordering, withdrawOrder } from '../log/redact.ts';

/** A removal of this laptop. A large one is written as several entries, each an order of its own; they share the instant. */
interface Sent extends SentRemoval {
  readonly request: string;
  readonly orders: readonly RemovalOrderId[];
}

/** The removals that this laptop's log orders elsewhere, the newest first. A withdrawal is newer than its order. */
function sentOrders(sqlite: Sqlite, most: number): readonly Sent[] {
  const withdrawn = new Map<RemovalOrderId, Instant>();
  const all: Sent[] = [];
  for (const entry of removalEntries(sqlite)) {
    const order = removalIn(entry);
    if (order === null || order.order === null || order.orderedAt === null) continue;
    if (order.withdraws !== null) {
      withdrawn.set(order.withdraws, order.orderedAt);
      continue;
    }
    const last = all.at(-1);
    const part = last?.at === order.orderedAt ? last : undefined;
    if (part !== undefined) all.pop();
    else if (all.length >= most) break;
    const named = part?.named ?? { jobs: 0, reviews: 0, photos: 0, plans: 0 };
    all.push({
      id: entry.id,
      at: order.orderedAt,
      reason: order.reason,
      request: order.request,
      named: {
        jobs: named.jobs + order.jobs.length,
        reviews: named.reviews + order.reviews.length,
        photos: named.photos + order.photos.length,
        plans: named.plans + order.plans.length,
      },
      withdrawnAt: withdrawn.get(order.order) ?? null,
      orders: [...(part?.orders ?? []), order.order],
    });
  }
  return all;
}

/** The removals that this laptop ordered elsewhere, as they are shown. */
export const sentRemovals = (sqlite: Sqlite): SentRemoval[] =>
  sentOrders(sqlite, MOST_SHOWN).map(({ orders: _orders, request: _request, ...shown }) => shown);

/**
 * Takes back a removal that this laptop ordered: each of its orders, signed and in the log, so that a laptop where it still waits keeps
 * what it names.
 *
 * @throws ProblemError `not-found`, `removal-decided` when it was taken back before.
 */
export function withdrawSent(
  database: Database,
  log: InstallationLog,
  ordering: Ordering,
  { id, at }: { readonly id: LogEntryId; readonly at: Instant },
): void {
  database.write((context) => {
    const sent = sentOrders(context.sqlite, Infinity).find((one) => one.id === id);
    if (sent === undefined) throw new ProblemError(makeProblem('not-found'));
    if (sent.withdrawnAt !== null) throw new ProblemError(makeProblem('removal-decided'));
    const { reason, request } = sent;
    for (const order of sent.orders) withdrawOrder(context, log, order, { reason, request, at }, ordering);
  });
}
