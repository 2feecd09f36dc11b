import type {
  ExportedAnswer,
  ExportedInstallation,
  ExportManner,
} from '../../../shared/domain/supervision-export.ts';
import { isDone } from '../../../shared/domain/supervision-overview.ts';
import { handedOverOf, wordOf } from '../../../shared/domain/proof.ts';
import { countedRow } from '../../../shared/domain/supervision.ts';
import type { Environment, CustomerId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { ShownAnswer, ShownRow } from './shown.ts';

const iso = (at: Instant): string => new Date(at).toISOString();
const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at));

/** The head of the file: docs/schemas/installations-2.schema.json describes the rest. */
export function jsonHead(file: {
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
export function jsonJob(shown: ShownRow, isFirst: boolean): string {
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

export const JSON_END = '\n]}\n';
