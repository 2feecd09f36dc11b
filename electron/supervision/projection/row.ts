import type { SupervisionRow, FailureFamily, SupervisionState } from '../../../shared/domain/supervision.ts';
import type { RiskPart, RiskPartName, EntryPlace } from '../../../shared/domain/supervision-job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { MINUTE, CLOCK_OFF_MS } from '../../../shared/time.ts';
import { siteOf } from '../../../shared/relay/access.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import {
  wasSeenFailing,
  mayOpenCar,
  type Proof,
  proofOf as proofOfTest,
  wasSeenWorking,
} from '../../../shared/domain/proof.ts';
import type { ItemSeverity } from '../../../shared/domain/checklist.ts';
import { type AccessFacts, type JobFacts, checklistClosedAt, isGivenAway } from './job-facts.ts';

/* The row of a job in the supervisor's table, derived from its facts: state, proof, risk. */

/** The values of a row that do not come from the job's own entries. */
interface RowContext {
  readonly laptop: string | null;
  readonly review: SupervisionRow['review'];
  readonly risk: readonly RiskPart[];
  readonly logFault: boolean;
  /** The group that another job added the car to; null = none known. */
  readonly groupOfCar?: string | null;
}

/** The job as a row. An open access is reported even if its period is over. */
export function rowOf(jobId: JobId, job: JobFacts, around: RowContext): SupervisionRow {
  const { car, box, oldBox, access } = job;
  const openAccess = openAccessOf(job);
  const risk = scoreOf(around.risk);
  return {
    jobId,
    kind: job.kind,
    state: stateOf(job),
    plate: car?.plate ?? null,
    carName: car?.name ?? null,
    vin: car?.vin ?? null,
    brand: car?.brand ?? null,
    model: car?.model ?? null,
    keyForm: job.key?.form ?? null,
    group: job.group?.name ?? around.groupOfCar ?? null,
    serial: box?.serial ?? oldBox?.serial ?? null,
    variant: box?.variant ?? box?.sap ?? null,
    fitted: isFitted(job),
    unchecked: isFitted(job) && !isBoxChecked(job),
    takenOut: isTakenOut(job) ? (oldBox?.serial ?? null) : null,
    installer: job.installer,
    laptop: around.laptop,
    site: siteOf(around.laptop),
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    lastAt: job.lastAt,
    minutes: job.finishedAt === null ? null : Math.round(job.workedMs / (MINUTE / 10)) / 10,
    verification: { phase: access.phase, opened: access.opened, closed: access.closed },
    proof: proofOf(job),
    openAccess:
      openAccess === null ? null : { until: openAccess.until, estimated: openAccess.untilEstimated },
    review: around.review,
    risk,
    forced: job.forced.length,
    changedAnswers: [...job.answers.values()].filter(({ earlier }) => earlier.length > 0).length,
    green: checksOf(job, around.risk).length === 0,
    trouble: failureFamilyOf(job),
    logFault: around.logFault,
  };
}

/**
 * Points of each part: for the first occurrence, for each further one, and the maximum. docs/risk.md explains them; a
 * test keeps both in sync.
 */
export const riskWeights: Readonly<
  Record<RiskPartName, { readonly first: number; readonly further: number; readonly most: number }>
> = {
  'log-fault': { first: 50, further: 0, most: 50 },
  'no-box': { first: 40, further: 0, most: 40 },
  'same-photo': { first: 40, further: 10, most: 60 },
  contradiction: { first: 30, further: 10, most: 40 },
  'too-fast': { first: 25, further: 0, most: 25 },
  'access-left': { first: 20, further: 0, most: 20 },
  'not-working': { first: 40, further: 0, most: 40 },
  'not-proved': { first: 20, further: 0, most: 20 },
  unchecked: { first: 20, further: 0, most: 20 },
  'serial-mismatch': { first: 20, further: 10, most: 40 },
  'forced-critical': { first: 30, further: 15, most: 60 },
  forced: { first: 15, further: 10, most: 45 },
  'forced-minor': { first: 5, further: 5, most: 15 },
  'left-out': { first: 10, further: 10, most: 30 },
  'confirmed-by-person': { first: 15, further: 10, most: 30 },
  'clock-off': { first: 10, further: 0, most: 10 },
  'confirmed-by-query': { first: 5, further: 5, most: 15 },
  retries: { first: 3, further: 3, most: 15 },
};

const MOST_RISK = 100;
/** Threshold: a Box cannot be fitted in less time. */
const TOO_FAST_MS = 4 * MINUTE;

/** The facts about this job in other jobs and logs. */
export interface RiskContext {
  /** Photos of this job that another job contains too, with their entries here. */
  readonly samePhotos: readonly EntryPlace[];
  /** An entry of this job is at or after the first fault of its log. */
  readonly logFault: boolean;
}

/** The parts of the score, largest first. */
export function riskOf(job: JobFacts, around: RiskContext): readonly RiskPart[] {
  const finished = job.finishedAt !== null;
  const fitted = job.kind !== 'removal';
  const { worstOffset } = job;
  const stays = accessesOf(job).some(({ phase }) => mayOpenCar(phase) && phase !== 'removal-accepted');
  const fast = finished && fitted && job.box !== null && job.workedMs < TOO_FAST_MS;
  const fails = wasSeenFailing(proofOf(job));
  const clock = worstOffset !== null && Math.abs(worstOffset.ms) >= CLOCK_OFF_MS;
  const parts = [
    part('log-fault', around.logFault ? [job.lastEntry] : []),
    part('no-box', finished && !isBoxDone(job) ? [job.lastEntry] : []),
    part('same-photo', around.samePhotos),
    part('contradiction', job.contradictions),
    part('too-fast', fast ? [job.lastEntry] : [], { minutes: Math.round(job.workedMs / MINUTE) }),
    part('access-left', finished && stays ? [job.lastEntry] : []),
    part('not-working', fails ? [job.lastEntry] : []),
    part('not-proved', finished && !fails && !isObservedWorking(job) ? [job.lastEntry] : []),
    part('unchecked', finished && !isBoxChecked(job) ? [job.lastEntry] : []),
    part('serial-mismatch', [...job.mismatches, ...otherLabel(job)]),
    part('forced-critical', forcedOf(job, 'critical')),
    part('forced', forcedOf(job, 'major')),
    part('forced-minor', forcedOf(job, 'minor')),
    part('left-out', [...job.leftOut.values()]),
    part('confirmed-by-person', job.byPerson),
    part('clock-off', clock ? [worstOffset.place] : [], {
      minutes: Math.round(Math.abs(worstOffset?.ms ?? 0) / MINUTE),
    }),
    part('confirmed-by-query', job.byQuery),
    part('retries', job.retries),
  ];
  return parts.flat().toSorted((one, other) => other.points - one.points);
}

/** The entries of forced checks of this severity. */
const forcedOf = ({ forced }: JobFacts, severity: ItemSeverity): readonly EntryPlace[] =>
  forced.filter((mark) => mark.severity === severity).map(({ place }) => place);

/** The photographed label belongs to another Box than the fitted one. */
function otherLabel({ box, label }: JobFacts): readonly EntryPlace[] {
  if (box === null || label === null) return [];
  return foldSerial(box.serial) === foldSerial(label.serial) ? [] : [label.place];
}

/** The failed checks of a job by name, `risk` among them. Without any its row is green, and bulk approval takes it. */
export const checksOf = (job: JobFacts, risk: readonly RiskPart[]): readonly string[] => [
  ...checksNotGreen(job),
  ...(scoreOf(risk) === 0 ? [] : ['risk']),
];

/** The sum of the parts, at most 100. */
function scoreOf(parts: readonly RiskPart[]): number {
  return Math.min(
    MOST_RISK,
    parts.reduce((sum, { points }) => sum + points, 0),
  );
}

function part(
  name: RiskPartName,
  entries: readonly EntryPlace[],
  more: Readonly<Record<string, number>> = {},
): readonly RiskPart[] {
  const count = entries.length;
  if (count === 0) return [];
  const { first, further, most } = riskWeights[name];
  return [
    {
      part: name,
      points: Math.min(most, first + (count - 1) * further),
      says: { key: `supervision.risk.${name}`, params: { count, ...more } },
      entries: [...entries],
    },
  ];
}

/**
 * All test accesses, newest first. An access of an older laptop, whose entries name no operation, is known only while it
 * is the newest.
 */
export function accessesOf({ access, accesses }: JobFacts): readonly AccessFacts[] {
  const others = [...accesses.values()].filter((one) => one !== access);
  return [access, ...others.toReversed()];
}

/**
 * The test access that ends last of those that are active according to the entries, or one without a known end; it may
 * have expired. Null = none is active.
 */
function openAccessOf(job: JobFacts): AccessFacts | null {
  const endOf = ({ until }: AccessFacts) => until ?? Number.POSITIVE_INFINITY;
  const open = accessesOf(job).filter(({ phase }) => mayOpenCar(phase));
  return open.toSorted((one, other) => endOf(other) - endOf(one))[0] ?? null;
}

/** The result of the tests as of the newest entry; a later expiry is not considered. */
export function proofOf(job: JobFacts): Proof {
  const { kind, access } = job;
  if (kind === 'removal') return { state: 'not-needed' };
  const { phase, opened, closed, until, removalAt, handedOver } = access;
  return proofOfTest({ phase, opened, closed, until, removalAt, handedOver }, job.lastAt);
}

/** The reason why a person must act; null = none. A failed operation that succeeded later does not count. */
export function failureFamilyOf(job: JobFacts): FailureFamily | null {
  const laterKinds = new Set<string>();
  for (const { last, kind, family } of [...job.operations.values()].toReversed()) {
    if (last === 'trouble' || (last === 'failed' && !laterKinds.has(kind) && !isSuperseded(job, kind)))
      return family;
    laterKinds.add(kind);
  }
  const finished = job.finishedAt !== null;
  // A removal under way needs no person.
  const leftOver = accessesOf(job).some(({ phase }) => phase === 'confirmed' || phase === 'removal-failed');
  if (finished && leftOver) return 'access';
  // A car that does not open or close needs a person, whether or not it was handed over.
  const proof = proofOf(job);
  if (proof.state !== 'unproven' || !wasSeenFailing(proof)) return null;
  return proof.why === 'not-closed' ? 'not-closed' : 'not-opened';
}

/**
 * Whether a failure was superseded: the test access or its removal was requested again. A failed extension does not
 * matter once the access is gone.
 */
function isSuperseded(job: JobFacts, kind: string): boolean {
  const { access } = job;
  if (kind === 'create-assignment') return access.phase !== 'failed';
  if (kind === 'update-assignment') return access.phase === 'removed';
  return kind === 'delete-assignment' && accessesOf(job).every(({ phase }) => phase !== 'removal-failed');
}

/** True when a Box was installed: requested, and neither refused nor cancelled. */
export const isFitted = ({ box }: JobFacts): boolean => box !== null && box.asked && !box.refused;

/** True when a Box was removed: requested, and neither refused nor cancelled. */
export const isTakenOut = ({ oldBox }: JobFacts): boolean =>
  oldBox !== null && oldBox.asked && !oldBox.refused;

/** True when the Box was installed, or removed in a removal job. A job may be finished with this step open. */
const isBoxDone = (job: JobFacts): boolean => (job.kind === 'removal' ? isTakenOut(job) : isFitted(job));

/** Whether the variant of the fitted Box was compared with the one that the job needs. Forced checks are reported separately. */
const isBoxChecked = ({ kind, box }: JobFacts): boolean =>
  kind === 'removal' || box === null || box.variantChecked;

/** Whether the purpose of the job was requested and every request is confirmed. */
export function isConfirmed(job: JobFacts): boolean {
  const settled = accessesOf(job).every(
    ({ phase }) => phase === 'not-started' || phase === 'removed' || phase === 'failed',
  );
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
  if (failureFamilyOf(job) !== null) return 'needs-person';
  if (isGivenAway(job)) return 'handed-over';
  if (job.finishedAt === null) return 'under-way';
  if (!isConfirmed(job)) return 'unconfirmed';
  if (!isProven(job)) return 'untested';
  return isBoxChecked(job) ? 'complete' : 'unchecked';
}

/**
 * Whether the car was seen to open and close with a test access that is gone or being removed. A removal job needs no
 * test.
 */
function isObservedWorking(job: JobFacts): boolean {
  const proof = proofOf(job);
  return proof.state === 'not-needed' || wasSeenWorking(proof);
}

/** Whether the job is proven, or needs no proof. */
function isProven(job: JobFacts): boolean {
  const { state } = proofOf(job);
  return state === 'proven' || state === 'not-needed';
}

/** True when the job succeeded at the first attempt according to the log; a job that a supervisor sent back did not. */
export function isRightFirstTime(job: JobFacts): boolean {
  return (
    job.finishedAt !== null &&
    job.failures.size === 0 &&
    job.mismatches.length === 0 &&
    job.failedTries === 0 &&
    isObservedWorking(job)
  );
}

/** The names of the failed checks of a job, which a supervisor reviews before an approval. */
export function checksNotGreen(job: JobFacts): readonly string[] {
  const answered = checklistClosedAt(job) !== null;
  const checks: readonly (readonly [string, boolean])[] = [
    ['car', job.car !== null],
    ['box', isBoxDone(job)],
    ['box-checked', isBoxChecked(job)],
    ['finished', job.finishedAt !== null],
    ['confirmed', isConfirmed(job) && failureFamilyOf(job) === null],
    ['access-removed', openAccessOf(job) === null],
    ['nothing-forced', job.forced.length === 0],
    ['checklist', answered],
    ['access-proven', isProven(job)],
  ];
  return checks.flatMap(([name, green]) => (green ? [] : [name]));
}
