import {
  blanked,
  redactionText,
  REDACTION,
  type RedactedField,
  type Redaction,
  REMOVAL,
  removedNames,
  type RemovalOrderId,
  type RemovedThings,
} from '../../shared/relay/removals.ts';
import type { Instant } from '../../shared/time.ts';
import { canonicalRemoval, type Signed } from '../../shared/relay/signing.ts';
import type { WriteContext } from '../db/open.ts';
import { blankLogEntry, logFrom } from '../db/tables/queue/log-entries.ts';
import type { Ids } from '../base/ids.ts';
import type { RelayOwner } from '../relay/queries.ts';
import { entryHash, type InstallationLog, entryOf } from './append.ts';

/** Which words of which entry are to go. */
export interface EntryToBlank {
  readonly number: number;
  readonly fields: readonly RedactedField[];
}

/** The relay takes 16 KiB of data in one entry. */
const LARGEST_LIST = 12_000;

/**
 * Removes words of entries for good, and appends the entries that say so; call it within the transaction of all else that goes.
 * Neither `reason` nor `request` may repeat what is removed: they stay. Throws RangeError for an entry that is not there, and for a
 * redaction, which could not be checked any more.
 */
export function redactEntries(
  context: WriteContext,
  log: InstallationLog,
  entries: readonly EntryToBlank[],
  why: { readonly reason: string; readonly request: string },
): void {
  const redactions = entries.flatMap(({ number, fields }): readonly Redaction[] => {
    const [row] = logFrom(context.sqlite, number, 1);
    if (row?.number !== number || row.type === REDACTION)
      throw new RangeError(`entry ${number} has no words to remove`);
    const left = blanked(entryOf(row), fields);
    // One of which nothing went could not be distinguished from one that was marked by another hand.
    if (left.worker === row.worker && left.data === row.data) return [];
    blankLogEntry(context, left);
    return [{ number, hash: row.hash, rest: entryHash(left), fields }];
  });
  let list: Redaction[] = [];
  const say = () => {
    if (list.length === 0) return;
    log.append(context, {
      job: null,
      type: REDACTION,
      data: { ...why, count: list.length, entries: redactionText(list) },
    });
    list = [];
  };
  for (const one of redactions) {
    if (redactionText([...list, one]).length > LARGEST_LIST) say();
    list.push(one);
  }
  say();
  // It is to be brought to the relay.
  context.changed('status');
}

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
