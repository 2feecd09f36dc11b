import {
  type ChecklistItem,
  type ChecklistItemType,
  type ChecklistOption,
  type ChecklistTemplate,
  editedTemplate,
} from '../../../shared/domain/checklist.ts';
import { neverReached } from '../../../shared/never.ts';
import { readJson } from '../../../shared/parsing.ts';

/** A template during editing: the present state with its undo and redo stacks. */
interface Editing {
  readonly past: readonly ChecklistTemplate[];
  readonly present: ChecklistTemplate;
  readonly future: readonly ChecklistTemplate[];
  /** Consecutive typing in one field is a single undo step. */
  readonly field: string | null;
}

const MOST_STEPS = 200;

/** The initial state for a template. */
export const beginEditing = (present: ChecklistTemplate): Editing => ({
  past: [],
  present,
  future: [],
  field: null,
});

/** The next state. `field` names the field that is typed into; null for a change that is an undo step of its own. */
export function edited(before: Editing, present: ChecklistTemplate, field: string | null): Editing {
  const goesOn = field !== null && field === before.field;
  const past = goesOn ? before.past : [...before.past, before.present].slice(-MOST_STEPS);
  return { past, present, future: [], field };
}

/** Undoes the last step. */
export function undone(now: Editing): Editing {
  const present = now.past.at(-1);
  if (present === undefined) return now;
  return { past: now.past.slice(0, -1), present, future: [now.present, ...now.future], field: null };
}

/** Redoes the last undone step. */
export function redone(now: Editing): Editing {
  const [present, ...future] = now.future;
  if (present === undefined) return now;
  return { past: [...now.past, now.present], present, future, field: null };
}

/** An id that is not taken: `text`, `text-2`, … */
export function freeId(wish: string, taken: readonly string[]): string {
  if (!taken.includes(wish)) return wish;
  for (let number = 2; ; number += 1) {
    const id = `${wish}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

/** A new item of a kind, without texts. */
export function newItem(type: ChecklistItemType, taken: readonly string[]): ChecklistItem {
  const common = { id: freeId(type, taken), text: { en: '' }, required: true };
  switch (type) {
    case 'confirm':
    case 'text':
    case 'photo':
    case 'signature':
      return { ...common, type };
    case 'choice':
      return {
        ...common,
        type,
        options: [
          { id: 'option-1', text: { en: '' } },
          { id: 'option-2', text: { en: '' } },
        ],
      };
    case 'number':
      return { ...common, type, unit: '', min: 0, max: 100 };
    case 'scan':
      return { ...common, type, expects: 'anything' };
    default:
      return neverReached(type);
  }
}

/** The template with one item replaced. */
export const withItem = (template: ChecklistTemplate, index: number, item: ChecklistItem) => ({
  ...template,
  items: template.items.map((other, at) => (at === index ? item : other)),
});

/** The template with one item moved up (-1) or down (1); unchanged at either end of the list. */
export function withMoved(template: ChecklistTemplate, index: number, by: -1 | 1): ChecklistTemplate {
  const items = [...template.items];
  const item = items[index];
  const other = items[index + by];
  if (item === undefined || other === undefined) return template;
  items[index] = other;
  items[index + by] = item;
  return { ...template, items };
}

/** Comma-separated names, trimmed. Undefined for an empty list. */
export function namesOf(typed: string): string[] | undefined {
  const names = typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
}

/** The `together` name as typed, reduced to the characters that a template allows. Empty: the item stands alone. */
export function togetherNameOf(typed: string): string | undefined {
  const name = typed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60);
  return name === '' ? undefined : name;
}

/** A choice with other options; a usual answer that is not among them is removed. */
export function withOptions(
  item: Extract<ChecklistItem, { type: 'choice' }>,
  options: ChecklistOption[],
): ChecklistItem {
  const { usual, ...others } = item;
  return usual !== undefined && options.some(({ id }) => id === usual)
    ? { ...item, options }
    : { ...others, options };
}

/** An empty checklist with this id. */
export const emptyTemplate = (id: string): ChecklistTemplate => ({
  id,
  version: 1,
  title: { en: '' },
  items: [],
});

/** The draft of an unfinished edit; null when there is none, or this build cannot parse it. */
export function readDraft(draft: string | null): ChecklistTemplate | null {
  return draft === null ? null : (editedTemplate.safeParse(readJson(draft)).data ?? null);
}
