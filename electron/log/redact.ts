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
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { entryHash, type InstallationLog, entryOf } from './append.ts';

/** An entry and its fields to redact. */
export interface EntryToBlank {
  readonly number: number;
  readonly fields: readonly RedactedField[];
}

/** Upper bound of characters in one entry's list. The relay accepts 16 KiB of data per entry. */
const LARGEST_LIST = 12_000;

/**
 * Removes words from entries for good and appends redaction entries. Call it within the removal's transaction. Neither
 * `reason` nor `request` may repeat removed words: both stay. Throws RangeError for a missing entry, and for a
 * redaction entry, which could not be verified afterwards.
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
    // An entry that lost no words is not marked as redacted: its mark could not be told from one by another writer.
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
  // Announces that the new entries wait for their upload.
  context.changed('status');
}

/** The signature of a supervisor's laptop. It makes an entry an order that other laptops carry out. */
export interface Ordering {
  readonly owner: RelayOwner;
  readonly ids: Pick<Ids, 'removalOrder'>;
  /** Signs with this laptop's key. */
  readonly sign: (canonicalText: string) => Signed;
}

/** The reason and the time of the removal. */
interface Why {
  readonly reason: string;
  readonly request: string;
  readonly at: Instant;
}

/** Upper bound of digests per entry: a digest has 64 characters, and the relay accepts 16 KiB of data per entry. */
const MOST_NAMES = 150;

const nothing: RemovedThings = { jobs: [], reviews: [], photos: [], plans: [] };

/**
 * Appends entries with the ids of the removed photos, reviews, jobs and planned jobs. The relay removes the same
 * objects and informs all other laptops. Appends nothing without ids. Call it within the removal's transaction.
 */
export function logRemoval(
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

/** Appends the withdrawal of this laptop's order: laptops where the order still waits remove nothing for it. */
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
