import { checkTemplate } from '../../shared/domain/checklist-faults.ts';
import type { Topic } from '../../shared/ipc/pushed.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Handlers } from './router.ts';
import type { SaveDialog } from '../base/ports.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { Checklists } from '../jobs/checklists/checklists.ts';
import type { Workshop } from '../jobs/checklists/workshop.ts';
import type { Publications } from '../jobs/publications/publications.ts';
import { createSavedFiles, type SavedFileParts } from '../reports/reports.ts';

type ChecklistHandlers = Pick<Handlers, Extract<keyof Handlers, `checklists.${string}`>>;

/** The dependencies of the calls. */
export interface ChecklistCallParts extends Workshop {
  /** The checklists of the call's customer. */
  readonly checklists: () => Checklists;
  /** The published files of the call's customer; null while no profile is open. */
  readonly published: () => Publications['files'] | null;
  readonly saveDialog: SaveDialog;
  readonly shell: SavedFileParts;
  /** The save dialog's title in the person's language. */
  readonly exportTitle: () => string;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}

/** The `checklists.*` calls. */
export function checklistCalls(parts: ChecklistCallParts): ChecklistHandlers {
  const { folder, examples } = parts;
  const copies = createSavedFiles(parts.shell);
  const shown = () => parts.published()?.examples ?? examples;
  const versionsOf = (id: string) =>
    parts
      .checklists()
      .offered()
      .find(({ template }) => template.id === id)?.versions ?? [];
  const changed = () => {
    parts.checklists().reread();
    parts.publish(new Set(['checklists']));
  };
  return {
    'checklists.list': () => {
      const checklists = parts.checklists();
      checklists.reread();
      return {
        checklists: checklists.offered().map((offered) => ({ ...offered, versions: [...offered.versions] })),
        faults: [...checklists.faults()],
        folder: folder.path,
        drafts: [...folder.drafts()],
      };
    },
    'checklists.save': ({ template }) => {
      const checked = checkTemplate(template);
      if (!checked.ok) throw new ProblemError(makeProblem('checklist-malformed'));
      parts.checklists().reread();
      const version = Math.max(0, ...versionsOf(template.id).map((known) => known.version)) + 1;
      folder.write({ ...checked.value, version });
      folder.writeDraft(template.id, null);
      changed();
      return { version };
    },
    'checklists.remove': ({ id }) => {
      folder.putAside(id);
      folder.writeDraft(id, null);
      changed();
      return {};
    },
    'checklists.draft': ({ id }) => ({ draft: folder.readDraft(id) }),
    'checklists.saveDraft': ({ id, draft }) => {
      folder.writeDraft(id, draft);
      parts.publish(new Set(['checklists']));
      return {};
    },
    'checklists.export': async ({ id, version }) => {
      const template = versionsOf(id).find((known) => known.version === version);
      if (template === undefined) throw new ProblemError(makeProblem('not-found'));
      const path = await parts.saveDialog.choose({
        title: parts.exportTitle(),
        suggestedName: `${id}-v${version}.json`,
        extension: 'json',
      });
      if (path !== null) await writeWhole(path, [`${JSON.stringify(template, null, 2)}\n`]);
      return { path };
    },
    'checklists.example': ({ file }) => {
      const here = shown().whole(file) !== null;
      return {
        here,
        awaited: !here && parts.published()?.isAwaited(file) === true,
        picture: shown().picture(file),
      };
    },
    'checklists.openExample': async ({ file }) => {
      const path = shown().copyToOpen(file);
      copies.add(path);
      await copies.show(path, 'file');
      return {};
    },
    'checklists.keepExample': ({ name, bytes }) => examples.take(name, Buffer.from(bytes, 'base64')),
  };
}
