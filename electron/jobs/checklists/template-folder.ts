import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { type FileFault, readTemplate } from '../../../shared/domain/checklist-faults.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { createSettingsFile } from '../../profiles/settings-store.ts';
import { type AttachedFiles, createAttachedFiles } from '../attached-files.ts';

/** The checklists of a workshop. */
export interface FolderContent {
  /** Every version, lowest first within an id. */
  readonly templates: readonly ChecklistTemplate[];
  readonly faults: readonly FileFault[];
}

/** The workshop's own templates: one JSON file per version. People also put files there by hand. */
export interface TemplateFolder {
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
