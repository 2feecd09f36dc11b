import { z } from 'zod';
import type { LogEntryId } from '../../shared/ids.ts';
import { removal, type Removal, type RemovalOrder, type RemovedThings } from '../../shared/relay/removals.ts';
import type { AttachmentKey } from './attachments-store.ts';
import type { FeedKey } from './results-store.ts';

/** Only what has a greater sequence than `after`. */
export type RemovalQuery = FeedKey & { readonly after: number; readonly limit: number };

/**
 * What was removed on request. It is carried out by `appendLog`, in the transaction that keeps the entry which says so, as far as the
 * token may: supervisors and admins anything of the customer, installers what they brought themselves. What was removed is never
 * taken again.
 */
export type RemovalsStore = {
  /** At most `limit` removals, oldest first. */
  readonly readRemovals: (query: RemovalQuery) => Promise<readonly Removal[]>;
  readonly isAttachmentRemoved: (key: AttachmentKey) => Promise<boolean>;
};

/** The kinds of things, as they are kept. */
export type RemovedKind = 'job' | 'review' | 'photo';

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

/** What an entry asks to remove. */
export type RemovalToKeep = RemovalOrder & { readonly id: LogEntryId };

/** Nothing of it may be removed by this token, or nothing is named. */
export const namesNothing = ({ jobs, reviews, photos }: RemovedThings): boolean =>
  jobs.length + reviews.length + photos.length === 0;

/** Of a removal, what is kept as JSON. */
export const thingsText = ({ id: _id, ...things }: RemovalToKeep): string => JSON.stringify(things);
