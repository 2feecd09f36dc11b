import { z } from 'zod';
import { MOST_SHOWN, type ReceivedRemoval, type SentRemoval } from '../../shared/domain/removal.ts';
import { jobId, plannedJobId, type JobId, type LogEntryId } from '../../shared/ids.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import {
  type Removal,
  type RemovedThings,
  removalIn,
  type RemovalOrderId,
} from '../../shared/relay/removals.ts';
import { reviewId } from '../../shared/relay/reviews.ts';
import { canonicalRemoval } from '../../shared/relay/signing.ts';
import { DAY, type Instant } from '../../shared/time.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { readAttachment } from '../db/tables/queue/attachments.ts';
import { readJob } from '../db/tables/queue/jobs.ts';
import { hasLogEntry, removalEntries } from '../db/tables/queue/log-entries.ts';
import {
  insertRemovalOrder,
  type RemovalOrderRow,
  removalEffect,
  removalOrders,
  withdrawRemovalOrder,
} from '../db/tables/queue/removal-orders.ts';
import { addRelayNote } from '../db/tables/queue/relay-exchange.ts';
import { reviewsOfJob, saysReview } from '../db/tables/queue/word-rows.ts';
import { parseJobData } from '../jobs/job-data.ts';
import type { InstallationLog } from '../log/append.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { judgeLaptop, judgeSupervisor } from '../trust/signatures.ts';
import { type Ordering, withdrawOrder } from '../log/redact.ts';

/* Removal orders between laptops: received, sent and withdrawn. */

/** Waiting time of an order on this laptop before it takes effect without a person. */
const WAIT_MS = 7 * DAY;
/** Upper bound of stored orders: a faulty relay cannot fill the disk. */
const MOST_ORDERS = 1000;

const things = z.object({
  jobs: z.array(jobId),
  reviews: z.array(reviewId),
  photos: z.array(attachmentDigest),
  plans: z.array(plannedJobId),
});

/** The subjects of an order. */
export const orderedThings = (row: Pick<RemovalOrderRow, 'things'>): RemovedThings =>
  things.parse(JSON.parse(row.things));

/**
 * Stores orders and withdrawals that the relay delivers. Removes no data: an order signed by a supervisor's key takes
 * effect after seven days, any other one after a decision at this laptop. Orders of this laptop are skipped, because
 * they were carried out here before they were sent.
 */
export function takeOrders(
  database: Database,
  log: InstallationLog,
  owner: RelayOwner,
  removals: readonly Removal[],
  now: Instant,
): void {
  database.write((context) => {
    const { sqlite } = context;
    let kept = removalOrders(sqlite, ['waiting', 'kept', 'withdrawn', 'done'], MOST_ORDERS).length;
    for (const removal of removals) {
      if (hasLogEntry(sqlite, removal.id)) continue;
      const canonicalText = canonicalRemoval(owner, removal);
      if (removal.withdraws !== null) {
        // Any laptop may withdraw its own order, because a withdrawal removes nothing.
        const { state, by } = judgeLaptop(sqlite, canonicalText, removal.signed);
        if (state === 'verified' && by !== null) {
          for (const id of withdrawRemovalOrder(context, removal.withdraws, by.device, now)) {
            log.append(context, { job: null, type: 'removal-withdrawn', data: { removal: id } });
            context.changed('log', 'status');
          }
        }
        continue;
      }
      if (kept >= MOST_ORDERS) continue;
      const { state: signature, by } = judgeSupervisor(sqlite, canonicalText, removal.signed);
      const { jobs, reviews, photos, plans } = removal;
      const isNew = insertRemovalOrder(context, {
        id: removal.id,
        order_id: removal.order,
        signature,
        laptop: by?.laptop ?? null,
        device: by?.device ?? null,
        things: JSON.stringify({ jobs, reviews, photos, plans }),
        reason: removal.reason.slice(0, LONGEST),
        request: removal.request.slice(0, LONGEST),
        seen_at: now,
        due_at: signature === 'verified' ? now + WAIT_MS : null,
        state: 'waiting',
        decided_at: null,
      });
      if (!isNew) continue;
      kept += 1;
      log.append(context, {
        job: null,
        type: 'removal-received',
        data: { removal: removal.id, signature, jobs: jobs.length, photos: photos.length },
      });
      addRelayNote(context, { matter: 'removal-ordered', count: 1, at: now });
      context.changed('log', 'status');
    }
  });
}

/** Upper bound of characters in received texts. */
const LONGEST = 500;

/** The orders that concern this laptop, for the screen; waiting ones first. */
export function receivedRemovals(sqlite: Sqlite): ReceivedRemoval[] {
  return removalOrders(sqlite, ['waiting', 'kept', 'withdrawn', 'done'], MOST_SHOWN)
    .map((row) => shownOrder(sqlite, row))
    .filter(({ here, effect }) => here.jobs + here.reviews + here.photos > 0 || effect !== null)
    .toSorted((one, other) => Number(other.state === 'waiting') - Number(one.state === 'waiting'));
}

function hereOf(sqlite: Sqlite, row: RemovalOrderRow) {
  const { jobs, reviews, photos } = orderedThings(row);
  const said = new Set([...reviews, ...jobs.flatMap((job) => reviewsOfJob(sqlite, job))]);
  return {
    jobs: jobs.filter((job) => readJob(sqlite, job) !== undefined),
    reviews: [...said].filter((id) => saysReview(sqlite, id)),
    photos: photos.filter((digest) => readAttachment(sqlite, digest) !== undefined),
  };
}

function shownOrder(sqlite: Sqlite, row: RemovalOrderRow): ReceivedRemoval {
  const here = hereOf(sqlite, row);
  const effect = removalEffect(sqlite, row.id);
  const any = effect.jobs + effect.reviews + effect.photos > 0;
  return {
    id: row.id,
    laptop: row.laptop,
    signature: row.signature,
    state: row.state,
    reason: row.reason,
    seenAt: row.seen_at,
    dueAt: row.due_at,
    decidedAt: row.decided_at,
    here: { jobs: here.jobs.length, reviews: here.reviews.length, photos: here.photos.length },
    shownJobs: here.jobs.slice(0, MOST_SHOWN).flatMap((job) => shownJob(sqlite, job)),
    effect: any ? effect : null,
  };
}

function shownJob(sqlite: Sqlite, id: JobId): ReceivedRemoval['shownJobs'] {
  const row = readJob(sqlite, id);
  if (row === undefined) return [];
  const { car } = parseJobData(row);
  return [
    {
      id,
      startedAt: row.started_at,
      car: car?.licensePlate ?? car?.name ?? null,
      open: row.finished_at === null,
    },
  ];
}

/**
 * A removal of this laptop. A large one is split into several log entries with the same instant; each entry is an order
 * of its own.
 */
interface Sent extends SentRemoval {
  readonly request: string;
  readonly orders: readonly RemovalOrderId[];
}

/**
 * The removals that this laptop ordered on others, newest first. A withdrawal is newer than its order, so it is read
 * before it.
 */
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

/** The removals that this laptop ordered on others, for the screen. */
export const sentRemovals = (sqlite: Sqlite): SentRemoval[] =>
  sentOrders(sqlite, MOST_SHOWN).map(({ orders: _orders, request: _request, ...shown }) => shown);

/**
 * Withdraws a removal that this laptop ordered: appends a signed withdrawal of each of its orders to the log. A laptop
 * where an order still waits then removes nothing for it. ProblemError `not-found`; `removal-decided` if it was
 * withdrawn before.
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
