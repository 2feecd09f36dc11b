import type { JobPhoto, SupervisionJob } from '../../../../shared/domain/supervision-job.ts';

/** The photos that are part of the job still: what was taken out again is not shown. */
export const shownPhotos = ({ photos }: SupervisionJob): readonly JobPhoto[] =>
  photos.filter(({ removedAt }) => removedAt === null);
