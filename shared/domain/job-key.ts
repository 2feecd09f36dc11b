import { z } from 'zod';
import { keyId } from '../ids.ts';

/** The chosen catalogue entry, which determines the Box variant to take from the shelf. */
export const jobKey = z.object({
  id: keyId,
  brand: z.string(),
  keyFormName: z.string(),
  pictureUrl: z.string().nullable(),
  boxName: z.string().nullable(),
  boxSapNumber: z.string().nullable(),
  /** CAN and IOX-Keybox keys: outside the standard Bluetooth scope (spec part 2, Key). */
  outsideScope: z.boolean(),
});
export type JobKey = z.infer<typeof jobKey>;
