import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import {
  type ChecklistSource,
  type ChecklistTemplate,
  checklistTemplate,
} from '../../shared/domain/checklist.ts';
import { fits, isForKind, type KnownForChecklist } from '../../shared/domain/checklist-asking.ts';
import type { JobKind } from '../../shared/domain/job-steps.ts';
import { type FileFault, readTemplate } from '../../shared/domain/checklist-faults.ts';
import { type ChecklistChoice, MOST_CHECKLIST_CHOICES } from '../../shared/domain/settings.ts';
import type { Sentence } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import carJson from '../../resources/checklists/car.json' with { type: 'json' };
import machineJson from '../../resources/checklists/machine.json' with { type: 'json' };
import removalJson from '../../resources/checklists/removal.json' with { type: 'json' };
import swapJson from '../../resources/checklists/swap.json' with { type: 'json' };
import vanJson from '../../resources/checklists/van.json' with { type: 'json' };
import { createSettingsFile } from '../profiles/settings-store.ts';
import { type AttachedFiles, createAttachedFiles } from './attached-files.ts';

/*
 * The checklists that are offered here: the ones of the publication in force, the workshop's own (one JSON file per
 * version, people also put files there by hand) and the shipped ones (`resources/checklists`). Answers belong to the
 * job, which keeps the template that it was begun with.
 */

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
    const newestFirst =
      central.length === 0 ? versions : versions.toSorted((one, other) => other.version - one.version);
    const source = central.length > 0 ? 'published' : mine.length > 0 ? 'workshop' : 'shipped';
    return [{ template, source, versions: newestFirst, own: central.length > 0 ? (mine[0] ?? null) : null }];
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

/** The checklists of a workshop. */
interface FolderContent {
  /** Every version, lowest first within an id. */
  readonly templates: readonly ChecklistTemplate[];
  readonly faults: readonly FileFault[];
}

/** The workshop's own templates: one JSON file per version. People also put files there by hand. */
interface TemplateFolder {
  readonly path: string;
  readonly read: () => FolderContent;
  /** Returns after the whole file was synced to disk. */
  readonly write: (template: ChecklistTemplate) => void;
  /** Moves every version of a template into `removed/`, which the app does not read. */
  readonly putAside: (id: string) => void;
  /** The draft of an edited template, as written by the window; null when there is none. */
  readonly readDraft: (id: string) => string | null;
  /** Null deletes the draft. */
  readonly writeDraft: (id: string, draft: string | null) => void;
  /** The ids of all drafts. */
  readonly drafts: () => readonly string[];
}

/** Upper bound in bytes; real templates are far smaller. */
const LARGEST_FILE = 1024 * 1024;
const notThere = z.object({ code: z.enum(['ENOENT', 'ENOTDIR']) });

/** The folder at `path`; created at the first write. */
export function openTemplateFolder(path: string): TemplateFolder {
  const draft = (id: string) => join(path, 'drafts', `${id}.json`);
  return {
    path,
    read: () => {
      const { templates, faults } = readAll(path);
      return { templates: [...templates.values()].sort(byVersion), faults };
    },
    write: (template) =>
      createSettingsFile(join(path, `${template.id}.v${template.version}.json`)).write(template),
    putAside: (id) => {
      const aside = join(path, 'removed');
      mkdirSync(aside, { recursive: true });
      for (const [file, template] of readAll(path).templates) {
        if (template.id === id) renameSync(join(path, file), join(aside, file));
      }
    },
    readDraft: (id) => {
      const text = z.string().safeParse(createSettingsFile(draft(id)).read());
      return text.success ? text.data : null;
    },
    writeDraft: (id, text) => {
      if (text === null) rmSync(draft(id), { force: true });
      else createSettingsFile(draft(id)).write(text);
    },
    drafts: () => {
      const files = filesIn(join(path, 'drafts'));
      return files.ok ? files.value.map((file) => file.slice(0, -'.json'.length)) : [];
    },
  };
}

const byVersion = (one: ChecklistTemplate, other: ChecklistTemplate) =>
  one.id.localeCompare(other.id) || one.version - other.version;

/** Reads the files sorted by name. An unusable file is reported; the other files are used. */
function readAll(path: string): {
  readonly templates: ReadonlyMap<string, ChecklistTemplate>;
  readonly faults: readonly FileFault[];
} {
  const templates = new Map<string, ChecklistTemplate>();
  const faults: FileFault[] = [];
  const files = filesIn(path);
  if (!files.ok) {
    return { templates, faults: [{ file: basename(path), item: null, itemId: null, says: files.error }] };
  }
  for (const file of files.value) {
    const whole = (says: Sentence) => faults.push({ file, item: null, itemId: null, says });
    const text = textOf(join(path, file));
    if (!text.ok) {
      whole(text.error);
      continue;
    }
    const parsed = readTemplate(text.value);
    if (!parsed.ok) {
      faults.push(...parsed.error.map((fault) => ({ file, ...fault })));
      continue;
    }
    const { id, version } = parsed.value;
    const duplicate = [...templates].find(([, other]) => other.id === id && other.version === version);
    if (duplicate === undefined) templates.set(file, parsed.value);
    else whole(fault('version-twice', { id, version, other: duplicate[0] }));
  }
  return { templates, faults };
}

function filesIn(path: string): Result<readonly string[], Sentence> {
  try {
    const names = readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && entry.name.toLowerCase().endsWith('.json'))
      .map(({ name }) => name);
    return ok(names.sort());
  } catch (cause) {
    return notThere.safeParse(cause).success ? ok([]) : err(unreadable(cause));
  }
}

function textOf(file: string): Result<string, Sentence> {
  try {
    if (statSync(file).size > LARGEST_FILE) return err(fault('file-large', {}));
    // Some editors prepend a byte order mark.
    return ok(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    return err(unreadable(cause));
  }
}

const unreadable = (cause: unknown) =>
  fault('file-unreadable', { raw: cause instanceof Error ? cause.message : String(cause) });

const fault = (code: string, params: Sentence['params']): Sentence => ({
  key: `checklists.fault.${code}`,
  params,
});

/** The workshop's own checklists on this laptop, with the example files. */
export interface Workshop {
  readonly folder: TemplateFolder;
  readonly examples: AttachedFiles;
}

/** Opens the workshop's folder of a data folder. */
export function openWorkshop(dataDir: string): Workshop {
  const folder = openTemplateFolder(join(dataDir, 'checklists'));
  return { folder, examples: createAttachedFiles(join(folder.path, 'files')) };
}
