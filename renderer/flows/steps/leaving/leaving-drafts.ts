import { z } from 'zod';
import { boxCondition } from '../../../../shared/domain/boxes.ts';
import { productId } from '../../../../shared/ids.ts';
import { removalReason } from '../../../../shared/domain/job-removal.ts';

/**
 * The chosen Box that leaves, not saved yet. `serial`: null = no text was typed. `reason`: for another Box than the
 * planned one.
 */
export const oldBoxDraft = z.object({
  picked: productId.nullable(),
  serial: z.string().nullable(),
  reason: z.string().default(''),
});
export const emptyOldBoxDraft: z.infer<typeof oldBoxDraft> = { picked: null, serial: null, reason: '' };

/** The reason of the removal. The confirmation itself is never saved. */
export const takeOutDraft = z.object({
  reason: removalReason.shape.code.nullable(),
  text: z.string(),
  /** Null: as the reason says. */
  condition: boxCondition.nullable().default(null),
});
export const emptyTakeOutDraft: z.infer<typeof takeOutDraft> = { reason: null, text: '', condition: null };
