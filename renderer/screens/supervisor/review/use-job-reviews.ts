import { useMemo } from 'react';
import type { JobReviews } from '../../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';

/** Everything that was said of a job; null until read. */
export function useJobReviews(jobId: JobId): JobReviews | null {
  const question = useMemo(() => ({ jobId }), [jobId]);
  const { value } = useQuery(window.boxwright.reviewing.ofJob, question, supervisionTopics);
  return value?.jobId === jobId ? value : null;
}
