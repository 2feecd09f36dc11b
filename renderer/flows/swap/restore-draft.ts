import { z } from 'zod';

/** The accesses ticked to be made again; not yet asked for. */
export const restoreDraft = z.object({ keys: z.array(z.string()) });
export const emptyRestoreDraft: z.infer<typeof restoreDraft> = { keys: [] };
