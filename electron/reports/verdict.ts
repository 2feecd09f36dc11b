import { isDone } from '../../shared/domain/figures.ts';
import { countedJob, type JobView } from '../../shared/domain/job.ts';
import { sawItFail } from '../../shared/domain/proof.ts';
import { neverReached } from '../../shared/never.ts';

/**
 * The verdict at the head of the report.
 * - `removed`: the Box is out and every access is gone. - `swapped`: the new one is in and tried as well.
 * - `verified`: done, the car opened and closed, the test access confirmed and its removal confirmed too.
 * - `not-working`: the car did not open or close, and the customer got it so. - `unchecked`: the Box was never compared with
 *   what the car needs. - `reported`: only another laptop vouches for a part. - `unverified`: done, but not all of that. - `unconfirmed`: finished, but not everything is through.
 * - `under-way`: printed before the finish. - `problem`: a person must act.
 */
export type Verdict =
  | 'verified'
  | 'removed'
  | 'swapped'
  | 'not-working'
  | 'reported'
  | 'unchecked'
  | 'unverified'
  | 'unconfirmed'
  | 'under-way'
  | 'problem';

/** The verdict on a job. What is only accepted is never called done. */
export function verdictOn(job: JobView): Verdict {
  if (job.status === 'needs-person' || isStuck(job)) return 'problem';
  if (job.finishedAt === null) return 'under-way';
  if (job.status !== 'done' || job.unfinished > 0) return 'unconfirmed';
  if (sawItFail(job.proof)) return 'not-working';
  if (job.reported !== null) return 'reported';
  if (job.boxUnchecked) return 'unchecked';
  if (!isDone(countedJob(job))) return 'unverified';
  switch (job.kind) {
    case 'installation':
      return 'verified';
    case 'removal':
      return 'removed';
    case 'swap':
      return 'swapped';
    default:
      return neverReached(job);
  }
}

/** Did an operation come to nothing, with none of its kind done since? A test access that was refused and given later is done. */
function isStuck({ operations }: JobView): boolean {
  return operations.some(
    ({ state, kind }, index) =>
      state === 'blocked' ||
      (state === 'failed' &&
        !operations.slice(index + 1).some((later) => later.kind === kind && later.state === 'done')),
  );
}
