import type { ReviewSignatureState } from '../../shared/domain/trust.ts';
import type { Review } from '../../shared/relay/reviews.ts';
import { canonicalReview } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import { hasSupervisorKey } from '../db/tables/queue/device-keys.ts';
import { judgeSupervisor } from './judge.ts';

/** A review as it is kept: what its signature is worth, and its reviewer as the verified key names it. */
export const judgedReview = (sqlite: Sqlite, review: Review): Review & Judged => ({
  ...review,
  ...judge(sqlite, review),
});

interface Judged {
  readonly signature: ReviewSignatureState;
  readonly reviewer: string;
}

/**
 * The verification of a review's signature from the relay. The name of the reviewer's laptop is not signed: it is that of the key. The revision that its writer had in view is signed: a relay that hands out an
 * old review under a later revision is found out. A review without a signature is `missing` it where the reviewer's laptop had a key.
 */
function judge(sqlite: Sqlite, review: Review): Judged {
  const { basedOn, revision, signed, reviewer, receivedAt } = review;
  if (basedOn === null || signed === undefined) {
    return { signature: hasSupervisorKey(sqlite, reviewer, receivedAt) ? 'missing' : 'unsigned', reviewer };
  }
  const { state, by } = judgeSupervisor(sqlite, canonicalReview({ ...review, basedOn }), signed);
  // 0 = none was in view, or those in view had been dropped by age.
  const follows = revision === basedOn + 1 || basedOn === 0;
  const signature = state === 'verified' && !follows ? 'wrong' : state;
  return { signature, reviewer: signature === 'verified' && by !== null ? by.laptop : reviewer };
}
