import { isDone } from '../../../shared/domain/figures.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { handedOverOf, provenThing, wordOf } from '../../../shared/domain/proof.ts';
import { LOG_WORDS } from '../../../shared/domain/supervision-job.ts';
import { countedRow } from '../../../shared/domain/supervision.ts';
import type { Sentence } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { type AnswerColumns, createAnswerColumns } from './answer-columns.ts';
import { csvDialect, csvLine } from './csv.ts';
import type { ShownRow } from './shown-job.ts';

type Translate = (sentence: Sentence) => string;
type Cell = (job: ShownRow, say: (key: string) => string) => string | number | null;

type Column = readonly [name: string, cell: Cell];

/** The columns in their order; words: `exports.column.NAME`. */
const columns: readonly Column[] = [
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
  ...provenThing.options.map((what): Column => [
    `proofOf.${what}`,
    ({ proofs }, say) => {
      const found = proofs.find((one) => one.what === what);
      return found === undefined ? null : say(`provenBy.${found.by}`);
    },
  ]),
  ['job', ({ jobId }) => jobId],
  ['log', ({ log }, say) => say(LOG_WORDS[log])],
];

/** The names of the columns, and jobs as lines below them, in one language. Every job is seen before the first line. */
export function csvTable(
  translate: Translate,
  language: Language,
): {
  readonly see: AnswerColumns['see'];
  readonly head: () => string;
  readonly line: (job: ShownRow) => string;
} {
  const dialect = csvDialect(language);
  // Each job says the same few words: they are looked up once.
  const words = new Map<string, string>();
  const say = (key: string): string => {
    const known = words.get(key);
    if (known !== undefined) return known;
    const word = translate({
      key: /^(?:proof|installations)\./.test(key) ? key : `exports.${key}`,
      params: {},
    });
    words.set(key, word);
    return word;
  };
  const answers = createAnswerColumns(language, say);
  return {
    see: answers.see,
    head: () => csvLine([...columns.map(([name]) => say(`column.${name}`)), ...answers.heads()], dialect),
    line: (job) => csvLine([...columns.map(([, cell]) => cell(job, say)), ...answers.cells(job)], dialect),
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
