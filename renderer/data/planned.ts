import { useMemo } from 'react';
import {
  localDay,
  type PlannedJobView,
  beginBlockerOf,
  type SeriesShares,
} from '../../shared/domain/planned-work.ts';
import type { JobView } from '../../shared/domain/job.ts';
import type { JobKind } from '../../shared/domain/job-steps.ts';
import type { JobId, PlannedJobId, SeriesId } from '../../shared/ids.ts';
import type { PlannedWork } from '../../shared/relay/jobs.ts';
import type { Instant } from '../../shared/time.ts';
import { useNow } from '../format/use-now.ts';
import { navigate } from '../navigation/route.ts';
import { useQuery } from './lookup.ts';
import { useMutation } from './call.ts';
import { setJob } from './jobs.ts';

const topics = ['planned-jobs', 'jobs', 'profile'] as const;

/** The planned jobs of some days, and earlier ones that this laptop has not finished or no laptop has begun. */
export const usePlannedJobs = (from: string, until: string) =>
  useQuery(
    window.boxwright.planning.list,
    useMemo(() => ({ from, until }), [from, until]),
    topics,
  );

/** The planned jobs of today, and the earlier ones that `usePlannedJobs` includes. */
export function useToday() {
  const today = localDay(useNow());
  return usePlannedJobs(today, today);
}

/**
 * The plan of a job; null where the job was begun without one or the plan cannot be read, undefined until the answer
 * arrives.
 */
export function usePlanOfJob(jobId: JobId): PlannedJobView | null | undefined {
  const question = useMemo(() => ({ jobId }), [jobId]);
  const { value, problem } = useQuery(window.boxwright.planning.ofJob, question, topics);
  return value === null && problem === null ? undefined : (value?.plannedJob ?? null);
}

/**
 * The planned job for a car that this laptop may begin; null where there is none, or it is not read yet or cannot be
 * read.
 */
export function usePlanOfCar(car: NonNullable<JobView['car']>, kind: JobKind): PlannedJobView | null {
  const { id, vin, licensePlate } = car;
  const question = useMemo(() => ({ car: { id, vin, licensePlate }, kind }), [id, vin, licensePlate, kind]);
  const { value, answers } = useQuery(window.boxwright.planning.ofCar, question, topics);
  return answers === question ? (value?.plannedJob ?? null) : null;
}

/** Whether this laptop can begin it. */
export const isFree = (one: PlannedJobView): boolean => one.job === null && beginBlockerOf(one) === null;

/** A free job that no laptop refused or cancelled; refused and cancelled ones come after all others. */
const isAhead = (one: PlannedJobView): boolean =>
  isFree(one) && one.state !== 'refused' && one.state !== 'cancelled';

/** The next job: the first free one of today, else the oldest free one of earlier days; null = none is free. */
export function nextPlanned(plannedJobs: readonly PlannedJobView[], now: Instant): PlannedJobView | null {
  const today = localDay(now);
  const ofToday = plannedJobs.filter(({ work }) => work.day >= today);
  const inOrder = [...ofToday, ...plannedJobs.filter(({ work }) => work.day < today)];
  return inOrder.find(isAhead) ?? inOrder.find(isFree) ?? null;
}

/** The planned installation with which a series continues; null = no free one has the make of the series. */
export function nextOfMake(
  plannedJobs: readonly PlannedJobView[],
  like: SeriesShares['like'],
): PlannedJobView | null {
  const isLike = (said: string, shared: string | null | undefined) =>
    said === '' || shared === null || shared === undefined || said === shared;
  const isOfMake = ({ car: { brand, model } }: PlannedWork) =>
    isLike(brand, like?.brand) && isLike(model, like?.model);
  return (
    plannedJobs.find((one) => one.work.kind === 'installation' && isAhead(one) && isOfMake(one.work)) ?? null
  );
}

/**
 * The progress of this laptop's day: its jobs in total, those done, and those that wait for the operator. Jobs of other
 * laptops and jobs that the office withdrew are not counted.
 */
export function dayDistance(plannedJobs: readonly PlannedJobView[], now: Instant) {
  const today = localDay(now);
  const own = plannedJobs.filter((one) => one.work.day === today && (one.job !== null || isFree(one)));
  const count = (state: PlannedJobView['state']) =>
    own.filter((one) => one.job !== null && one.state === state).length;
  return { total: own.length, done: count('done'), waiting: count('waiting') };
}

/**
 * Begins a planned job and opens it. `series`: as the next car of that series.
 *
 * @returns whether it was begun
 */
export function useBeginPlanned() {
  const { run, busy, problem } = useMutation(window.boxwright.planning.begin);
  const begin = async (id: PlannedJobId, series: SeriesId | null): Promise<boolean> => {
    const begun = await run({ id, series });
    if (!begun.ok) return false;
    setJob(begun.value);
    navigate({ screen: 'job', jobId: begun.value.id });
    return true;
  };
  return { begin, busy, problem };
}
