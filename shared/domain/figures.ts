import type { JobKind } from './job-steps.ts';
import { type Proof, sawItFail } from './proof.ts';

/** The facts of one job from which every count derives: Home, the numbers, the sheet, the table and the paper. */
export interface CountedJob {
  readonly kind: JobKind;
  /** Finished, and the operator confirmed everything that was asked of it. */
  readonly complete: boolean;
  /** A Box went into the car: asked of the operator, and neither refused nor given up. */
  readonly fitted: boolean;
  /** A Box came out of the car, in the same sense. */
  readonly takenOut: boolean;
  /** The Box that went in was not compared with what the job needs. */
  readonly unchecked: boolean;
  readonly proof: Proof;
  /** A supervisor sent it back, and it is not done again yet. */
  readonly sentBack: boolean;
}

/** Counts over jobs. */
export interface Figures {
  /** Jobs that put a Box into a car. */
  readonly fitted: number;
  /** Jobs that took a Box out of a car. */
  readonly takenOut: number;
  /** Jobs that `isDone` accepts. */
  readonly done: number;
  /** Jobs whose car did not open or close at its last test. */
  readonly notWorking: number;
}

/**
 * Is the job done, with nothing left for anybody? Complete, not sent back, and: a Box is in that was compared, and the car is proven, or in a
 * removal the Box is out.
 */
export function isDone({
  kind,
  complete,
  fitted,
  takenOut,
  unchecked,
  proof,
  sentBack,
}: CountedJob): boolean {
  if (!complete || sentBack) return false;
  return kind === 'removal' ? takenOut : fitted && !unchecked && proof.state === 'proven';
}

/** Counts jobs; the order does not matter. */
export function figuresOf(jobs: Iterable<CountedJob>): Figures {
  const figures = { fitted: 0, takenOut: 0, done: 0, notWorking: 0 };
  for (const job of jobs) {
    if (job.fitted) figures.fitted += 1;
    if (job.takenOut) figures.takenOut += 1;
    if (isDone(job)) figures.done += 1;
    if (sawItFail(job.proof)) figures.notWorking += 1;
  }
  return figures;
}
