import type { Clock } from '../../../shared/clock.ts';
import type { ExportFormat, ExportManner, ExportState } from '../../../shared/domain/supervision-export.ts';
import type { ExportedRow } from '../../../shared/domain/supervision-job.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Translate } from '../../base/translator.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { CSV_START } from './csv.ts';
import { createShownJobs, type ShownRow } from './shown-job.ts';
import { csvTable } from './table-csv.ts';
import { JSON_END, jsonHead, jsonJob } from './table-json.ts';

/** The jobs under a filter, as they were at one moment; each is read when its turn comes, as often as they are gone through. */
export interface JobsToExport {
  readonly total: number;
  readonly rows: Iterable<ExportedRow>;
}

/** The form of the table. */
export interface TableForm {
  readonly format: ExportFormat;
  readonly manner: ExportManner;
}

/** The inputs of a table. */
export interface TableParts {
  readonly target: () => QueueTarget;
  readonly clock: Pick<Clock, 'now'>;
  readonly translator: (language: ExportManner['language']) => Translate;
  readonly progress: (done: number, total: number) => void;
  /** Another part of the work begins. */
  readonly turnTo: (what: NonNullable<ExportState['task']>['what']) => void;
}

/** The table piece by piece; a piece may be empty, so that others have their turn. */
export function* tablePieces(
  jobs: JobsToExport,
  { format, manner }: TableForm,
  { target, clock, translator, progress, turnTo }: TableParts,
): Generator<string> {
  const translate = translator(manner.language);
  const say = (key: string, params = {}) => translate({ key: `exports.${key}`, params });
  function* counted(): Generator<ShownRow> {
    const shown = createShownJobs(manner, {
      numbered: (number) => (format === 'json' ? `person ${number}` : say('person', { number })),
      leftOut: format === 'json' ? '(left out)' : `(${say('job.leftOut')})`,
    });
    let done = 0;
    for (const row of jobs.rows) {
      done += 1;
      progress(done, jobs.total);
      yield shown(row);
    }
  }
  switch (format) {
    case 'csv': {
      const table = csvTable(translate, manner.language);
      turnTo('columns');
      for (const job of counted()) {
        table.see(job);
        yield '';
      }
      turnTo('table');
      yield CSV_START + table.head();
      for (const job of counted()) yield table.line(job);
      return;
    }
    case 'json': {
      const { environment, customerId } = target();
      yield jsonHead({ environment, customerId, exportedAt: clock.now(), manner });
      let isFirst = true;
      for (const job of counted()) {
        yield jsonJob(job, isFirst);
        isFirst = false;
      }
      yield JSON_END;
      return;
    }
    default:
      neverReached(format);
  }
}
