import type { Language } from '../../../shared/domain/preferences.ts';
import type { JobId } from '../../../shared/ids.ts';
import { changeJob } from '../change.ts';
import type { JobParts } from '../parts.ts';

/** The language a job's report is written in, null for that of the app; also when it is finished. ProblemError `not-found`. */
export function chooseReportLanguage(parts: JobParts, job: JobId, reportLanguage: Language | null): void {
  changeJob(parts, job, ({ data }) => ({ ...data, reportLanguage }), { evenFinished: true });
}
