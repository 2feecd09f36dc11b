import type { JobView } from '../../../shared/domain/job.ts';

/**
 * What the report says at its head.
 * - `verified`: done, the car opened and closed, the test access confirmed and its removal confirmed too.
 * - `unverified`: done, but not all of that. - `under-way`: printed before the end. - `problem`: a person must act.
 */
export type Verdict = 'verified' | 'unverified' | 'under-way' | 'problem';

/** The verdict on a job. What is only accepted is never called done. */
export function verdictOn(job: JobView): Verdict {
  const stuck = job.operations.some(({ state }) => state === 'blocked' || state === 'failed');
  if (job.status === 'needs-person' || stuck) return 'problem';
  if (job.status !== 'done' || job.unfinished > 0) return 'under-way';
  const { phase, opened, closed } = job.verification;
  return phase === 'removed' && opened === true && closed === true ? 'verified' : 'unverified';
}
