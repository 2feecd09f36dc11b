import type { Clock } from '../../../shared/time.ts';
import type { ExportFormat, ExportManner, ExportState } from '../../../shared/domain/supervision-export.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Translate } from '../../base/translator.ts';
import type { JobsToExport } from '../../supervision/exported-jobs.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { CSV_START, csvTable } from './table-csv.ts';
import { createShownJobs, type ShownRow } from './shown.ts';
import { JSON_END, jsonHead, jsonJob } from './table-json.ts';

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
  /** Reports that the next phase of the export begins. */
  readonly turnTo: (what: NonNullable<ExportState['task']>['what']) => void;
}

/** Yields the table in pieces; a piece may be empty, so that other work can run. */
export function* tablePieces(
  jobs: JobsToExport,
  { format, manner }: TableForm,
  { target, clock, translator, progress, turnTo }: TableParts,
): Generator<string> {
  const translate = translator(manner.language);
  const say = (key: string, params = {}) => translate({ key: `exports.${key}`, params });
  const showing = () =>
    createShownJobs(manner, {
      numbered: (number) => (format === 'json' ? `person ${number}` : say('person', { number })),
      leftOut: format === 'json' ? '(left out)' : `(${say('job.leftOut')})`,
    });
  function* counted<Job>(all: Iterable<Job>): Generator<Job> {
    let done = 0;
    for (const job of all) {
      done += 1;
      progress(done, jobs.total);
      yield job;
    }
  }
  function* shownJobs(): Generator<ShownRow> {
    const shown = showing();
    for (const row of counted(jobs.rows)) yield shown(row);
  }
  switch (format) {
    case 'csv': {
      const table = csvTable(translate, manner.language);
      turnTo('columns');
      // A person's number is the rank among all persons, so that column heads and lines use the same numbers.
      if (manner.people === 'numbered') {
        for (const job of shownJobs()) {
          table.see(job, () => job);
          yield '';
        }
      } else {
        const shown = showing();
        for (const { whole, ...job } of counted(jobs.answered)) {
          table.see(job, () => {
            const row = whole();
            return row === null ? null : shown(row);
          });
          yield '';
        }
      }
      turnTo('table');
      yield CSV_START + table.head();
      for (const job of shownJobs()) yield table.line(job);
      return;
    }
    case 'json': {
      const { environment, customerId } = target();
      yield jsonHead({ environment, customerId, exportedAt: clock.now(), manner });
      let isFirst = true;
      for (const job of shownJobs()) {
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
