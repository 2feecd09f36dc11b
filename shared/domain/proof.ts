import { z } from 'zod';
import { neverReached } from '../never.ts';
import { type Instant, instant } from '../time.ts';
import { assignmentId, userId } from '../ids.ts';
import { problem } from '../problem.ts';
import { confirmedBy, reportedBy } from './operation.ts';

/* The proof that a car opens and closes, derived from the facts of its tests. */

/** The state of the test access. `confirmed` and `removed` only after the operator's confirmation. */
export const verificationPhase = z.enum([
  'not-started',
  'requested',
  'accepted',
  'confirmed',
  'failed',
  'removal-requested',
  'removal-accepted',
  'removed',
  'removal-failed',
]);
export type VerificationPhase = z.infer<typeof verificationPhase>;

/**
 * Why a test proves nothing. `not-opened`, `not-closed`: observed at the car. `refused`: the operator gave no test
 * access. `expired`: the access expired before the car was tried. `not-tried`: the access was removed before the
 * car was tried.
 */
export const unprovenReason = z.enum(['not-opened', 'not-closed', 'refused', 'expired', 'not-tried']);
export type UnprovenReason = z.infer<typeof unprovenReason>;

/**
 * The proof that the car opens and closes: the one fact from which rail, Home, report, exports, risk and charts derive.
 * - `not-needed`: a removal.
 * - `not-tested`: no test access was requested.
 * - `under-way`: requested, not yet created.
 * - `to-try`: valid until `until`.
 * - `to-remove`: opened and closed, the access is not confirmed as removed.
 * - `proven`: access created, car opened and closed, access removed again.
 * - `unproven`: a failed test; `handedOver` is the reason with which the customer received the car as not working.
 */
export const proof = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-needed') }),
  z.object({ state: z.literal('not-tested') }),
  z.object({ state: z.literal('under-way') }),
  z.object({ state: z.literal('to-try'), until: instant.nullable() }),
  z.object({ state: z.literal('to-remove') }),
  z.object({ state: z.literal('proven') }),
  z.object({ state: z.literal('unproven'), why: unprovenReason, handedOver: z.string().nullable() }),
]);
export type Proof = z.infer<typeof proof>;

/** The proof as a single word: for filters, exports and counts. */
export const proofWord = z.enum([
  'not-needed',
  'not-tested',
  'under-way',
  'to-try',
  'to-remove',
  'proven',
  ...unprovenReason.options,
]);
export type ProofWord = z.infer<typeof proofWord>;

/** The word of a proof. */
export const wordOf = (proof: Proof): ProofWord => (proof.state === 'unproven' ? proof.why : proof.state);

/** The provable facts of a job, each proven by the operator's answer, its result, a query or a person. */
export const provenThing = z.enum([
  'car',
  'key',
  'box-fitted',
  'box-taken-out',
  'group',
  'access-given',
  'opened',
  'closed',
  'access-removed',
]);
export type ProvenThing = z.infer<typeof provenThing>;

/** The operator's own events of the car during the test. Events that this app recorded do not count. */
export const operatorEvents = z.object({
  /** When they were read. */
  asOf: instant,
  /** The first opening inside the test window; null = none. */
  opened: instant.nullable(),
  closed: instant.nullable(),
});
export type OperatorEvents = z.infer<typeof operatorEvents>;

/** Why the customer received the car as not working; null = it was not handed over in that state. */
export const handedOverOf = (proof: Proof): string | null =>
  proof.state === 'unproven' ? proof.handedOver : null;

/** The facts of the newest test that a proof is derived from. */
export interface TestFacts {
  readonly phase: VerificationPhase;
  readonly opened: boolean | null;
  readonly closed: boolean | null;
  /** When the access expires; null = not known. */
  readonly until: Instant | null;
  /** When its removal was requested; null = not requested. */
  readonly removalAt: Instant | null;
  /** Why the car was handed over although it does not work; null = it was not. */
  readonly handedOver: string | null;
}

/** Derives the proof. Pure: the same facts at the same time give the same proof. */
export function proofOf(test: TestFacts, now: Instant): Proof {
  const { phase } = test;
  switch (phase) {
    case 'not-started':
      return { state: 'not-tested' };
    case 'requested':
    case 'accepted':
      return { state: 'under-way' };
    case 'failed':
      return unproven(test, 'refused');
    case 'confirmed':
      return seen(test) ?? proofAt({ state: 'to-try', until: test.until }, now);
    case 'removal-requested':
    case 'removal-accepted':
    case 'removal-failed':
      return seen(test) ?? unproven(test, whyUntried(test));
    case 'removed': {
      const proof = seen(test) ?? unproven(test, whyUntried(test));
      return proof.state === 'to-remove' ? { state: 'proven' } : proof;
    }
    default:
      return neverReached(phase);
  }
}

/** The proof at a later time: an access that expired untried proves nothing. */
export function proofAt(proof: Proof, now: Instant): Proof {
  if (proof.state !== 'to-try' || proof.until === null || now < proof.until) return proof;
  return { state: 'unproven', why: 'expired', handedOver: null };
}

/** The observation at the car; null until both questions are answered. */
function seen(test: TestFacts): Proof | null {
  if (test.opened === false) return unproven(test, 'not-opened');
  if (test.closed === false) return unproven(test, 'not-closed');
  return test.opened === true && test.closed === true ? { state: 'to-remove' } : null;
}

function whyUntried({ until, removalAt }: TestFacts): UnprovenReason {
  return until !== null && removalAt !== null && removalAt >= until ? 'expired' : 'not-tried';
}

const unproven = ({ handedOver }: TestFacts, why: UnprovenReason): Proof => ({
  state: 'unproven',
  why,
  handedOver,
});

/** Whether the car was seen to fail. It is then repaired and tested again, or handed over as not working. */
export const wasSeenFailing = (proof: Proof): boolean => ['not-opened', 'not-closed'].includes(wordOf(proof));

/** Whether a person saw the car open and close with a test access, which may be gone by now. */
export const wasSeenWorking = ({ state }: Proof): boolean => state === 'to-remove' || state === 'proven';

/** Could the test access open the car until it expires? */
export function mayOpenCar(phase: VerificationPhase): boolean {
  switch (phase) {
    case 'accepted':
    case 'confirmed':
    case 'removal-requested':
    case 'removal-accepted':
    case 'removal-failed':
      return true;
    case 'not-started':
    case 'requested':
    case 'failed':
    case 'removed':
      return false;
    default:
      return neverReached(phase);
  }
}

/** Whether a test access exists or was requested, without a requested removal. It would remain after the job. */
export function accessIsLeft(phase: VerificationPhase): boolean {
  return phase === 'requested' || phase === 'accepted' || phase === 'confirmed' || phase === 'removal-failed';
}

/**
 * The reasons why a job cannot be finished. `access-left`: a test access exists or is on its way. `not-working`:
 * the car failed its test and was not handed over as not working.
 */
export const finishBlocker = z.enum(['access-left', 'not-working']);
export type FinishBlocker = z.infer<typeof finishBlocker>;

/** The rule for finishing a job. Main enforces it; the window shows it in advance. */
export function finishBlockerOf(proof: Proof, phases: readonly VerificationPhase[]): FinishBlocker | null {
  if (phases.some(accessIsLeft)) return 'access-left';
  return wasSeenFailing(proof) && handedOverOf(proof) === null ? 'not-working' : null;
}

/* The tests of a job as the window gets them: the newest one with its events, and the earlier ones. */

/** A dated step of the test, shown as soon as it is known (product.md). */
export const verificationEvent = z.object({
  at: instant,
  what: z.enum([
    'requested',
    'sent',
    'accepted',
    'result-at-relay',
    'result-fetched',
    'confirmed',
    'failed',
    'opened',
    'not-opened',
    'closed',
    'not-closed',
    'extended',
    'removal-requested',
    'removal-sent',
    'removal-accepted',
    'removed',
    'removal-failed',
    // Confirmed only by another laptop's report.
    'reported-confirmed',
    'reported-extended',
    'reported-removed',
  ]),
  confirmedBy: confirmedBy.nullable(),
  reportedBy,
  raw: z.string().nullable(),
});
export type VerificationEvent = z.infer<typeof verificationEvent>;

export const jobVerification = z.object({
  phase: verificationPhase,
  userId: userId.nullable(),
  userName: z.string().nullable(),
  minutes: z.number().int().positive().nullable(),
  start: instant.nullable(),
  end: instant.nullable(),
  assignmentId: assignmentId.nullable(),
  opened: z.boolean().nullable(),
  closed: z.boolean().nullable(),
  problem: problem.nullable(),
  events: z.array(verificationEvent),
  /** The result of the newest test. */
  proof,
  /** A requested extension of the test access, until the operator has confirmed or refused it. */
  extension: z.enum(['under-way', 'failed']).nullable(),
  /** The newest test in the operator's own events of the car; null = not read yet. */
  operatorEvents: operatorEvents.nullable(),
  /** The tests before the newest one, oldest first. */
  earlier: z.array(
    z.object({
      userName: z.string(),
      minutes: z.number().int().positive(),
      proof,
      events: z.array(verificationEvent),
    }),
  ),
  /** The reason why the job cannot be finished. */
  hindrance: finishBlocker.nullable(),
});
export type JobVerification = z.infer<typeof jobVerification>;
