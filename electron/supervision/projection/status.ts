import type { FailureFamily, SupervisionState } from '../../../shared/domain/supervision.ts';
import {
  accessStands as phaseStands,
  type Proof,
  proofOf as proofOfTest,
  sawItFail,
  sawItWork,
} from '../../../shared/domain/proof.ts';
import { checklistClosedAt, type JobFacts } from './job-facts.ts';

/** Does the newest test access give access, as far as the entries say? Its time may be over all the same. */
export const accessStands = ({ access }: JobFacts): boolean => phaseStands(access.phase);

/** The result of the tests, as of the newest entry: an access that runs out later is not known to have run out. */
export function proofOf(job: JobFacts): Proof {
  const { kind, access } = job;
  if (kind === 'removal') return { state: 'not-needed' };
  const { phase, opened, closed, until, removalAt, handedOver } = access;
  return proofOfTest({ phase, opened, closed, until, removalAt, handedOver }, job.lastAt);
}

/** Why a person must act; null when none must. An operation that ended badly and was done another time since is no trouble. */
export function troubleOf(job: JobFacts): FailureFamily | null {
  const laterKinds = new Set<string>();
  for (const { last, kind, family } of [...job.operations.values()].toReversed()) {
    if (last === 'trouble' || (last === 'failed' && !laterKinds.has(kind) && !overcome(job, kind)))
      return family;
    laterKinds.add(kind);
  }
  const finished = job.finishedAt !== null;
  // A removal that is under way needs no person.
  const leftOver = job.access.phase === 'confirmed' || job.access.phase === 'removal-failed';
  if (finished && leftOver) return 'access';
  // A car that does not open or close needs a person, handed over or not.
  const proof = proofOf(job);
  if (proof.state !== 'unproven' || !sawItFail(proof)) return null;
  return proof.why === 'not-closed' ? 'not-closed' : 'not-opened';
}

/** The test access was asked for again, or its removal was; a longer time is no matter once the access is gone. */
function overcome({ access }: JobFacts, kind: string): boolean {
  if (kind === 'create-assignment') return access.phase !== 'failed';
  if (kind === 'update-assignment') return access.phase === 'removed';
  return kind === 'delete-assignment' && access.phase !== 'removal-failed';
}

/** Did a Box go in? Asked for, and neither refused nor given up. */
export const isFitted = ({ box }: JobFacts): boolean => box !== null && box.asked && !box.refused;

/** Did a Box come out, in the same sense? */
export const isTakenOut = ({ oldBox }: JobFacts): boolean =>
  oldBox !== null && oldBox.asked && !oldBox.refused;

/** Did the Box go in, or in a removal out? A job may be finished with open steps, and that one may be among them. */
export const isBoxDone = (job: JobFacts): boolean =>
  job.kind === 'removal' ? isTakenOut(job) : isFitted(job);

/** Was the variant of the Box that went in compared with the one that the job needs? Forced checks are reported separately. */
export const isBoxChecked = ({ kind, box }: JobFacts): boolean =>
  kind === 'removal' || box === null || box.variantChecked;

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
  if (job.discarded) return 'discarded';
  if (troubleOf(job) !== null) return 'needs-person';
  if (job.givenAway) return 'handed-over';
  if (job.finishedAt === null) return 'under-way';
  if (!isConfirmed(job)) return 'unconfirmed';
  if (!isProven(job)) return 'untested';
  return isBoxChecked(job) ? 'complete' : 'unchecked';
}

/** Was the car seen to open and to close with a test access that is gone or leaving? A removal has nothing to try. */
export function worksAsSeen(job: JobFacts): boolean {
  const proof = proofOf(job);
  return proof.state === 'not-needed' || sawItWork(proof);
}

/** Is it proven, or is there nothing to prove? */
export function isProven(job: JobFacts): boolean {
  const { state } = proofOf(job);
  return state === 'proven' || state === 'not-needed';
}

/** Done at the first go, as far as the log goes; what a supervisor sent back is not. */
export function wentRight(job: JobFacts): boolean {
  return (
    job.finishedAt !== null &&
    job.failures.size === 0 &&
    job.mismatches.length === 0 &&
    job.access.failedTries === 0 &&
    worksAsSeen(job)
  );
}

/** The checks of a job that are not green, by name: what a supervisor has to look at before it can be right. */
export function checksNotGreen(job: JobFacts): readonly string[] {
  const answered = checklistClosedAt(job) !== null;
  const checks: readonly (readonly [string, boolean])[] = [
    ['car', job.car !== null],
    ['box', isBoxDone(job)],
    ['box-checked', isBoxChecked(job)],
    ['finished', job.finishedAt !== null],
    ['confirmed', isConfirmed(job) && troubleOf(job) === null],
    ['access-removed', !accessStands(job)],
    ['nothing-forced', job.forced.length === 0],
    ['checklist', job.kind !== 'installation' || answered],
    ['access-proven', isProven(job)],
  ];
  return checks.flatMap(([name, green]) => (green ? [] : [name]));
}
