import type { SignatureState, ReviewSignatureState, ClaimSignatureState } from '../../shared/domain/trust.ts';
import {
  type Signed,
  canonicalInstruction,
  canonicalReview,
  canonicalPlannedJob,
  canonicalPlannedJobClaim,
} from '../../shared/relay/signing.ts';
import type { Review } from '../../shared/relay/reviews.ts';
import type { Instruction } from '../../shared/relay/instructions.ts';
import type { PlannedJob, PlannedJobClaim } from '../../shared/relay/jobs.ts';
import type { Sqlite } from '../db/open.ts';
import {
  deviceKeyOf,
  type DeviceKeyRow,
  hasSupervisorKey,
  hadName,
  hasKey,
} from '../db/tables/queue/device-keys.ts';
import { isSignedText } from './signing.ts';

/** The result of verifying a signature, with its owner. `by` is null where the key belongs to no known laptop. */
interface Judged {
  readonly state: SignatureState;
  readonly by: Pick<DeviceKeyRow, 'device' | 'laptop' | 'storage'> | null;
}

/** The same where any laptop may be the signer. */
interface JudgedLaptop extends Pick<Judged, 'by'> {
  readonly state: Exclude<SignatureState, 'not-supervisor'>;
}

/** Judges a signature with the keys that are known in queue.db. */
export function judgeLaptop(
  sqlite: Sqlite,
  canonicalText: string,
  signed: Signed | null | undefined,
): JudgedLaptop {
  if (signed === null || signed === undefined) return { state: 'unsigned', by: null };
  if (!isSignedText(canonicalText, signed)) return { state: 'wrong', by: null };
  const by = deviceKeyOf(sqlite, signed.key);
  if (by === undefined) return { state: 'unknown-key', by: null };
  return { state: by.pinned === 1 ? 'verified' : 'changed-key', by };
}

/** Judges a signature that only a supervisor's or admin's laptop may give. */
export function judgeSupervisor(...asked: Parameters<typeof judgeLaptop>): Judged {
  const [sqlite, , signed] = asked;
  const judged = judgeLaptop(...asked);
  const role = signed === null || signed === undefined ? undefined : deviceKeyOf(sqlite, signed.key)?.role;
  return role === 'installer' && judged.state !== 'wrong' ? { ...judged, state: 'not-supervisor' } : judged;
}

/** A review as it is kept: what its signature is worth, and its reviewer as the verified key names it. */
export const judgedReview = (sqlite: Sqlite, review: Review): Review & JudgedReview => ({
  ...review,
  ...judgeReview(sqlite, review),
});

interface JudgedReview {
  readonly signature: ReviewSignatureState;
  readonly reviewer: string;
}

/**
 * The verification of a review's signature from the relay. The name of the reviewer's laptop is not signed: it is that of the key. The revision that its writer had in view is signed: a relay that hands out an
 * old review under a later revision is found out. A review without a signature is `missing` it where the reviewer's laptop had a key.
 */
function judgeReview(sqlite: Sqlite, review: Review): JudgedReview {
  const { basedOn, revision, signed, reviewer, receivedAt } = review;
  if (basedOn === null || signed === undefined) {
    return { signature: hasSupervisorKey(sqlite, reviewer, receivedAt) ? 'missing' : 'unsigned', reviewer };
  }
  const { state, by } = judgeSupervisor(sqlite, canonicalReview({ ...review, basedOn }), signed);
  // 0 = no review had been seen, or those seen had been deleted by age.
  const follows = revision === basedOn + 1 || basedOn === 0;
  const signature = state === 'verified' && !follows ? 'wrong' : state;
  return { signature, reviewer: signature === 'verified' && by !== null ? by.laptop : reviewer };
}

/**
 * The verification of a planned job's signature. The revision that its author had in view is signed: a relay that hands out an old
 * revision as a later one is found out.
 */
export function judgePlannedJob(sqlite: Sqlite, job: PlannedJob): ReviewSignatureState {
  const { signed, planner, receivedAt, revision, basedOn } = job;
  if (signed === undefined) return hasSupervisorKey(sqlite, planner, receivedAt) ? 'missing' : 'unsigned';
  const { state } = judgeSupervisor(sqlite, canonicalPlannedJob(job), signed);
  return state === 'verified' && revision !== basedOn + 1 ? 'wrong' : state;
}

/** The verification of an instruction's signature. The version that its author had in view is signed, as for a planned job. */
export function judgeInstruction(sqlite: Sqlite, one: Instruction): ReviewSignatureState {
  const { signed, publisher, receivedAt, version, basedOn } = one;
  if (signed === undefined) return hasSupervisorKey(sqlite, publisher, receivedAt) ? 'missing' : 'unsigned';
  const { state } = judgeSupervisor(sqlite, canonicalInstruction(one), signed);
  return state === 'verified' && version !== basedOn + 1 ? 'wrong' : state;
}

/** The verification of a claim's signature: by the laptop that the relay names, over this planned job. */
export function judgePlannedJobClaim(
  sqlite: Sqlite,
  { environment, customerId, id: plannedJob }: Pick<PlannedJob, 'environment' | 'customerId' | 'id'>,
  claim: PlannedJobClaim,
): ClaimSignatureState {
  const { signed, laptop, receivedAt } = claim;
  if (signed === undefined) return hasKey(sqlite, laptop, receivedAt) ? 'missing' : 'unsigned';
  const text = canonicalPlannedJobClaim({ ...claim, environment, customerId, plannedJob });
  const { state, by } = judgeLaptop(sqlite, text, signed);
  return state === 'verified' && by !== null && !hadName(sqlite, by.device, laptop) ? 'other-laptop' : state;
}
