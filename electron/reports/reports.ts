import type { Clock } from '../../shared/time.ts';
import type { JobView } from '../../shared/domain/job.ts';
import type { Language } from '../../shared/domain/settings.ts';
import type { ShownFile } from '../../shared/ipc/call.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { lastLogEntry } from '../db/tables/queue/log-entries.ts';
import { writeWhole } from '../base/whole-file.ts';
import { createTranslator } from '../base/translator.ts';
import { pictureOf } from '../jobs/pictures.ts';
import type { Database } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import type { JobParts } from '../jobs/parts.ts';
import { type Profile, viewOf } from '../profiles/profile.ts';
import type { CorePorts, PdfRenderer, Printer, SaveDialog } from '../base/ports.ts';
import { renderReport } from './render-report.ts';

/** Saving, opening and printing the report of a job. */
export interface Reports {
  /** Asks for a path and writes the report; null = the person cancelled. ProblemError `file-not-written`. */
  readonly save: (job: JobView) => Promise<string | null>;
  /** Opens a report that was saved in this run, or its folder. ProblemError `not-found` for any other path. */
  readonly show: (path: string, how: ShownFile['how']) => Promise<void>;
  /** False = the person cancelled. ProblemError `not-printed`. */
  readonly print: (job: JobView) => Promise<boolean>;
}

/** Creates the reports of the jobs in the open profile. */
export function createReports(parts: {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => {
    readonly profile: Profile;
    readonly database: Database;
    readonly directory: Directory;
    readonly jobs: JobParts;
  };
  /** The language of jobs without one of their own. */
  readonly language: () => Language;
  readonly saveDialog: SaveDialog;
  readonly pdf: PdfRenderer;
  readonly printer: Printer;
  readonly savedFiles: SavedFileParts;
  readonly clock: Pick<Clock, 'now'>;
}): Reports {
  const saved = createSavedFiles(parts.savedFiles);
  const languageOf = (job: JobView): Language => job.reportLanguage ?? parts.language();
  const render = (job: JobView): string => {
    const { profile, database, directory, jobs } = parts.current();
    const newest = lastLogEntry(database.sqlite);
    const language = languageOf(job);
    const pictureUrl = job.kind === 'removal' ? null : (job.key?.pictureUrl ?? null);
    return renderReport(job, viewOf(profile), {
      language,
      printedAt: parts.clock.now(),
      translate: createTranslator(language),
      pictures: (digest) => pictureOf(jobs, digest),
      ...(newest === undefined ? {} : { logHead: { number: newest.number, hash: newest.hash } }),
      keyPicture: pictureUrl === null ? null : directory.picture(pictureUrl),
    });
  };
  return {
    save: async (job) => {
      const path = await parts.saveDialog.choose({
        title: createTranslator(languageOf(job))({ key: 'flow.finish.report', params: {} }),
        suggestedName: reportName(job),
        extension: 'pdf',
      });
      if (path === null) return null;
      await writeWhole(path, [await parts.pdf.render(render(job))]);
      saved.add(path);
      return path;
    },
    show: saved.show,
    print: async (job) => {
      const html = render(job);
      try {
        return await parts.printer.print(html);
      } catch (cause) {
        const words = cause instanceof Error ? cause.message : String(cause);
        throw new ProblemError(makeProblem('not-printed', {}, words));
      }
    },
  };
}

function reportName({ car, startedAt }: JobView): string {
  const label = (car?.licensePlate ?? car?.name ?? 'job').replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${new Date(startedAt).toISOString().slice(0, 10)}-${label}.pdf`;
}

/** The system's acts on a saved file. */
export type SavedFileParts = Pick<CorePorts, 'showInFolder' | 'openFile'>;

/** The file types that are opened. A person may have given another extension, and a program must not be started. */
const OPENED = /\.(?:pdf|csv|json|zip)$/i;

/** Tracks the files that were saved in this run. The window names a path, and only these files are shown or opened. */
export function createSavedFiles({ showInFolder, openFile }: SavedFileParts): {
  readonly add: (path: string) => void;
  /** Shows the file in its folder, also where no program opens it. ProblemError `not-found` for any other path. */
  readonly show: (path: string, how: ShownFile['how']) => Promise<void>;
} {
  const saved = new Set<string>();
  return {
    add: (path) => {
      saved.add(path);
    },
    show: async (path, how) => {
      if (!saved.has(path)) throw new ProblemError(makeProblem('not-found'));
      const isOpen = how === 'file' && OPENED.test(path) && (await openFile(path));
      if (!isOpen) showInFolder(path);
    },
  };
}
