import { z } from 'zod';
import { jobId, operationId } from '../ids.ts';

/** Changed data, published after the commit. The renderer reads the visible parts again; topics carry no data. */
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
    'boxes',
    'customers',
    'instructions',
    'publication',
    'exports',
    'opened-file',
    'updates',
    'health',
    'stops',
  ]),
  z.templateLiteral(['job:', jobId]),
]);
export type Topic = z.infer<typeof topic>;

/**
 * The place that the main process asks the window to show: the operation of a notification, or those that need a
 * person; the job that a supervisor sent back, or Home for several; the end of the shift before the window closes; the
 * guides over the current page, from the menu.
 */
export const place = z.discriminatedUnion('screen', [
  z.object({ screen: z.literal('queue'), operation: operationId.nullable() }),
  z.object({ screen: z.literal('job'), jobId }),
  z.object({ screen: z.literal('home') }),
  z.object({ screen: z.literal('shift') }),
  z.object({ screen: z.literal('help') }),
]);
export type Place = z.infer<typeof place>;
