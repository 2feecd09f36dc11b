import { z } from 'zod';
import type { Unsaved } from '../../../../components/checklist/row-props.ts';

/** Text in fields of the checklist that is no answer, by template and item. */
export const fittingDraft = z.object({
  unsaved: z.record(z.string(), z.object({ typed: z.string(), reason: z.string() })),
});
export type FittingDraft = z.infer<typeof fittingDraft>;

export const nothingUnsaved: FittingDraft = { unsaved: {} };

/** The draft with what is unsaved at this place; null takes it out. */
export function withUnsaved({ unsaved }: FittingDraft, place: string, typed: Unsaved | null): FittingDraft {
  const others = Object.fromEntries(Object.entries(unsaved).filter(([other]) => other !== place));
  return { unsaved: typed === null ? others : { ...others, [place]: { ...typed } } };
}
