import {
  type ChecklistSource,
  type ChecklistTemplate,
  checklistTemplate,
} from '../../../shared/domain/checklist.ts';
import { fits, isForKind, type KnownForChecklist } from '../../../shared/domain/checklist-asking.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { FileFault } from '../../../shared/domain/checklist-faults.ts';
import { type ChecklistChoice, MOST_CHECKLIST_CHOICES } from '../../../shared/domain/settings.ts';
import carJson from '../../../resources/checklists/car.json' with { type: 'json' };
import machineJson from '../../../resources/checklists/machine.json' with { type: 'json' };
import removalJson from '../../../resources/checklists/removal.json' with { type: 'json' };
import standardJson from '../../../resources/checklists/retired/standard-1.json' with { type: 'json' };
import swapJson from '../../../resources/checklists/swap.json' with { type: 'json' };
import vanJson from '../../../resources/checklists/van.json' with { type: 'json' };
import type { FolderContent, TemplateFolder } from './template-folder.ts';

/** One checklist that can be worked through, in its newest version. */
interface OfferedChecklist {
  readonly template: ChecklistTemplate;
  readonly source: ChecklistSource;
  /** All that are there, newest first; the shipped one included where the workshop replaced it. */
  readonly versions: readonly ChecklistTemplate[];
  /** The workshop's own newest version where a published one takes its place; null where none does. */
  readonly own: ChecklistTemplate | null;
}

/** The checklists of the publication that a laptop uses. */
interface PublishedChecklists {
  readonly version: number;
  readonly templates: readonly ChecklistTemplate[];
}

/** The checklists of this laptop. Answers at once, from memory. */
export interface Checklists {
  /** The published checklists first, then the workshop's own, then the shipped ones; each takes the place of later ones of its id. Never empty. */
  readonly offered: () => readonly OfferedChecklist[];
  /** The newest version of a checklist that is offered. */
  readonly current: (id: string) => ChecklistTemplate | null;
  /** Exactly this version of a checklist; null where it is not on this laptop. */
  readonly version: (id: string, version: number) => ChecklistTemplate | null;
  /** The checklist that a job of this kind begins with, by the known facts of its car and key. */
  readonly suggest: (known: KnownForChecklist, kind: JobKind) => ChecklistTemplate;
  /** The version of the publication that this very template is from; null = it is this laptop's. */
  readonly publicationOf: (template: ChecklistTemplate) => number | null;
  /** The same with the checklists of a customer's publication. */
  readonly withPublished: (published: () => PublishedChecklists | null) => Checklists;
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
  const reread = () => {
    content = parts.folder?.read() ?? nothing;
  };
  reread();
  const make = (published: () => PublishedChecklists | null): Checklists => {
    let made: { readonly from: FolderContent; readonly of: PublishedChecklists | null } | null = null;
    let all: readonly OfferedChecklist[] = [];
    const offered = () => {
      const of = published();
      if (made?.from !== content || made.of !== of) {
        all = offeredOf(of?.templates ?? [], content.templates);
        made = { from: content, of };
      }
      return all;
    };
    const current = (id: string) => offered().find(({ template }) => template.id === id)?.template ?? null;
    return {
      offered,
      current,
      version: (id, version) =>
        offered()
          .find(({ template }) => template.id === id)
          ?.versions.find((template) => template.version === version) ?? null,
      suggest: (known, kind) => {
        const chosen = parts.remembered().find((choice) => choice.make === makeOf(known));
        const remembered = chosen === undefined ? null : current(chosen.checklist);
        if (remembered !== null && isForKind(remembered, kind)) return remembered;
        const templates = offered().flatMap(({ template }) => (isForKind(template, kind) ? [template] : []));
        const fitting = templates.find(
          ({ suggestFor }) => suggestFor !== undefined && fits(suggestFor, known),
        );
        const any = templates.find(({ suggestFor }) => suggestFor === undefined);
        const [first] = templates;
        // A checklist of another kind of job may have taken the place of every shipped one.
        const suggested = fitting ?? any ?? first ?? shippedTemplates.find((one) => isForKind(one, kind));
        if (suggested === undefined) throw new Error('the app ships a checklist for each kind of job');
        return suggested;
      },
      publicationOf: (template) => {
        const of = published();
        return of?.templates.includes(template) === true ? of.version : null;
      },
      withPublished: make,
      faults: () => content.faults,
      reread,
    };
  };
  return make(() => null);
}

function offeredOf(
  published: readonly ChecklistTemplate[],
  own: readonly ChecklistTemplate[],
): readonly OfferedChecklist[] {
  const ids = [...new Set([...published, ...own, ...shippedTemplates].map(({ id }) => id))];
  return ids.flatMap((id): readonly OfferedChecklist[] => {
    const isIt = (template: ChecklistTemplate) => template.id === id;
    const central = published.filter(isIt);
    const mine = own.filter(isIt).toReversed();
    const shipped = shippedTemplates.filter(isIt);
    const [template] = [...central, ...mine, ...shipped];
    if (template === undefined) return [];
    const isNew = (one: ChecklistTemplate) => !central.some(({ version }) => version === one.version);
    const versions = [...central, ...mine.filter(isNew), ...shipped];
    const byVersion =
      central.length === 0 ? versions : versions.toSorted((one, other) => other.version - one.version);
    const source = central.length > 0 ? 'published' : mine.length > 0 ? 'workshop' : 'shipped';
    return [{ template, source, versions: byVersion, own: central.length > 0 ? (mine[0] ?? null) : null }];
  });
}

/** The templates that ship with the app, parsed once. For each kind of job, the one without `suggestFor` is taken where nothing else fits. */
export const shippedTemplates: readonly ChecklistTemplate[] = [
  vanJson,
  carJson,
  machineJson,
  removalJson,
  swapJson,
].map((json) => checklistTemplate.parse(json));

/** No longer offered: jobs of earlier builds kept only its name and version. */
export const firstTemplate: ChecklistTemplate = checklistTemplate.parse(standardJson);
