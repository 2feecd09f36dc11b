import { useMemo } from 'react';
import { localDay, type PlannedJobView } from '../../shared/domain/planned-jobs.ts';
import type { JobView } from '../../shared/domain/job.ts';
import type { JobKind } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import { useNow } from '../format/use-now.ts';
import { useQuery } from './lookup.ts';

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
