import { renderReport } from '../../../electron/reports/reports.ts';
import type { ReportContext } from '../../../electron/reports/words.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import type { ProfileView } from '../../../shared/domain/profile.ts';
import { type Changes, exampleJob, exampleProfile } from './example-job.ts';
import { localeTranslator } from './locale.ts';

/** The pre-flight's sentences belong to the jobs; the report only hands them on. */
const PREFLIGHT = 'preflight.';

/** The surroundings of a report in one language. */
export function contextIn(language: Language, more: Partial<ReportContext> = {}): ReportContext {
  const locale = localeTranslator(language);
  return {
    language,
    printedAt: Date.UTC(2026, 10, 21, 8, 30),
    translate: (sentence) => (sentence.key.startsWith(PREFLIGHT) ? `«${sentence.key}»` : locale(sentence)),
    timeZone: 'Europe/Berlin',
    ...more,
  };
}

/** The example as a document, with changes. */
export const report = (changes: Changes = {}, profile: ProfileView = exampleProfile()): string =>
  renderReport(exampleJob(changes), profile, contextIn('en'));

/** The visible text, white space folded. */
export const readable = (document: string): string =>
  document
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

/** The visible text between two headings. */
export const section = (document: string, from: string, to: string): string =>
  readable(document).split(from)[1]?.split(to)[0] ?? '';
