import {
  type ChecklistSource,
  type ChecklistTemplate,
  checklistTemplate,
} from '../../../shared/domain/checklist.ts';
import { fits, type KnownForChecklist } from '../../../shared/domain/checklist-asking.ts';
import type { FileFault } from '../../../shared/domain/checklist-faults.ts';
import { type ChecklistChoice, MOST_CHECKLIST_CHOICES } from '../../../shared/domain/settings.ts';
import carJson from '../../../resources/checklists/car.json' with { type: 'json' };
import machineJson from '../../../resources/checklists/machine.json' with { type: 'json' };
import standardJson from '../../../resources/checklists/retired/standard-1.json' with { type: 'json' };
import vanJson from '../../../resources/checklists/van.json' with { type: 'json' };
import type { FolderContent, TemplateFolder } from './template-folder.ts';

/** One checklist that can be worked through, in its newest version. */
interface OfferedChecklist {
  readonly template: ChecklistTemplate;
  readonly source: ChecklistSource;
  /** All that are there, newest first; the shipped one included where the workshop replaced it. */
  readonly versions: readonly ChecklistTemplate[];
}

/** The checklists of this laptop. Answers at once, from memory. */
export interface Checklists {
  /** The workshop's own checklists first, then the shipped ones that were not replaced. Never empty. */
  readonly offered: () => readonly OfferedChecklist[];
  /** The newest version of a checklist that is offered. */
  readonly current: (id: string) => ChecklistTemplate | null;
  /** Exactly this version of a checklist; null where it is not on this laptop. */
  readonly version: (id: string, version: number) => ChecklistTemplate | null;
  /** The checklist that a job begins with, by the known facts of its car and key. */
  readonly suggest: (known: KnownForChecklist) => ChecklistTemplate;
  /** Files of the workshop's folder that cannot be used. */
  readonly faults: () => readonly FileFault[];
  /** Reads the folder again: files are put there by hand as well. */
  readonly reread: () => void;
}

/** The key of a remembered choice: the make, or nothing where it is not known. */
export function makeOf({ brand, model }: Pick<KnownForChecklist, 'brand' | 'model'>): string {
  return [brand, model]
    .filter((part) => part !== null)
    .join(' ')
    .trim()
    .toLowerCase();
}

/** The remembered choices including this one: newest first, one per make. */
export function withChoice(
  before: readonly ChecklistChoice[],
  make: string,
  checklist: string,
): readonly ChecklistChoice[] {
  const others = before.filter((choice) => choice.make !== make);
  return [{ make, checklist }, ...others].slice(0, MOST_CHECKLIST_CHOICES);
}

const nothing: FolderContent = { templates: [], faults: [] };

/** Puts the workshop's templates before those that ship with the app. `folder` is left out where there is none. */
export function createChecklists(parts: {
  readonly folder: Pick<TemplateFolder, 'read'> | null;
  /** Which checklist was chosen by hand for which make, newest first. */
  readonly remembered: () => readonly ChecklistChoice[];
}): Checklists {
  let content = nothing;
  let offered: readonly OfferedChecklist[] = [];
  const reread = () => {
    content = parts.folder?.read() ?? nothing;
    offered = offeredOf(content.templates);
  };
  reread();
  const current = (id: string) => offered.find(({ template }) => template.id === id)?.template ?? null;
  return {
    offered: () => offered,
    current,
    version: (id, version) =>
      offered
        .find(({ template }) => template.id === id)
        ?.versions.find((template) => template.version === version) ?? null,
    suggest: (known) => {
      const make = makeOf(known);
      const chosen = parts.remembered().find((choice) => choice.make === make);
      const remembered = chosen === undefined ? null : current(chosen.checklist);
      if (remembered !== null) return remembered;
      const templates = offered.map(({ template }) => template);
      const fitting = templates.find(({ suggestFor }) => suggestFor !== undefined && fits(suggestFor, known));
      const any = templates.find(({ suggestFor }) => suggestFor === undefined);
      const [first] = templates;
      const suggested = fitting ?? any ?? first;
      if (suggested === undefined) throw new Error('the app ships at least one checklist');
      return suggested;
    },
    faults: () => content.faults,
    reread,
  };
}

function offeredOf(own: readonly ChecklistTemplate[]): readonly OfferedChecklist[] {
  const ids = [...new Set(own.map(({ id }) => id))];
  const replaced = ids.flatMap((id): readonly OfferedChecklist[] => {
    const mine = own.filter((template) => template.id === id).toReversed();
    const [template] = mine;
    if (template === undefined) return [];
    const shipped = shippedTemplates.filter((other) => other.id === id);
    return [{ template, source: 'workshop', versions: [...mine, ...shipped] }];
  });
  const untouched = shippedTemplates
    .filter(({ id }) => !ids.includes(id))
    .map((template): OfferedChecklist => ({ template, source: 'shipped', versions: [template] }));
  return [...replaced, ...untouched];
}

/** The templates that ship with the app, parsed once. The one without `suggestFor` is taken where nothing else fits. */
export const shippedTemplates: readonly ChecklistTemplate[] = [vanJson, carJson, machineJson].map((json) =>
  checklistTemplate.parse(json),
);

/** No longer offered: jobs of earlier builds kept only its name and version. */
export const firstTemplate: ChecklistTemplate = checklistTemplate.parse(standardJson);
