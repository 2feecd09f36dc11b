import { z } from 'zod';
import type { LogEntryId } from '../../shared/ids.ts';
import { removal, type Removal, type RemovalOrder, type RemovedThings } from '../../shared/relay/removals.ts';
import type { AttachmentKey } from './attachments-store.ts';
import { ROW_BYTES, type PageRead } from './budgets.ts';
import type { FeedKey } from './results-store.ts';

/** Only rows with a greater sequence than `after`. */
export type RemovalQuery = FeedKey & { readonly after: number; readonly limit: number };

/**
 * Removals on request. `appendLog` carries one out in the transaction that stores its entry, within the token's
 * rights: supervisors and admins may remove everything of the customer, installers only what they uploaded. A
 * removed item is never accepted again.
 */
export type RemovalsStore = {
  /** At most `limit` removals, oldest first. */
  readonly readRemovals: (query: RemovalQuery) => Promise<PageRead<Removal>>;
  readonly isAttachmentRemoved: (key: AttachmentKey) => Promise<boolean>;
};

/** The kinds of items, as stored. */
export type RemovedKind = 'job' | 'review' | 'photo' | 'plan';

const whole = z.coerce.number().int();

/** Kept as JSON. */
const keptThings = z
  .string()
  .transform((kept): unknown => JSON.parse(kept))
  .pipe(removal.omit({ sequence: true, id: true, receivedAt: true }));

/** A row of either store as a removal. */
export const removalRow = z
  .object({ sequence: whole, id: removal.shape.id, received_at: whole, things: keptThings })
  .transform(({ sequence, id, received_at, things }): Removal => ({
    sequence,
    id,
    receivedAt: received_at,
    ...things,
  }));

/** Bytes of a removal on a page. */
export const bytesOfRemoval = (one: Removal): number => ROW_BYTES + Buffer.byteLength(JSON.stringify(one));

/** The items that an entry orders to remove. */
export type RemovalToKeep = RemovalOrder & { readonly id: LogEntryId };

/** The number of items in an order. */
const namesOf = ({ jobs, reviews, photos, plans }: RemovedThings): number =>
  jobs.length + reviews.length + photos.length + plans.length;

/**
 * The part of an order for other laptops. If the token may remove all named items, it is the whole signed order;
 * otherwise the permitted part, unsigned. A withdrawn order names nothing and is passed on. Null: nothing is left.
 */
export function orderForOthers(asked: RemovalToKeep, permitted: RemovedThings): RemovalToKeep | null {
  if (namesOf(permitted) === namesOf(asked)) {
    return namesOf(asked) === 0 && asked.withdraws === null ? null : asked;
  }
  if (namesOf(permitted) === 0) return null;
  const { jobs, reviews, photos, plans } = permitted;
  return { ...asked, jobs, reviews, photos, plans, signed: null };
}

/** The words of a review are removed, and its signature with them. */
export const BLANK_REVIEW =
  "UPDATE reviews SET comment = '', reviewer = '', worker = '', signed_key = NULL, signature = NULL";

/** The part of a removal that is stored as JSON. */
export const thingsText = ({ id: _id, ...things }: RemovalToKeep): string => JSON.stringify(things);
