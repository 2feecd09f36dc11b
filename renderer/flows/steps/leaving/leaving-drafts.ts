import { z } from 'zod';
import { productId } from '../../../../shared/ids.ts';
import { removalReason } from '../../../../shared/domain/job-removal.ts';

/** Which Box leaves, not yet taken. */
export const oldBoxDraft = z.object({ picked: productId.nullable(), serial: z.string() });
export const emptyOldBoxDraft: z.infer<typeof oldBoxDraft> = { picked: null, serial: '' };

/** Why it leaves. The deliberate act itself is never kept. */
export const takeOutDraft = z.object({ reason: removalReason.shape.code.nullable(), text: z.string() });
export const emptyTakeOutDraft: z.infer<typeof takeOutDraft> = { reason: null, text: '' };
