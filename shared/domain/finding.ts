import { z } from 'zod';
import { instant } from '../time.ts';
import { jobId } from '../ids.ts';
import { directoryCar, directoryGroup, directoryProductView, directoryUser } from './directory.ts';
import { jobCar } from './job.ts';
import { jobKind } from './job-steps.ts';

/** A job as a search result: by its car, its Box, or its worker. */
export const foundJob = z.object({
  id: jobId,
  kind: jobKind,
  car: jobCar.nullable(),
  /** As typed or scanned; null until a Box was taken. */
  serialNumber: z.string().nullable(),
  worker: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type FoundJob = z.infer<typeof foundJob>;

/** The results of one search on this laptop, best first in every part. */
export const found = z.object({
  cars: z.array(directoryCar),
  boxes: z.array(directoryProductView),
  jobs: z.array(foundJob),
  groups: z.array(directoryGroup),
  users: z.array(directoryUser),
});
export type Found = z.infer<typeof found>;
