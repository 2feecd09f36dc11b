import standard from '../../resources/checklists/standard.json' with { type: 'json' };
import { type ChecklistTemplate, checklistTemplate } from '../../shared/domain/checklist.ts';

/** The templates that ship with the app, parsed once. */
const shipped: readonly ChecklistTemplate[] = [checklistTemplate.parse(standard)];

/** One version of a template; null when this app does not have it. */
export function findChecklist(id: string, version: number): ChecklistTemplate | null {
  return shipped.find((template) => template.id === id && template.version === version) ?? null;
}

/** What a new job begins with. */
export function defaultChecklist(): ChecklistTemplate {
  const [first] = shipped;
  if (first === undefined) throw new Error('the app ships at least one checklist');
  return first;
}
