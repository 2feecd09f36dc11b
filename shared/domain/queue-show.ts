import { z } from 'zod';

/** Which operations the Queue shows. `open` = all that is not at an end, those that need a person first. */
export const queueShow = z.enum(['open', 'needs-you', 'on-their-way', 'waiting', 'done']);
export type QueueShow = z.infer<typeof queueShow>;
