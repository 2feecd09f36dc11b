import { isDone } from '../../../shared/domain/figures.ts';
import { handedOverOf, wordOf } from '../../../shared/domain/proof.ts';
import { LOG_WORDS } from '../../../shared/domain/supervision-job.ts';
import { countedRow } from '../../../shared/domain/supervision.ts';
import type { Sentence } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { type CsvDialect, csvLine } from './csv.ts';
import type { ShownRow } from './shown.ts';

type Translate = (sentence: Sentence) => string;
type Cell = (job: ShownRow, say: (key: string) => string) => string | number | null;

/** The columns in their order; words: `exports.column.NAME`. */
const columns: readonly (readonly [name: string, cell: Cell])[] = [
  ['started', ({ startedAt }) => localTime(startedAt)],
  ['finished', ({ finishedAt }) => localTime(finishedAt)],
  ['kind', ({ kind }, say) => say(`kind.${kind}`)],
  ['state', ({ state }, say) => say(`state.${state}`)],
  ['plate', ({ plate }) => plate],
  ['carName', ({ carName }) => carName],
  ['vin', ({ vin }) => vin],
  ['brand', ({ brand }) => brand],
  ['model', ({ model }) => model],
  ['keyForm', ({ keyForm }) => keyForm],
  ['serial', ({ serial }) => serial],
  ['variant', ({ variant }) => variant],
  ['fitted', ({ fitted }, say) => say(fitted ? 'yes' : 'no')],
  ['takenOut', ({ takenOut }) => takenOut],
  ['group', ({ group }) => group],
  ['installer', ({ person }) => person],
  ['laptop', ({ laptop }) => laptop],
  ['site', ({ site }) => site],
  ['minutes', ({ minutes }) => minutes],
  ['done', (job, say) => say(isDone(countedRow(job)) ? 'yes' : 'no')],
  ['proof', ({ proof }, say) => say(`proof.${wordOf(proof)}`)],
  ['notWorking', ({ proof }) => handedOverOf(proof)],
  ['opened', ({ verification }, say) => answer(verification.opened, say)],
  ['closed', ({ verification }, say) => answer(verification.closed, say)],
  ['openAccess', ({ openAccess }, say) => say(openAccess === null ? 'no' : 'yes')],
  ['accessEnd', ({ openAccess }) => localTime(openAccess?.until ?? null)],
  [
    'accessEndEstimated',
    ({ openAccess }, say) =>
      answer(openAccess === null || openAccess.until === null ? null : openAccess.estimated, say),
  ],
  ['review', ({ review }, say) => say(`review.${review.state}`)],
  ['reviewer', ({ review }) => review.reviewer],
  ['reviewedAt', ({ review }) => localTime(review.at)],
  ['risk', ({ risk }) => risk],
  ['forced', ({ forced }) => forced],
  ['logFault', ({ logFault }, say) => say(logFault ? 'yes' : 'no')],
  ['job', ({ jobId }) => jobId],
  ['log', ({ log }, say) => say(LOG_WORDS[log])],
];

/** The names of the columns, and jobs as lines below them, in one language. */
export function csvTable(
  translate: Translate,
  dialect: CsvDialect,
): {
  readonly head: () => string;
  readonly line: (job: ShownRow) => string;
} {
  const say = (key: string) =>
    translate({ key: /^(?:proof|installations)\./.test(key) ? key : `exports.${key}`, params: {} });
  return {
    head: () =>
      csvLine(
        columns.map(([name]) => say(`column.${name}`)),
        dialect,
      ),
    line: (job) =>
      csvLine(
        columns.map(([, cell]) => cell(job, say)),
        dialect,
      ),
  };
}

/** By this laptop's clock, in the one form that spreadsheets of every language take for a time. */
function localTime(at: Instant | null): string | null {
  if (at === null) return null;
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const answer = (value: boolean | null, say: (key: string) => string): string | null =>
  value === null ? null : say(value ? 'yes' : 'no');
