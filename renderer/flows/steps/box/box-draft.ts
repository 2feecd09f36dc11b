import { z } from 'zod';

/** A serial typed or scanned, not yet fitted. */
export const boxDraft = z.object({ serial: z.string(), reason: z.string().default('') });
export type BoxDraft = z.infer<typeof boxDraft>;

export const emptyBoxDraft: BoxDraft = { serial: '', reason: '' };
