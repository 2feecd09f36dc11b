import { z } from 'zod';

/*
 * Fitting checklists: templates in resources/checklists, validated and versioned. Texts in a template are given per
 * language, English at least, because a workshop writes its own.
 */

const localText = z.looseObject({ en: z.string().min(1) }).catchall(z.string());

const item = { id: z.string().regex(/^[a-z0-9-]{1,60}$/), text: localText, required: z.boolean() };

export const checklistItem = z.discriminatedUnion('type', [
  z.object({ ...item, type: z.literal('confirm') }),
  z.object({
    ...item,
    type: z.literal('choice'),
    options: z.array(z.object({ id: z.string(), text: localText })).min(2),
  }),
  z.object({ ...item, type: z.literal('number'), unit: z.string(), min: z.number(), max: z.number() }),
  z.object({ ...item, type: z.literal('text') }),
]);
export type ChecklistItem = z.infer<typeof checklistItem>;

export const checklistTemplate = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,60}$/),
  version: z.number().int().positive(),
  title: localText,
  items: z.array(checklistItem).min(1),
});
export type ChecklistTemplate = z.infer<typeof checklistTemplate>;

/** Answers as given, by item id. A confirm is true or false, a choice its option's id. */
export const checklistAnswer = z.union([z.boolean(), z.number(), z.string().max(2000)]);
export type ChecklistAnswer = z.infer<typeof checklistAnswer>;
export const checklistAnswers = z.record(z.string(), checklistAnswer);
export type ChecklistAnswers = z.infer<typeof checklistAnswers>;
