import type { FailureFamily, SupervisionState } from '../../../shared/domain/supervision.ts';
import type { JobFacts } from './job-facts.ts';

/** Does the newest test access give access, as far as anybody has told? Its time may be over all the same. */
export function accessStands({ access: { phase } }: JobFacts): boolean {
  return (
    phase === 'accepted' ||
    phase === 'confirmed' ||
    phase === 'removal-requested' ||
    phase === 'removal-accepted' ||
    phase === 'removal-failed'
  );
}

/** Why somebody must act; null when nobody must. What ended badly and was done another time since is no trouble. */
export function troubleOf(job: JobFacts): FailureFamily | null {
  const all = [...job.operations.values()];
  const stuck = all.findLast(
    (operation, index) =>
      operation.last === 'trouble' ||
      (operation.last === 'failed' &&
        !all.some((later, place) => place > index && later.kind === operation.kind) &&
        !overcome(job, operation.kind)),
  );
  if (stuck !== undefined) return stuck.family;
  const finished = job.finishedAt !== null;
  // A removal that is under way needs nobody.
  const leftOver = job.access.phase === 'confirmed' || job.access.phase === 'removal-failed';
  return finished && leftOver ? 'access' : null;
}

/** The test access was asked for anew, or its removal was. */
function overcome({ access }: JobFacts, kind: string): boolean {
  if (kind === 'create-assignment') return access.phase !== 'failed';
  return kind === 'delete-assignment' && access.phase !== 'removal-failed';
}

/** Did the Box go in, or in a removal out? A job may be finished with open steps, and that one may be among them. */
export const isBoxDone = ({ kind, box, oldBox }: JobFacts): boolean =>
  (kind === 'removal' ? oldBox : box) !== null;

/** Is all that was asked of the operator confirmed, and was what the job is for asked at all? */
export function isConfirmed(job: JobFacts): boolean {
  const { phase } = job.access;
  const settled = phase === 'not-started' || phase === 'removed' || phase === 'failed';
  return (
    isBoxDone(job) &&
    (job.car?.confirmed ?? true) &&
    (job.box?.confirmed ?? true) &&
    (job.group?.confirmed ?? true) &&
    (job.oldBox === null || !job.oldBox.asked || job.oldBox.confirmed) &&
    settled
  );
}

export function stateOf(job: JobFacts): SupervisionState {
  if (troubleOf(job) !== null) return 'needs-person';
  if (job.givenAway) return 'handed-over';
  if (job.finishedAt === null) return 'under-way';
  return isConfirmed(job) ? 'complete' : 'unconfirmed';
}

/** Was the car tried, and did it open and close? A removal has nothing to try. */
export function isProved({ kind, access }: JobFacts): boolean {
  return kind === 'removal' || (access.opened === true && access.closed === true);
}

/** Done at the first go, as far as the log goes; what a supervisor sent back is not. */
export function wentRight(job: JobFacts): boolean {
  return (
    job.finishedAt !== null &&
    job.failures.size === 0 &&
    job.mismatches.length === 0 &&
    job.access.failedTries === 0 &&
    isProved(job)
  );
}

/** The checks of a job that are not green, by name: what a supervisor has to look at before it can be right. */
export function checksNotGreen(job: JobFacts): readonly string[] {
  const answered = (job.checklist?.completedAt ?? null) !== null;
  const checks: readonly (readonly [string, boolean])[] = [
    ['car', job.car !== null],
    ['box', isBoxDone(job)],
    ['finished', job.finishedAt !== null],
    ['confirmed', isConfirmed(job) && troubleOf(job) === null],
    ['access-removed', !accessStands(job)],
    ['nothing-forced', job.forced.length === 0],
    ['checklist', job.kind !== 'installation' || answered],
    ['access-proven', isProved(job) && (job.kind === 'removal' || job.access.phase === 'removed')],
  ];
  return checks.flatMap(([name, green]) => (green ? [] : [name]));
}
