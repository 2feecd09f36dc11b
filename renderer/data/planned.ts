import { useMemo } from 'react';
import { localDay, type PlannedJobView } from '../../shared/domain/planned-jobs.ts';
import type { JobId } from '../../shared/ids.ts';
import { useNow } from '../format/use-now.ts';
import { useQuery } from './lookup.ts';

const topics = ['planned-jobs', 'jobs', 'profile'] as const;

/** The planned jobs of some days, and earlier ones that this laptop has not finished or that no laptop has begun. */
export const usePlannedJobs = (from: string, until: string) =>
  useQuery(
    window.boxwright.planning.list,
    useMemo(() => ({ from, until }), [from, until]),
    topics,
  );

/** The planned jobs of today, and earlier ones as `usePlannedJobs` says. */
export function useToday() {
  const today = localDay(useNow());
  return usePlannedJobs(today, today);
}

/** The plan of a job; null where it was begun without one or the plan cannot be read, undefined until the answer is there. */
export function usePlanOfJob(jobId: JobId): PlannedJobView | null | undefined {
  const question = useMemo(() => ({ jobId }), [jobId]);
  const { value, problem } = useQuery(window.boxwright.planning.ofJob, question, topics);
  return value === null && problem === null ? undefined : (value?.plannedJob ?? null);
}
