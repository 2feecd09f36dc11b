import type { JobSummary } from './job.ts';

/** A supervisor asks for rework that has not begun; another laptop does not go on with the job. */
export const isSentBack = ({ review, handedOver }: Pick<JobSummary, 'review' | 'handedOver'>): boolean =>
  review?.state === 'rework-asked' && !handedOver;
