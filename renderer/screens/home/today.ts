import { figuresOf } from '../../../shared/domain/supervision-overview.ts';
import { countedJob, type JobStatus, type JobSummary } from '../../../shared/domain/job.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import type { Instant } from '../../../shared/time.ts';
import { sameDay } from '../../../shared/words/speak.ts';

/** The groups of Home, most urgent first. */
export const homeGroups = [
  'needs-person',
  'in-progress',
  'waiting-for-connection',
  'waiting-for-result',
  'done',
] as const satisfies readonly JobStatus[];

/** The jobs of a group, the longest wait first. Of the done ones only today's, newest first. */
export function jobsOf(status: JobStatus, jobs: readonly JobSummary[], now: Instant): readonly JobSummary[] {
  const members = jobs.filter((job) => job.status === status);
  if (status !== 'done') return members.toSorted((one, other) => one.startedAt - other.startedAt);
  return members
    .filter((job) => sameDay(endOf(job), now))
    .toSorted((one, other) => endOf(other) - endOf(one));
}

function endOf(job: JobSummary): Instant {
  return job.finishedAt ?? job.startedAt;
}

/**
 * The number of operations that need a person and belong to none of these jobs. The status bar counts them, so Home
 * must show them too.
 */
export function besidesJobs(
  { needPersonByJob }: Pick<AppStatus['queue'], 'needPersonByJob'>,
  jobs: readonly Pick<JobSummary, 'id'>[],
): number {
  return needPersonByJob
    .filter(({ job }) => !jobs.some(({ id }) => id === job))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Jobs that wait for a result of the operator, the longest wait first. */
export function awaitingJobs(
  jobs: readonly JobSummary[],
): readonly { readonly job: JobSummary; readonly since: Instant }[] {
  return jobs
    .flatMap((job) => (job.awaitingSince === null ? [] : [{ job, since: job.awaitingSince }]))
    .toSorted((one, other) => one.since - other.since);
}

/** The day in three numbers. */
export interface DayNumbers {
  /** Jobs of today that put a Box into a car. */
  readonly fitted: number;
  /** Jobs of today that took a Box out of a car. */
  readonly takenOut: number;
  /** Jobs of today without open points: confirmed, compared, and tested where a Box was fitted. */
  readonly confirmed: number;
  /** Test accesses that are still open, of any day. */
  readonly testAccessOpen: number;
}

/** Counts the jobs of today. */
export function dayNumbers(jobs: readonly JobSummary[], now: Instant): DayNumbers {
  const today = jobs.filter((job) => !job.handedOver && sameDay(endOf(job), now));
  const { fitted, takenOut, done } = figuresOf(today.map(countedJob));
  return {
    fitted,
    takenOut,
    confirmed: done,
    testAccessOpen: jobs.filter((job) => job.testAccessOpen).length,
  };
}
