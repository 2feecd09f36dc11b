import { z } from 'zod';
import { assignmentId, userId } from '../ids.ts';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';
import { confirmedBy, reportedBy } from './operation.ts';
import { finishBlocker, operatorEvents, proof, verificationPhase } from './proof.ts';

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
