import type { ReviewSignatureState } from '../../shared/domain/trust.ts';
import type { Review } from '../../shared/relay/reviews.ts';
import { canonicalReview } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import { hasSupervisorKey } from '../db/tables/queue/device-keys.ts';
import { judgeSupervisor } from './judge.ts';

/**
 * The verification of a review's signature from the relay. The revision that its writer had in view is signed: a relay that hands out an
 * old review under a later revision is found out. A review without a signature is `missing` it where the reviewer's laptop had a key.
 */
export function reviewSignature(sqlite: Sqlite, review: Review): ReviewSignatureState {
  const { basedOn, revision, signed, reviewer, receivedAt } = review;
  if (basedOn === null || signed === undefined) {
    return hasSupervisorKey(sqlite, reviewer, receivedAt) ? 'missing' : 'unsigned';
  }
  const { state } = judgeSupervisor(sqlite, canonicalReview({ ...review, basedOn }), signed);
  // 0 = none was in view, or those in view had been dropped by age.
  const follows = revision === basedOn + 1 || basedOn === 0;
  return state === 'verified' && !follows ? 'wrong' : state;
}
