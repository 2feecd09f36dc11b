import { verificationPhase } from '../../../shared/domain/proof.ts';
import { isDone } from '../../../shared/domain/supervision-overview.ts';
import { jobKind } from '../../../shared/domain/job-steps.ts';
import {
  countedRow,
  type FailureFamily,
  failureFamily,
  reviewState,
  supervisionState,
  type SupervisionRow,
} from '../../../shared/domain/supervision.ts';

/*
 * The columns for filtering, sorting and counting, as integers, so that fifty thousand jobs are scanned in a few
 * milliseconds. Repeated texts are stored as word numbers, and names from a list as their position.
 */

/** The stored columns of a job in the parts. A new or moved column needs a migration that empties the parts. */
export const indexColumns = [
  'job',
  'kind',
  'state',
  'brand',
  'keyForm',
  'group',
  'variant',
  'installer',
  'laptop',
  'site',
  'review',
  'phase',
  /** Position in the list of families plus one; 0 = none. */
  'trouble',
  'forced',
  'risk',
  'flags',
  'started',
  /** 0 = not yet. */
  'finished',
  'last',
  /** Tenths; -1 = not finished. */
  'minutes',
  /** 0 = no access; -1 = open, its end is not known. */
  'accessUntil',
  /** One bit for each problem family of the job. */
  'failures',
  /** Make and model, folded. */
  'model',
  /** The newest review that returned the job. */
  'reworkReason',
  'changedAnswers',
] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** Instants; all other values fit 32 bits. */
export const wideColumns: ReadonlySet<IndexColumn> = new Set(['started', 'finished', 'last', 'accessUntil']);
export type IndexNumbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** The columns with word numbers. */
export const wordColumns = [
  'brand',
  'keyForm',
  'group',
  'variant',
  'installer',
  'laptop',
  'site',
  'model',
  'reworkReason',
] as const satisfies readonly IndexColumn[];

/** The index columns of one job. */
export type IndexRecord = Readonly<Record<IndexColumn, number>>;

/** The bits of the column `flags`. */
export const flag = {
  green: 1,
  logFault: 2,
  rightFirstTime: 4,
  sentBack: 8,
  fitted: 16,
  takenOut: 32,
  done: 64,
} as const;

/** The index values that are not in the row. */
export interface IndexExtras {
  readonly failures: ReadonlySet<FailureFamily>;
  readonly rightFirstTime: boolean;
  readonly sentBack: boolean;
  readonly model: string;
  readonly reworkReason: string;
}

/** @param word returns the number of a text. */
export function recordOf(
  job: number,
  row: SupervisionRow,
  extras: IndexExtras,
  word: (text: string) => number,
): IndexRecord {
  const bit = (on: boolean, value: number) => (on ? value : 0);
  return {
    job,
    kind: jobKind.options.indexOf(row.kind),
    state: supervisionState.options.indexOf(row.state),
    brand: word(row.brand ?? ''),
    keyForm: word(row.keyForm ?? ''),
    group: word(row.group ?? ''),
    variant: word(row.variant ?? ''),
    installer: word(row.installer),
    laptop: word(row.laptop ?? ''),
    site: word(row.site ?? ''),
    review: reviewState.options.indexOf(row.review.state),
    phase: verificationPhase.options.indexOf(row.verification.phase),
    trouble: row.trouble === null ? 0 : failureFamily.options.indexOf(row.trouble) + 1,
    forced: row.forced,
    risk: row.risk,
    flags:
      bit(row.green, flag.green) |
      bit(row.logFault, flag.logFault) |
      bit(extras.rightFirstTime, flag.rightFirstTime) |
      bit(extras.sentBack, flag.sentBack) |
      bit(row.fitted, flag.fitted) |
      bit(row.takenOut !== null, flag.takenOut) |
      bit(isDone(countedRow(row)), flag.done),
    started: Math.round(row.startedAt),
    finished: Math.round(row.finishedAt ?? 0),
    last: Math.round(row.lastAt),
    minutes: row.minutes === null ? -1 : Math.round(row.minutes * 10),
    accessUntil: row.openAccess === null ? 0 : Math.round(row.openAccess.until ?? -1),
    failures: [...extras.failures].reduce(
      (mask, family) => mask | (1 << failureFamily.options.indexOf(family)),
      0,
    ),
    model: word(extras.model),
    reworkReason: word(extras.reworkReason),
    changedAnswers: row.changedAnswers,
  };
}
