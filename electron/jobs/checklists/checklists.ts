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

/** One usable checklist in its newest version. */
interface OfferedChecklist {
  readonly template: ChecklistTemplate;
  readonly source: ChecklistSource;
  /** All available checklists, newest first, including shipped ones that the workshop replaced. */
  readonly versions: readonly ChecklistTemplate[];
  /** The workshop's newest version if a published checklist replaces it; null otherwise. */
  readonly own: ChecklistTemplate | null;
}

/** The checklists of the publication in force on this laptop. */
interface PublishedChecklists {
  readonly version: number;
  readonly templates: readonly ChecklistTemplate[];
}

/** The checklists of this laptop, read from memory. */
export interface Checklists {
  /**
   * The available checklists. A published one replaces the workshop's own with the same id, which replaces the shipped
   * one. Never empty.
   */
  readonly offered: () => readonly OfferedChecklist[];
  /** The newest available version of a checklist. */
  readonly current: (id: string) => ChecklistTemplate | null;
  /** Exactly this version of a checklist; null when it is not on this laptop. */
  readonly version: (id: string, version: number) => ChecklistTemplate | null;
  /** The initial checklist for a job of this kind, from the known facts of its car and key. */
  readonly suggest: (known: KnownForChecklist, kind: JobKind) => ChecklistTemplate;
  /** The publication version that contains exactly this template; null = the template is local. */
  readonly publicationOf: (template: ChecklistTemplate) => number | null;
  /** The checklists of this laptop together with those of a customer's publication. */
  readonly withPublished: (published: () => PublishedChecklists | null) => Checklists;
  /** Unusable files in the workshop's folder. */
  readonly faults: () => readonly FileFault[];
  /** Reads the folder again, because people also put files there by hand. */
  readonly reread: () => void;
}

/** The key of a remembered choice: the make; empty when the make is unknown. */
export function makeOf({ brand, model }: Pick<KnownForChecklist, 'brand' | 'model'>): string {
  return [brand, model]
    .filter((part) => part !== null)
    .join(' ')
    .trim()
    .toLowerCase();
}

/** The remembered choices with this one added: newest first, one per make. */
export function withChoice(
  before: readonly ChecklistChoice[],
  make: string,
  checklist: string,
): readonly ChecklistChoice[] {
  const others = before.filter((choice) => choice.make !== make);
  return [{ make, checklist }, ...others].slice(0, MOST_CHECKLIST_CHOICES);
}

const nothing: FolderContent = { templates: [], faults: [] };

/** Gives the workshop's templates precedence over the shipped ones. `folder` is omitted when there is none. */
export function createChecklists(parts: {
  readonly folder: Pick<TemplateFolder, 'read'> | null;
  /** The checklists that people chose by hand, per make, newest first. */
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
        // Checklists of another kind of job may have replaced every shipped one.
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

/** The shipped templates, parsed once. For each kind of job the template without `suggestFor` is the fallback. */
export const shippedTemplates: readonly ChecklistTemplate[] = [
  vanJson,
  carJson,
  machineJson,
  removalJson,
  swapJson,
].map((json) => checklistTemplate.parse(json));

/** No longer offered. Jobs of earlier builds stored only its name and version. */
export const firstTemplate: ChecklistTemplate = checklistTemplate.parse(standardJson);
