import type { Clock } from '../../../shared/clock.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { lastLogEntry } from '../../db/tables/queue/log-entries.ts';
import { createTranslator } from '../../i18n/translator.ts';
import { pictureOf } from '../../jobs/pictures.ts';
import type { OpenProfile } from '../../open-profile.ts';
import type { PdfRenderer, SaveDialog } from '../../ports.ts';
import { viewOf } from '../../profiles/profile.ts';
import { renderReport } from './render-report.ts';

/** Asks where a job's report goes and prints it; null = cancelled. */
export type SaveReport = (
  job: JobView,
) => Promise<{ readonly path: string; readonly bytes: Uint8Array } | null>;

export function createReportSaver(parts: {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  /** For jobs that have no language of their own. */
  readonly language: () => Language;
  readonly saveDialog: SaveDialog;
  readonly pdf: PdfRenderer;
  readonly clock: Pick<Clock, 'now'>;
}): SaveReport {
  return async (job) => {
    const { profile, database, directory, jobs } = parts.current();
    const newest = lastLogEntry(database.sqlite);
    const language = job.reportLanguage ?? parts.language();
    const translate = createTranslator(language);
    const path = await parts.saveDialog.choose({
      title: translate({ key: 'flow.finish.report', params: {} }),
      suggestedName: reportName(job),
      extension: 'pdf',
    });
    if (path === null) return null;
    const pictureUrl = job.kind === 'removal' ? null : (job.key?.pictureUrl ?? null);
    const html = renderReport(job, viewOf(profile), {
      language,
      printedAt: parts.clock.now(),
      translate,
      pictures: (digest) => pictureOf(jobs, digest),
      ...(newest === undefined ? {} : { logHead: { number: newest.number, hash: newest.hash } }),
      keyPicture: pictureUrl === null ? null : directory.picture(pictureUrl),
    });
    return { path, bytes: await parts.pdf.render(html) };
  };
}

function reportName({ car, startedAt }: JobView): string {
  const label = (car?.licensePlate ?? car?.name ?? 'job').replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${new Date(startedAt).toISOString().slice(0, 10)}-${label}.pdf`;
}
