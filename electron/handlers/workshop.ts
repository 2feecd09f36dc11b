import { checkTemplate } from '../../shared/domain/checklist-faults.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { SaveDialog } from '../base/ports.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { Checklists, Workshop } from '../jobs/checklists.ts';
import type { Publications } from '../jobs/publications/publications.ts';
import { createSavedFiles, type SavedFileParts } from '../reports/reports.ts';
import {
  publishInstruction,
  withdrawInstruction,
  fileNamed,
  instructionsOfJob,
  listInstructions,
} from '../jobs/instructions/instructions.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Handlers } from './router.ts';

/* The documents of the workshop: its checklists, its fitting instructions, and their publication to the laptops. */

type ChecklistHandlers = Pick<Handlers, Extract<keyof Handlers, `checklists.${string}`>>;

/** The dependencies of the `checklists.*` calls. */
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

/** The `instructions.*` calls. */
export function instructionsCalls(
  current: () => OpenProfile,
  shell: SavedFileParts,
): Pick<Handlers, Extract<keyof Handlers, `instructions.${string}`>> {
  const copies = createSavedFiles(shell);
  return {
    'instructions.ofJob': ({ jobId }) => {
      const { database, instructions } = current();
      return {
        instructions: instructionsOfJob(database, instructions.files, jobId),
        readAt: instructions.readAt(),
      };
    },
    'instructions.picture': ({ digest }) => {
      const { database, instructions } = current();
      const file = fileNamed(database, digest);
      return { picture: file === undefined ? null : instructions.files.picture(file) };
    },
    'instructions.openFile': async ({ digest }) => {
      const { database, instructions } = current();
      const file = fileNamed(database, digest);
      if (file?.mediaType !== 'application/pdf') throw new ProblemError(makeProblem('not-found'));
      const path = instructions.files.copyToOpen(file);
      copies.add(path);
      await copies.show(path, 'file');
      return {};
    },
    'instructions.list': () => {
      const { database, instructions } = current();
      return {
        instructions: [...listInstructions(database.sqlite)],
        refused: [...instructions.refused()],
        canPublish: instructions.canPublish,
      };
    },
    'instructions.keepFile': ({ name, bytes }) =>
      current().instructions.files.take(name, Buffer.from(bytes, 'base64')),
    'instructions.save': (asked) => {
      const { jobs, instructions } = current();
      return { id: publishInstruction(jobs, instructions, asked) };
    },
    'instructions.withdraw': (asked) => {
      const { jobs, instructions } = current();
      withdrawInstruction(jobs, instructions, asked);
      return {};
    },
  };
}

/** The `publication.*` calls. */
export function publicationCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `publication.${string}`>> {
  return {
    'publication.status': () => current().publications.status(),
    'publication.accept': ({ key }) => {
      const { publications } = current();
      publications.accept(key);
      return publications.status();
    },
    'publication.publish': async ({ basedOn, draft: { templates: ids, ...draft } }) => {
      const { publications, checklists } = current();
      checklists.reread();
      const templates = ids.map((id) => {
        const offered = checklists.offered().find(({ template }) => template.id === id);
        // The newest version: the published one, unless this laptop has edited it since.
        const newest = offered?.versions[0];
        if (newest === undefined) throw new ProblemError(makeProblem('not-found'));
        return newest;
      });
      await publications.publish({ basedOn, draft, templates });
      return publications.status();
    },
    'publication.stopBringing': () => {
      current().publications.stopBringing();
      return {};
    },
  };
}
