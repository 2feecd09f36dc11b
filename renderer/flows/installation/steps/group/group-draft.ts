import { z } from 'zod';

/** A group being looked for or named. */
export const groupDraft = z.object({ text: z.string() });
export const emptyGroupDraft: z.infer<typeof groupDraft> = { text: '' };
