import { z } from 'zod';
import { userId } from '../../../../shared/ids.ts';

/** The settings of the test access before it is requested. null = as in the preferences. */
export const verifyDraft = z.object({
  user: z.object({ id: userId, name: z.string() }).nullable(),
  search: z.string(),
  minutes: z.number().int().min(1).max(1440).nullable(),
});
export type VerifyDraft = z.infer<typeof verifyDraft>;

export const emptyVerifyDraft: VerifyDraft = { user: null, search: '', minutes: null };
