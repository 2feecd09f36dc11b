import { z } from 'zod';

/** The argument of `worker.ts`. */
export const order = z.object({
  work: z.enum(['steps', 'sync', 'drain', 'backup', 'upload', 'supervision']),
  folder: z.string(),
  operatorUrl: z.string(),
  relayUrl: z.string(),
  token: z.string(),
});
export type Order = z.infer<typeof order>;
