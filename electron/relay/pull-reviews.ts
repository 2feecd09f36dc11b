import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { Review, ReviewId } from '../../shared/relay/reviews.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { RelayClient } from './client.ts';
import type { RelayError } from './relay-error.ts';

/** The newest review that was read. */
export interface ReviewPlace {
  readonly sequence: number;
  readonly id: ReviewId;
}

/** Reads the keys of the other laptops: signatures of reviews and removals are judged with them. */
export type RefreshKeys = (signal: AbortSignal) => Promise<Result<void, RelayError>>;

/** Where reviews are kept on this laptop. */
export interface ReviewInbox {
  readonly place: () => ReviewPlace | null;
  /** Keeps the reviews and the place in ONE transaction. */
  readonly take: (reviews: readonly Review[], place: ReviewPlace | null) => void;
  /** The relay has dropped so many, over all times, before they were read here. */
  readonly missed: (reviews: number) => void;
}

/**
 * Reads what came after the newest review there is here. The relay answers from the beginning where it does not have that
 * one at its place (it was set back, or retention dropped it), so nothing is missed; what is here already changes nothing. The keys
 * are read after each page: a reviewer's laptop registers its key before its first review, and a signature is judged once.
 */
export async function pullReviews(
  parts: {
    readonly client: Pick<RelayClient, 'reviews'>;
    readonly inbox: ReviewInbox;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    readonly refreshKeys: RefreshKeys;
  },
  signal: AbortSignal,
): Promise<Result<void, RelayError>> {
  const { client, inbox, environment, customerId, refreshKeys } = parts;
  let upToDate = false;
  while (!upToDate) {
    const before = inbox.place();
    const answer = await client.reviews({ environment, customerId, after: before, signal });
    if (!answer.ok) return answer;
    // While stopping, databases may be closing.
    if (signal.aborted) return ok(undefined);
    const { reviews, missed, cursor, last } = answer.value;
    if (reviews.length > 0) {
      const known = await refreshKeys(signal);
      if (!known.ok) return known;
      if (signal.aborted) return ok(undefined);
    }
    inbox.missed(missed);
    // An installer's page leaves out the reviews of colleagues' jobs: the place goes past them.
    const id = last ?? reviews.at(-1)?.id ?? null;
    const moves = reviews.length > 0 || (id !== null && id !== before?.id);
    if (id !== null && moves) inbox.take(reviews, { sequence: cursor, id });
    else if (cursor === 0) inbox.take([], null);
    upToDate = answer.value.upToDate || (!moves && cursor <= (before?.sequence ?? 0));
  }
  return ok(undefined);
}
