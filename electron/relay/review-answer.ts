import { relayProblem } from '../../shared/relay/access.ts';
import type { FeedRun } from '../../shared/relay/feed-run.ts';
import { keptReview, staleReview, type Review } from '../../shared/relay/reviews.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Answer } from './exchange.ts';
import { readAnswer } from './read-answer.ts';
import type { RelayError } from './relay-error.ts';

/**
 * The outcome of a review that was sent. `stale`: another review was first, `current` is that one (null: it was dropped
 * by age). `not-allowed`: this token writes no reviews, or none of this customer. `not-taken`: the relay does not take it, perhaps
 * because it is older.
 */
export type ReviewAnswer =
  | { readonly kind: 'kept'; readonly review: Review; readonly run: FeedRun | null }
  | { readonly kind: 'stale'; readonly current: Review | null }
  | { readonly kind: 'not-allowed' | 'not-taken'; readonly detail: string };

/** The meaning of 200, 400, 403, 404, 405 or 409 of `POST /v1/reviews`. */
export function reviewAnswer({ status, body }: Answer): Result<ReviewAnswer, RelayError> {
  switch (status) {
    case 200: {
      const kept = readAnswer(keptReview, body, status);
      if (!kept.ok) return kept;
      const { run, ...said } = kept.value;
      return ok({ kind: 'kept', review: said, run });
    }
    case 409: {
      const stale = readAnswer(staleReview, body, status);
      return stale.ok ? ok({ kind: 'stale', current: stale.value.current }) : stale;
    }
    default: {
      // Without the relay's own words a server in between answered, which may be gone the next time.
      const reported = readAnswer(relayProblem, body, status);
      if (!reported.ok) return reported;
      const detail = `HTTP ${status} ${reported.value.message}`;
      return ok({ kind: status === 403 ? 'not-allowed' : 'not-taken', detail });
    }
  }
}
