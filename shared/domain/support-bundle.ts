import { z } from 'zod';
import { instant } from '../time.ts';

/** A file of a bundle. */
export const bundleFile = z.object({ name: z.string(), bytes: z.number().int() });

/** A bundle that was put together and waits to be looked at: exactly this is written. `id` is its digest. */
export const supportBundle = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  madeAt: instant,
  files: z.array(bundleFile),
});
export type SupportBundle = z.infer<typeof supportBundle>;

/** Characters of one look into a file of a bundle. */
export const BUNDLE_PAGE = 60_000;
