import type { JobView } from '../../../shared/domain/job.ts';
import { sawItFail } from '../../../shared/domain/proof.ts';
import { neverReached } from '../../../shared/never.ts';

/**
 * What the report says at its head.
 * - `removed`: the Box is out and every access is gone. - `swapped`: the new one is in and tried as well.
 * - `verified`: done, the car opened and closed, the test access confirmed and its removal confirmed too.
 * - `not-working`: the car did not open or close, and the customer got it so. - `unverified`: done, but not all of that. - `under-way`: printed before the end. - `problem`: a person must act.
 */
export type Verdict =
  'verified' | 'removed' | 'swapped' | 'not-working' | 'unverified' | 'under-way' | 'problem';

/** The verdict on a job. What is only accepted is never called done. */
export function verdictOn(job: JobView): Verdict {
  const stuck = job.operations.some(({ state }) => state === 'blocked' || state === 'failed');
  if (job.status === 'needs-person' || stuck) return 'problem';
  if (job.status !== 'done' || job.unfinished > 0) return 'under-way';
  if (sawItFail(job.proof)) return 'not-working';
  const proven = job.proof.state === 'proven';
  switch (job.kind) {
    case 'installation':
      return proven ? 'verified' : 'unverified';
    case 'removal':
      return job.steps['take-out'].state === 'confirmed' ? 'removed' : 'unverified';
    case 'swap':
      return job.steps.exchange.state === 'confirmed' && proven ? 'swapped' : 'unverified';
    default:
      return neverReached(job);
  }
}
