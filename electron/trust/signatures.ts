import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import {
  devicePublicKey,
  deviceSignature,
  type DevicePublicKey,
  type Signed,
  canonicalInstruction,
  canonicalReview,
  canonicalPlannedJob,
  canonicalPlannedJobClaim,
} from '../../shared/relay/signing.ts';
import type { SignatureState, ReviewSignatureState, ClaimSignatureState } from '../../shared/domain/trust.ts';
import type { Review } from '../../shared/relay/reviews.ts';
import type { Instruction } from '../../shared/relay/office-documents.ts';
import type { PlannedJob, PlannedJobClaim } from '../../shared/relay/jobs.ts';
import type { Sqlite } from '../db/open.ts';
import {
  deviceKeyOf,
  type DeviceKeyRow,
  hasSupervisorKey,
  hadName,
  hasKey,
} from '../db/tables/queue/device-keys.ts';

/* Signatures: made with this laptop's key, and verified against the keys in queue.db. */

/** Signs canonical texts with this laptop's key. */
export interface Signer {
  readonly key: DevicePublicKey;
  readonly sign: (canonicalText: string) => Signed;
}

const OKP = { kty: 'OKP', crv: 'Ed25519' } as const;

/** An Ed25519 key pair as stored in the secret store: public and private part in base64url. */
export const keyPair = z.object({ x: devicePublicKey, d: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
export type KeyPair = z.infer<typeof keyPair>;

/** Creates a key pair. */
export function makeKeyPair(): KeyPair {
  return keyPair.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
}

/** Throws RangeError or a crypto error if the two parts are not an Ed25519 pair. */
export function createSigner({ x, d }: KeyPair): Signer {
  const privateKey = createPrivateKey({ key: { ...OKP, x, d }, format: 'jwk' });
  const own = createPublicKey(privateKey).export({ format: 'jwk' });
  if (own.x !== x) throw new RangeError('the public key is not that of the private key');
  return {
    key: x,
    sign: (text) => ({
      key: x,
      signature: deviceSignature.parse(
        sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64url'),
      ),
    }),
  };
}

/** Whether this is the named key's signature of this text. The caller checks the rights of that key. */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  const publicKey = publicKeyOf(key);
  if (publicKey === null) return false;
  return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
}

/** Null if the text is not a point of the curve. */
function publicKeyOf(x: DevicePublicKey): KeyObject | null {
  try {
    return createPublicKey({ key: { ...OKP, x }, format: 'jwk' });
  } catch {
    return null;
  }
}

/** The result of verifying a signature. `by`: the key's owner; null = the key belongs to no known laptop. */
interface Judged {
  readonly state: SignatureState;
  readonly by: Pick<DeviceKeyRow, 'device' | 'laptop' | 'storage'> | null;
}

/** The result where any laptop may sign. */
interface JudgedLaptop extends Pick<Judged, 'by'> {
  readonly state: Exclude<SignatureState, 'not-supervisor'>;
}

/** Verifies a signature against the keys in queue.db. */
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

/** Verifies a signature that counts only from a supervisor's or an administrator's laptop. */
export function judgeSupervisor(...asked: Parameters<typeof judgeLaptop>): Judged {
  const [sqlite, , signed] = asked;
  const judged = judgeLaptop(...asked);
  const role = signed === null || signed === undefined ? undefined : deviceKeyOf(sqlite, signed.key)?.role;
  return role === 'installer' && judged.state !== 'wrong' ? { ...judged, state: 'not-supervisor' } : judged;
}

/** Adds to a review the state of its signature, and the reviewer's name from the verified key. */
export const judgedReview = (sqlite: Sqlite, review: Review): Review & JudgedReview => ({
  ...review,
  ...judgeReview(sqlite, review),
});

interface JudgedReview {
  readonly signature: ReviewSignatureState;
  readonly reviewer: string;
}

/**
 * Verifies a review's signature. The laptop's name in the review is not signed, so the key's owner replaces it.
 * `basedOn` is signed: an old review under a later revision is `wrong`. An unsigned review is `missing` if the
 * reviewer's laptop had a key by then.
 */
function judgeReview(sqlite: Sqlite, review: Review): JudgedReview {
  const { basedOn, revision, signed, reviewer, receivedAt } = review;
  if (basedOn === null || signed === undefined) {
    return { signature: hasSupervisorKey(sqlite, reviewer, receivedAt) ? 'missing' : 'unsigned', reviewer };
  }
  const { state, by } = judgeSupervisor(sqlite, canonicalReview({ ...review, basedOn }), signed);
  // `basedOn` 0: the author had no earlier review, or the earlier ones had been deleted by age.
  const follows = revision === basedOn + 1 || basedOn === 0;
  const signature = state === 'verified' && !follows ? 'wrong' : state;
  return { signature, reviewer: signature === 'verified' && by !== null ? by.laptop : reviewer };
}

/**
 * Verifies a planned job's signature. `basedOn` is signed: an old revision that the relay presents as a later one
 * is `wrong`.
 */
export function judgePlannedJob(sqlite: Sqlite, job: PlannedJob): ReviewSignatureState {
  const { signed, planner, receivedAt, revision, basedOn } = job;
  if (signed === undefined) return hasSupervisorKey(sqlite, planner, receivedAt) ? 'missing' : 'unsigned';
  const { state } = judgeSupervisor(sqlite, canonicalPlannedJob(job), signed);
  return state === 'verified' && revision !== basedOn + 1 ? 'wrong' : state;
}

/** Verifies an instruction's signature. `basedOn` is signed, as for a planned job. */
export function judgeInstruction(sqlite: Sqlite, one: Instruction): ReviewSignatureState {
  const { signed, publisher, receivedAt, version, basedOn } = one;
  if (signed === undefined) return hasSupervisorKey(sqlite, publisher, receivedAt) ? 'missing' : 'unsigned';
  const { state } = judgeSupervisor(sqlite, canonicalInstruction(one), signed);
  return state === 'verified' && version !== basedOn + 1 ? 'wrong' : state;
}

/** Verifies a claim's signature: it must be by the laptop that the relay names, over this planned job. */
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
