import { z } from 'zod';
import { jobId } from '../ids.ts';

/**
 * Changed data, published after the commit. The renderer re-reads the shown parts; topics carry no data.
 */
export const topic = z.union([
  z.enum([
    'status',
    'jobs',
    'queue',
    'directory',
    'readings',
    'preferences',
    'profile',
    'checklists',
    'people',
    'lock',
    'log',
    'supervision',
    'reviews',
    'planned-jobs',
    'exports',
    'opened-file',
    'updates',
    'health',
    'stops',
  ]),
  z.templateLiteral(['job:', jobId]),
]);
export type Topic = z.infer<typeof topic>;
