import { z } from 'zod';
import { sentence, type Sentence } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import { quote } from '../words/speak.ts';
import { type ChecklistItem, type ChecklistTemplate, checklistTemplate } from './checklist.ts';
import { checklistName } from '../ids.ts';
import { phaseOf, photoBeside, usualAnswer } from './checklist-asking.ts';

/** A fault of a template: its kind, its place, and its sentence. */
export const templateFault = z.object({
  /** Which item, counted from 1; null for the template itself. */
  item: z.number().int().positive().nullable(),
  /** The item's id where it has one. */
  itemId: z.string().nullable(),
  says: sentence,
});
export type TemplateFault = z.infer<typeof templateFault>;

/** A fault of a file in the workshop's folder. */
export const fileFault = templateFault.extend({ file: z.string() });
export type FileFault = z.infer<typeof fileFault>;

/** Reads a template from JSON text. Reports all faults, not only the first. */
export function readTemplate(text: string): Result<ChecklistTemplate, readonly TemplateFault[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const raw = cause instanceof Error ? cause.message : String(cause);
    return err([{ item: null, itemId: null, says: reason('not-json', { raw: quote(raw) }) }]);
  }
  return checkTemplate(json);
}

/** Like `readTemplate`, for parsed JSON. */
export function checkTemplate(json: unknown): Result<ChecklistTemplate, readonly TemplateFault[]> {
  const parsed = checklistTemplate.safeParse(json);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => faultOf(issue, json));
    return err(withoutRepetition(faults));
  }
  const faults = parsed.data.items.flatMap((item, index) =>
    [...itemFaults(item, index, parsed.data.items), ...partFaults(item, parsed.data)].map((says) => ({
      item: index + 1,
      itemId: item.id,
      says,
    })),
  );
  return faults.length === 0 ? ok(parsed.data) : err(faults);
}

const reason = (code: string, params: Sentence['params'] = {}): Sentence => ({
  key: `checklists.fault.${code}`,
  params,
});

/** Faults that the schema cannot express: duplicate ids, reversed ranges, conditions without their item. */
function itemFaults(item: ChecklistItem, index: number, all: readonly ChecklistItem[]): readonly Sentence[] {
  const faults: Sentence[] = [];
  if (all.findIndex(({ id }) => id === item.id) < index) faults.push(reason('id-twice', { id: item.id }));
  if (item.type === 'number' && item.min >= item.max) {
    faults.push(reason('range-reversed', { min: item.min, max: item.max }));
  }
  if (item.type === 'choice') {
    const ids = item.options.map(({ id }) => id);
    const twice = ids.find((id, at) => ids.indexOf(id) < at);
    if (twice !== undefined) faults.push(reason('option-twice', { id: twice }));
    if (item.usual !== undefined && !ids.includes(item.usual)) {
      faults.push(reason('usual-unknown', { option: item.usual }));
    }
  }
  if (item.together !== undefined && usualAnswer(item) === null) faults.push(reason('together-kind'));
  if (item.together !== undefined && isInBothParts(item.together, all)) {
    faults.push(reason('together-parts', { name: item.together }));
  }
  if (item.alike === true && (item.type === 'photo' || item.type === 'signature')) {
    faults.push(reason('alike-kind'));
  }
  if (item.photo === true && (item.type === 'photo' || item.type === 'signature')) {
    faults.push(reason('photo-kind'));
  }
  const photo = photoBeside(item);
  if (
    photo !== null &&
    (!checklistName.safeParse(photo.id).success || all.some(({ id }) => id === photo.id))
  ) {
    faults.push(reason('photo-id', { id: photo.id }));
  }
  if (item.severity === 'critical' && item.mayNotApply === true) faults.push(reason('critical-applies'));
  const condition = conditionFault(item, index, all);
  return condition === null ? faults : [...faults, condition];
}

/** Only installations have a part before the Box. */
function partFaults(
  item: ChecklistItem,
  { jobs = ['installation'] }: ChecklistTemplate,
): readonly Sentence[] {
  const isInstallation = jobs.every((kind) => kind === 'installation');
  return phaseOf(item) === 'before' && !isInstallation ? [reason('part-jobs')] : [];
}

/**
 * Items that are ticked together must be in one phase: otherwise one act would answer for the time before and after the
 * Box.
 */
function isInBothParts(name: string, all: readonly ChecklistItem[]): boolean {
  return new Set(all.filter(({ together }) => together === name).map(phaseOf)).size > 1;
}

function conditionFault(item: ChecklistItem, index: number, all: readonly ChecklistItem[]): Sentence | null {
  const { when } = item;
  if (when === undefined) return null;
  const at = all.findIndex(({ id }) => id === when.item);
  const earlier = all[at];
  if (earlier === undefined) return reason('when-unknown', { item: when.item });
  const laterPhase = phaseOf(item) === 'before' && phaseOf(earlier) === 'after';
  if (at >= index || laterPhase) return reason('when-later', { item: when.item });
  if ('oneOf' in when) {
    if (earlier.type !== 'choice') return reason('when-kind', { item: when.item });
    const unknown = when.oneOf.find((option) => earlier.options.every(({ id }) => id !== option));
    return unknown === undefined ? null : reason('when-option', { option: unknown, item: when.item });
  }
  const wanted = 'confirmed' in when ? 'confirm' : 'number';
  return earlier.type === wanted ? null : reason('when-kind', { item: when.item });
}

const somewhere = z.looseObject({});
const listed = z.array(z.unknown());

function faultOf(issue: z.core.$ZodIssue, json: unknown): TemplateFault {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const [root, index, ...rest] = path;
  if (root !== 'items' || typeof index !== 'number') {
    return { item: null, itemId: null, says: reasonOf(issue, path, json) };
  }
  const id = z.string().safeParse(valueAt(json, ['items', index, 'id']));
  return {
    item: index + 1,
    itemId: id.success ? id.data : null,
    says: reasonOf(issue, rest, valueAt(json, ['items', index])),
  };
}

/** `place` is relative to the template or to the item `within`. */
function reasonOf(issue: z.core.$ZodIssue, place: readonly (string | number)[], within: unknown): Sentence {
  const [field, ...deeper] = place;
  const named = place.map((part) => (typeof part === 'number' ? part + 1 : part)).join('.');
  if (field === undefined) return reason('not-template');
  if (field === 'title') return reason(issue.code === 'too_big' ? 'text-long' : 'title-missing');
  if (field === 'text' || field === 'hint') {
    return reason(
      issue.code === 'too_big' ? 'text-long' : field === 'hint' ? 'hint-missing' : 'text-missing',
    );
  }
  if (field === 'items' && deeper.length === 0) {
    return reason(issue.code === 'too_big' ? 'items-many' : 'items-none');
  }
  if (field === 'options') {
    if (deeper.length === 0) return reason(issue.code === 'too_big' ? 'options-many' : 'options-few');
    const [number = 0, part] = deeper;
    const params = { number: Number(number) + 1 };
    return reason(part === 'id' ? 'option-id' : 'option-text-missing', params);
  }
  if (field === 'when') return reason('when-malformed');
  if (field === 'only' || field === 'suggestFor') return reason('scope-malformed');
  if (field === 'type') {
    const type = z.string().safeParse(valueAt(within, ['type']));
    return type.success
      ? reason('type-unknown', { type: quote(type.data) })
      : reason('field-missing', { field });
  }
  if (valueAt(within, place) === undefined) return reason('field-missing', { field: named });
  if (field === 'id') return reason('id-malformed');
  if (field === 'version') return reason('version-wrong');
  return reason('field-wrong', { field: named });
}

function valueAt(json: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (step === undefined) return json;
  const list = listed.safeParse(json);
  if (list.success) return valueAt(list.data[Number(step)], rest);
  const record = somewhere.safeParse(json);
  return record.success ? valueAt(record.data[step], rest) : undefined;
}

function withoutRepetition(faults: readonly TemplateFault[]): readonly TemplateFault[] {
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}
