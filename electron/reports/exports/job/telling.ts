import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import type { Sentence } from '../../../../shared/problem.ts';
import type { Instant } from '../../../../shared/time.ts';
import { createTranslator } from '../../../base/translator.ts';
import { type Words, wordsFor } from '../../words.ts';
import { createShown } from '../shown.ts';
import { createDiscreet, type Discreet, namedInJob } from './discreet.ts';

/** How one job's paper speaks: its language, and what it may say of persons and cars. */
export interface Telling {
  /** The report's words and times. */
  readonly words: Words;
  /** A text by its whole key. */
  readonly say: (key: string, params?: Sentence['params']) => string;
  readonly discreet: Discreet;
}

/** The telling of a job in the manner that was asked for. */
export function tellingOf(job: SupervisionJob, manner: ExportManner, printedAt: Instant): Telling {
  const translate = createTranslator(manner.language);
  const say: Telling['say'] = (key, params = {}) => translate({ key, params });
  return {
    words: wordsFor({ language: manner.language, printedAt, translate }),
    say,
    discreet: createDiscreet(namedInJob(job), manner, {
      shown: createShown(manner, (number) => say('exports.person', { number })),
      leftOut: `(${say('exports.job.leftOut')})`,
    }),
  };
}
