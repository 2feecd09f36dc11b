import { useMemo } from 'react';
import { useQuery } from './lookup.ts';

const topics = ['planned-jobs', 'jobs', 'profile'] as const;

/** The planned jobs of some days, and earlier ones that this laptop has not finished or that no laptop has begun. */
export const usePlannedJobs = (from: string, until: string) =>
  useQuery(
    window.boxwright.planning.list,
    useMemo(() => ({ from, until }), [from, until]),
    topics,
  );
