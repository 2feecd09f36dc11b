import { z } from 'zod';
import { productId } from '../../../../shared/ids.ts';
import { removalReason } from '../../../../shared/domain/job-removal.ts';

/** Which Box leaves, not yet taken. `serial`: null = nothing was typed. `reason`: why another one than the planned one. */
export const oldBoxDraft = z.object({
  picked: productId.nullable(),
  serial: z.string().nullable(),
  reason: z.string().default(''),
});
export const emptyOldBoxDraft: z.infer<typeof oldBoxDraft> = { picked: null, serial: null, reason: '' };

/** Why it leaves. The deliberate act itself is never kept. */
export const takeOutDraft = z.object({ reason: removalReason.shape.code.nullable(), text: z.string() });
export const emptyTakeOutDraft: z.infer<typeof takeOutDraft> = { reason: null, text: '' };
