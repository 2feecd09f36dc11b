import { z } from 'zod';

/** A run of the relay's store, from one start to the next: 16 hex digits. */
export const feedRun = z.string().regex(/^[0-9a-f]{16}$/);
export type FeedRun = z.infer<typeof feedRun>;
