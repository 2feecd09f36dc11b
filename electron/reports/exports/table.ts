import type { Clock, Instant } from '../../../shared/time.ts';
import type {
  ExportFormat,
  ExportManner,
  ExportState,
  ExportedAnswer,
  ExportedInstallation,
} from '../../../shared/domain/supervision-export.ts';
import { neverReached } from '../../../shared/never.ts';
import { isDone } from '../../../shared/domain/supervision-overview.ts';
import { handedOverOf, wordOf } from '../../../shared/domain/proof.ts';
import { countedRow } from '../../../shared/domain/supervision.ts';
import type { Environment, CustomerId } from '../../../shared/ids.ts';
import type { Translate } from '../../base/translator.ts';
import type { JobsToExport } from '../../supervision/copies-reader.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import { CSV_START, csvTable } from './table-csv.ts';
import { createShownJobs, type ShownRow, type ShownAnswer } from './shown.ts';

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

const iso = (at: Instant): string => new Date(at).toISOString();
const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at));

/** The head of the file: docs/schemas/installations-2.schema.json describes the rest. */
function jsonHead(file: {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly exportedAt: Instant;
  readonly manner: ExportManner;
}): string {
  const { environment, customerId, exportedAt, manner } = file;
  const head = {
    format: 'boxwright-installations',
    version: 2,
    environment,
    customerId,
    exportedAt: iso(exportedAt),
    people: manner.people,
    cars: manner.cars,
  };
  return `${JSON.stringify(head).slice(0, -1)},"jobs":[`;
}

/** One job per line. */
function jsonJob(shown: ShownRow, isFirst: boolean): string {
  const job: ExportedInstallation = {
    job: shown.jobId,
    kind: shown.kind,
    state: shown.state,
    plate: shown.plate,
    carName: shown.carName,
    vin: shown.vin,
    brand: shown.brand,
    model: shown.model,
    keyForm: shown.keyForm,
    group: shown.group,
    serial: shown.serial,
    variant: shown.variant,
    fitted: shown.fitted,
    takenOut: shown.takenOut,
    done: isDone(countedRow(shown)),
    installer: shown.person,
    laptop: shown.laptop,
    site: shown.site,
    startedAt: iso(shown.startedAt),
    finishedAt: isoOrNull(shown.finishedAt),
    minutes: shown.minutes,
    verification: shown.verification,
    proof: { is: wordOf(shown.proof), handedOver: handedOverOf(shown.proof) },
    proofs: shown.proofs.map((one) => ({ ...one, at: iso(one.at) })),
    checklist:
      shown.checklist === null
        ? null
        : {
            template: shown.checklist.template,
            version: shown.checklist.version,
            publication: shown.checklist.publication,
            completedAt: isoOrNull(shown.checklist.completedAt),
          },
    answers: shown.answers.map(exportedAnswer),
    openAccess:
      shown.openAccess === null
        ? null
        : { until: isoOrNull(shown.openAccess.until), estimated: shown.openAccess.estimated },
    review: { ...shown.review, at: isoOrNull(shown.review.at) },
    risk: shown.risk,
    forced: shown.forced,
    changedAnswers: shown.changedAnswers,
    green: shown.green,
    trouble: shown.trouble,
    logFault: shown.logFault,
    log: shown.log,
  };
  return `${isFirst ? '' : ','}\n${JSON.stringify(job)}`;
}

function exportedAnswer(given: ShownAnswer): ExportedAnswer {
  const {
    item,
    words,
    asked,
    answer,
    photos,
    photosLeftOut,
    annotations,
    at,
    origin,
    forced,
    notApplicable,
    earlier,
  } = given;
  const option = asked?.type === 'choice' ? asked.options.find(({ id }) => id === answer) : undefined;
  return {
    item,
    words,
    type: asked?.type ?? null,
    answer,
    notApplicable,
    earlier: earlier.map((one) => ({ ...one, at: iso(one.at) })),
    option: option?.text.en ?? null,
    unit: asked?.type === 'number' ? asked.unit : null,
    range: asked?.type === 'number' ? { min: asked.min, max: asked.max } : null,
    example: exampleOf(given),
    photos: [...photos],
    photosLeftOut,
    annotations: annotations.map(({ digest: sha256, original, blurred, at: madeAt }) => ({
      sha256,
      original,
      blurred,
      at: iso(madeAt),
    })),
    at: iso(at),
    origin,
    forced,
  };
}

function exampleOf({ asked }: ShownAnswer): ExportedAnswer['example'] {
  const example = asked?.example;
  return example === undefined ? null : { name: example.name, sha256: example.sha256 };
}

const JSON_END = '\n]}\n';
