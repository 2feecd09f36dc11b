import type { Clock } from '../../shared/time.ts';
import type { JobView, ViewOf } from '../../shared/domain/job.ts';
import type { Language } from '../../shared/domain/settings.ts';
import type { ShownFile } from '../../shared/ipc/messages.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { neverReached } from '../../shared/never.ts';
import type { ProfileView } from '../../shared/domain/profile.ts';
import type { JobVerification, VerificationEvent } from '../../shared/domain/proof.ts';
import { lastLogEntry } from '../db/tables/queue/log-entries.ts';
import { writeWhole } from '../base/whole-file.ts';
import { createTranslator } from '../base/translator.ts';
import { annotationsForCustomers, pictureOf } from '../jobs/pictures.ts';
import type { Database } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import type { JobParts } from '../jobs/change.ts';
import { type Profile, viewOf } from '../profiles/profile.ts';
import type { CorePorts, PdfRenderer, Printer, SaveDialog } from '../base/ports.ts';
import { renderBoxLabel, renderFacts, renderLeaving } from './facts.ts';
import { renderChecklist, renderForcedBoxes } from './checklist.ts';
import { renderHead, renderDocument, renderOrigin } from './document.ts';
import { html, type Html } from './html.ts';
import { renderReceipt } from './receipt.ts';
import { type ReportContext, type Words, wordsFor, accordingTo } from './words.ts';

/* The report of a job: its sections in their order, its file and its print. */

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
    const annotations = annotationsForCustomers(database.sqlite, job);
    return renderReport({ ...job, annotations }, viewOf(profile), {
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
      // Before the dialog, because the work goes on under it: its time and its log entry are those of this view.
      const page = render(job);
      const path = await parts.saveDialog.choose({
        title: createTranslator(languageOf(job))({ key: 'flow.finish.report', params: {} }),
        suggestedName: reportName(job),
        extension: 'pdf',
      });
      if (path === null) return null;
      await writeWhole(path, [await parts.pdf.render(page)]);
      saved.add(path);
      return path;
    },
    show: saved.show,
    print: async (job) => {
      const page = render(job);
      try {
        return await parts.printer.print(page);
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

/**
 * The report of one job (`renderDocument`). Everything from a person or the operator is escaped.
 */
export function renderReport(job: JobView, profile: ProfileView, context: ReportContext): string {
  const words = wordsFor(context);
  const title = titleOf(job, words);
  return renderDocument(
    { title, profile, words },
    html`
      ${renderHead(job, profile, words)}
      <main>${renderWork(job, words, context)} ${renderReceipt(job, words)}</main>
      <section class="signatures">
        <div>${words.of('fittedBy')}</div>
        <div>${words.of('receivedBy')}</div>
      </section>
      ${renderOrigin(
        { profile, words, printedAt: context.printedAt },
        html`<p>${words.of('job')} <span class="mono">${job.id}</span></p>
          ${
            context.logHead === undefined
              ? null
              : html`<p>
                  ${words.of('log')}
                  <span class="mono">${context.logHead.number}:${context.logHead.hash}</span>
                </p>`
          }`,
      )}
    `,
  );
}

/** The subject of the kind of job. */
function renderWork(job: JobView, words: Words, context: ReportContext): Html {
  const pictures = context.pictures ?? (() => null);
  switch (job.kind) {
    case 'installation':
      return html`${renderFacts(job, words, context.keyPicture ?? null)}
      ${renderBoxLabel(job, words, pictures)} ${renderForcedBoxes(job.forced, words)}
      ${renderChecklist(job, words, pictures)} ${renderVerification(job, words)}`;
    case 'removal':
      return html`${renderLeaving(job, words)} ${renderChecklist(job, words, pictures)}`;
    case 'swap':
      return html`${renderLeaving(job, words)} ${renderBoxLabel(job, words, pictures)}
      ${renderForcedBoxes(job.forced, words)} ${renderChecklist(job, words, pictures)}
      ${renderVerification(job, words)}`;
    default:
      return neverReached(job);
  }
}

function titleOf({ kind, car, startedAt }: JobView, words: Words): string {
  const name = car?.licensePlate ?? car?.name ?? words.of('noCar');
  return words.of(`kindOf.${kind}`, { car: name, date: words.date(startedAt) });
}

const GOOD: ReadonlySet<VerificationEvent['what']> = new Set([
  'confirmed',
  'opened',
  'closed',
  'extended',
  'removed',
]);
const BAD: ReadonlySet<VerificationEvent['what']> = new Set([
  'failed',
  'not-opened',
  'not-closed',
  'removal-failed',
]);

/** Each test as dated steps: requested, accepted, confirmed, opened, closed, removed. */
function renderVerification(
  { verification, startedAt }: ViewOf<'installation' | 'swap'>,
  words: Words,
): Html {
  const { events, userName, minutes, earlier } = verification;
  const title = html`<h2>${words.of('verification')}</h2>`;
  if (events.length === 0)
    return html`${title}
      <p>${words.of('notVerified')}</p>`;
  return html`${title} ${earlier.map((test) => renderTest(test, startedAt, words))}
  ${renderTest({ userName, minutes, events }, startedAt, words)}`;
}

function renderTest(
  { userName, minutes, events }: Pick<JobVerification, 'userName' | 'minutes' | 'events'>,
  startedAt: number,
  words: Words,
): Html {
  return html`${
      userName === null || minutes === null
        ? null
        : html`<p class="lead">${words.of('testAccessFor', { user: userName, minutes })}</p>`
    }
    <ol class="timeline">
      ${events.map((event) => renderEvent(event, startedAt, words))}
    </ol>`;
}

function renderEvent(event: VerificationEvent, startedAt: number, words: Words): Html {
  const sameDay = words.date(event.at) === words.date(startedAt);
  return html`<li class="${GOOD.has(event.what) ? 'good' : BAD.has(event.what) ? 'bad' : ''}">
    <time>${words.time(event.at)}</time>
    <div>
      ${words.of(`event.${event.what}`)}
      ${
        event.confirmedBy === null
          ? null
          : html`<span class="quiet-text small">(${words.of(`confirmedBy.${event.confirmedBy}`)})</span>`
      }
      ${
        event.reportedBy === null
          ? null
          : html`<span class="quiet-text small">(${accordingTo(event.reportedBy, words)})</span>`
      }
      ${sameDay ? null : html`<span class="quiet-text small">${words.date(event.at)}</span>`}
      ${event.raw === null ? null : html`<p class="raw">${event.raw}</p>`}
    </div>
  </li>`;
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
