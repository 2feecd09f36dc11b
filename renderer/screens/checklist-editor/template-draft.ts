import { editedTemplate, type ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { readJson } from '../../../shared/json-text.ts';

/** A checklist of this id before anything was said. */
export const emptyTemplate = (id: string): ChecklistTemplate => ({
  id,
  version: 1,
  title: { en: '' },
  items: [],
});

/** An edit under way as it was left; null when there is none, or none that this build understands. */
export function readDraft(draft: string | null): ChecklistTemplate | null {
  return draft === null ? null : (editedTemplate.safeParse(readJson(draft)).data ?? null);
}
