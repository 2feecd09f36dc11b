import { annotationsOf } from '../../../shared/domain/annotation.ts';
import { isDone } from '../../../shared/domain/supervision-overview.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import { handedOverOf, provenThing, wordOf } from '../../../shared/domain/proof.ts';
import { itemName, LOG_WORDS, type ExportedRow } from '../../../shared/domain/supervision-job.ts';
import { countedRow } from '../../../shared/domain/supervision.ts';
import type { Sentence } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { type ChecklistItem, textIn } from '../../../shared/domain/checklist.ts';
import type { BoxOfStock } from '../../supervision/copies-reader.ts';
import type { ShownRow, ShownAnswer } from './shown.ts';

/*
 * The supervisors' table, and their stock of Boxes, as CSV. Columns keep their order, because readers count them. No
 * cell is interpreted as a formula.
 */

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
  ['changedAnswers', ({ changedAnswers }) => changedAnswers],
  ['publication', ({ checklist }) => checklist?.publication ?? null],
];

/** The column names and the jobs as lines below them, in one language. All jobs are examined before the first line. */
export function csvTable(
  translate: Translate,
  language: Language,
): {
  readonly see: AnswerColumns['see'];
  readonly head: () => string;
  readonly line: (job: ShownRow) => string;
} {
  const dialect = csvDialect(language);
  // Jobs share few distinct texts: each is translated once.
  const words = new Map<string, string>();
  const say = (key: string): string => {
    const known = words.get(key);
    if (known !== undefined) return known;
    const word = translate({
      key: /^(?:proof|installations|report)\./.test(key) ? key : `exports.${key}`,
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
export function localTime(at: Instant | null): string | null {
  if (at === null) return null;
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const answer = (value: boolean | null, say: (key: string) => string): string | null =>
  value === null ? null : say(value ? 'yes' : 'no');

/** Upper bound of item columns; further items share one cell. A forged log can name as many items as it has entries. */
const MOST_COLUMNS = 1000;
const LONGEST_HEAD = 200;

type Say = (key: string) => string;
type AnswerCell = string | number | null;

/** One column for each item of each checklist in the data, and one for answers without an item. */
interface AnswerColumns {
  /**
   * Examines a job before any line is written. @param shown the exported form, requested only if it adds or changes a
   * column.
   */
  readonly see: (job: AnsweredItems, shown: () => ShownRow | null) => void;
  readonly heads: () => readonly string[];
  readonly cells: (job: ShownRow) => readonly AnswerCell[];
}

type Asked = Pick<ShownAnswer, 'item' | 'asked' | 'answer'>;
type AnsweredItems = Pick<ExportedRow, 'checklist'> & { readonly answers: readonly Asked[] };

interface AnswerColumn {
  readonly key: string;
  readonly template: string;
  readonly head: string;
  /** The newest version with the item decides its position and its name. */
  readonly version: number;
  readonly place: number;
}

/** @param say a word of the export in the language of the file. */
function createAnswerColumns(language: Language, say: Say): AnswerColumns {
  const names: Names = { language, label: say('report.label.title') };
  const found = new Map<string, AnswerColumn>();
  let order: readonly AnswerColumn[] | null = null;
  const ordered = () => (order ??= [...found.values()].toSorted(byTemplate));
  return {
    see: ({ checklist, answers }, shown) => {
      if (checklist === null) return;
      for (const [place, given] of answers.entries()) {
        const key = keyOf(checklist, given);
        const known = found.get(key);
        if (known === undefined ? found.size >= MOST_COLUMNS : known.version >= checklist.version) continue;
        const outgoing = shown()?.answers[place];
        if (outgoing === undefined) continue;
        const head = headOf(checklist, outgoing, names);
        found.set(key, { key, template: checklist.template, version: checklist.version, place, head });
        order = null;
      }
    },
    heads: () => [...ordered().map(({ head }) => head), say('column.furtherAnswers')],
    cells: ({ checklist, answers }) => {
      const cells = new Map<string, AnswerCell>();
      const further: string[] = [];
      for (const given of checklist === null ? [] : answers) {
        const key = checklist === null ? '' : keyOf(checklist, given);
        const cell = cellOf(given, language, say);
        if (found.has(key)) cells.set(key, cell);
        else if (cell !== null) further.push(`${itemName(given, given.asked, names)}: ${cell}`);
      }
      return [
        ...ordered().map(({ key }) => cells.get(key) ?? null),
        further.length === 0 ? null : further.join('; '),
      ];
    },
  };
}

type Checklist = NonNullable<ExportedRow['checklist']>;

/** A unit belongs to the column: where versions differ in it, or one is not known, each has its own. */
const keyOf = ({ template }: Checklist, { item, asked, answer }: Asked): string =>
  JSON.stringify([template, item, asked === null && typeof answer === 'number' ? null : unitOf(asked)]);

const unitOf = (asked: ChecklistItem | null): string => (asked?.type === 'number' ? asked.unit : '');

type Names = Parameters<typeof itemName>[2];

function headOf({ template, title }: Checklist, given: ShownAnswer, names: Names): string {
  const list = title === null ? template : textIn(title, names.language);
  const unit = unitOf(given.asked);
  const words = `${list}: ${itemName(given, given.asked, names)}`.slice(0, LONGEST_HEAD);
  return unit === '' ? words : `${words} [${unit}]`;
}

function byTemplate(one: AnswerColumn, other: AnswerColumn): number {
  if (one.template !== other.template) return one.template < other.template ? -1 : 1;
  return one.place - other.place || (one.key < other.key ? -1 : 1);
}

/**
 * Photos and signatures by their digests, annotations before their original with the newest first, after a typed
 * answer.
 */
function cellOf(
  { asked, answer, photos, annotations, notApplicable }: ShownAnswer,
  language: Language,
  say: Say,
): AnswerCell {
  if (notApplicable !== null) return `${say('notApplicable')} (${notApplicable})`;
  const digests = photos
    .flatMap((photo) => [...annotationsOf(photo, annotations).map(({ digest }) => digest), photo])
    .join(' ');
  if (answer === null) return digests === '' ? null : digests;
  const said = typedCell(asked, answer, language, say);
  return digests === '' ? said : `${said} ${digests}`;
}

function typedCell(
  asked: ChecklistItem | null,
  answer: string | number | boolean,
  language: Language,
  say: Say,
): string | number {
  if (typeof answer === 'boolean') return say(answer ? 'yes' : 'no');
  const option = asked?.type === 'choice' ? asked.options.find(({ id }) => id === answer) : undefined;
  return option === undefined ? answer : textIn(option.text, language);
}

/** Number and date format of spreadsheets in a language. */
interface CsvDialect {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

/** The separator and the decimal sign that spreadsheets expect in a language. */
export const csvDialect = (language: Language): CsvDialect =>
  language === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' };

/** Characters that a spreadsheet interprets as the beginning of a formula; some spreadsheets skip leading spaces. */
const FORMULA = /^\s*[=+\-@|%]|^[\t\r\n]/;

/** Excel reads the file as UTF-8 only with this byte order mark. */
export const CSV_START = '\uFEFF';

/**
 * One line of a CSV file (RFC 4180) that is safe to open in a spreadsheet: a text that it would run as a formula gets an
 * apostrophe in front. Numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number | null)[], dialect: CsvDialect): string {
  return `${cells.map((value) => cell(value, dialect)).join(dialect.separator)}\r\n`;
}

function cell(value: string | number | null, { decimal }: CsvDialect): string {
  if (value === null) return '';
  if (typeof value === 'number') return quoted(String(value).replace('.', decimal));
  return quoted(FORMULA.test(value) ? `'${value}` : value);
}

const quoted = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The stock as CSV, one Box a line. Columns keep their order, because readers count them. */
export function* stockCsv(
  boxes: Iterable<BoxOfStock>,
  translate: Translate,
  language: Language,
): Generator<string> {
  const dialect = csvDialect(language);
  const say = (key: string) => translate({ key, params: {} });
  const heads = ['serial', 'variant', 'site', 'state', 'laptop'].map((name) => say(`exports.column.${name}`));
  yield CSV_START + csvLine([...heads, say('boxes.stock.since')], dialect);
  for (const { serial, sap, site, state, laptop, at } of boxes) {
    yield csvLine([serial, sap, site, say(`boxes.stock.state.${state}`), laptop, localTime(at)], dialect);
  }
}
