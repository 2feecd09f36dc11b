import type { Language } from '../../shared/domain/settings.ts';
import type { Sentence } from '../../shared/problem.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { LogHead } from '../../shared/relay/log.ts';
import { type Instant, withinDates } from '../../shared/time.ts';

/** The language and formats of a report. */
export interface ReportContext {
  readonly language: Language;
  readonly printedAt: Instant;
  readonly translate: (sentence: Sentence) => string;
  /** IANA name; the machine's own when left out. */
  readonly timeZone?: string | undefined;
  /** The key's picture as a `data:image/…` address; anything else is left out: the document is self-contained. */
  readonly keyPicture?: string | null | undefined;
  /** Photos and signatures of the job. */
  readonly pictures?: Pictures;
  /** The newest entry of this laptop's log; on paper it vouches for all entries up to it (docs/installation-log.md). */
  readonly logHead?: LogHead;
}

/** A kept picture as a `data:image/…` address; null when it is gone. */
export type Pictures = (digest: AttachmentDigest) => string | null;

/** The report's words and times in one language and time zone. */
export interface Words {
  readonly language: Language;
  /** A text under `report.`. */
  readonly of: (key: string, params?: Sentence['params']) => string;
  /** `Group:`; French has a space before the colon. */
  readonly named: (what: string) => string;
  /** A sentence from elsewhere in the app. */
  readonly sentence: (sentence: Sentence) => string;
  /** 21 November 2026 */
  readonly date: (at: Instant) => string;
  /** 08:12:40 */
  readonly time: (at: Instant) => string;
  /** 21 Nov 2026, 08:12 */
  readonly moment: (at: Instant) => string;
  readonly zone: string;
}

/** The words for one report. */
export function wordsFor(context: ReportContext): Words {
  const { language, translate } = context;
  const zone = context.timeZone === undefined ? {} : { timeZone: context.timeZone };
  // English as written in Britain and Ireland: day first, 24 hours, as everywhere else the app is used.
  const locale = language === 'en' ? 'en-GB' : language;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...zone });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  return {
    language,
    of: (key, params = {}) => translate({ key: `report.${key}`, params }),
    named: (what) => translate({ key: 'installations.named', params: { what } }),
    sentence: translate,
    date: (at) => date.format(withinDates(at)),
    time: (at) => time.format(withinDates(at)),
    moment: (at) => moment.format(withinDates(at)),
    zone: date.resolvedOptions().timeZone,
  };
}

/** "According to Bay 3": for an outcome that only another laptop reported. */
export function accordingTo(reportedBy: string | null, words: Words): string {
  return reportedBy === null || reportedBy === ''
    ? words.sentence({ key: 'handOver.reported.unknown', params: {} })
    : words.sentence({ key: 'handOver.reported.by', params: { laptop: reportedBy } });
}
