import type { ChecklistItem, LocalText } from '../../../shared/domain/checklist.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { ExportedRow } from '../../../shared/domain/supervision-job.ts';
import type { ShownAnswer, ShownRow } from './shown-job.ts';

/** A forged log names as many items as it has entries: the answers of items beyond this stand in one cell. */
const MOST_COLUMNS = 1000;
const LONGEST_HEAD = 200;

type Say = (key: string) => string;
type Cell = string | number | null;

/** One column for each item of each checklist that occurs, and one for what has none. */
export interface AnswerColumns {
  /** Looks at a job before any line is written. @param shown as it goes out, asked for only where it adds or renews a column. */
  readonly see: (job: AnsweredItems, shown: () => ShownRow | null) => void;
  readonly heads: () => readonly string[];
  readonly cells: (job: ShownRow) => readonly Cell[];
}

type Asked = Pick<ShownAnswer, 'item' | 'asked' | 'answer'>;
type AnsweredItems = Pick<ExportedRow, 'checklist'> & { readonly answers: readonly Asked[] };

interface Column {
  readonly key: string;
  readonly template: string;
  readonly head: string;
  /** The newest version that names it decides its place and its words. */
  readonly version: number;
  readonly place: number;
}

/** @param say a word of the export in the language of the file. */
export function createAnswerColumns(language: Language, say: Say): AnswerColumns {
  const found = new Map<string, Column>();
  let order: readonly Column[] | null = null;
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
        const head = headOf(checklist, outgoing, language);
        found.set(key, { key, template: checklist.template, version: checklist.version, place, head });
        order = null;
      }
    },
    heads: () => [...ordered().map(({ head }) => head), say('column.furtherAnswers')],
    cells: ({ checklist, answers }) => {
      const cells = new Map<string, Cell>();
      const further: string[] = [];
      for (const given of checklist === null ? [] : answers) {
        const key = checklist === null ? '' : keyOf(checklist, given);
        const cell = cellOf(given, language, say);
        if (found.has(key)) cells.set(key, cell);
        else if (cell !== null) further.push(`${wordsOf(given, language)}: ${cell}`);
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

function headOf({ template, title }: Checklist, given: ShownAnswer, language: Language): string {
  const list = title === null ? template : localText(title, language);
  const unit = unitOf(given.asked);
  const words = `${list}: ${wordsOf(given, language)}`.slice(0, LONGEST_HEAD);
  return unit === '' ? words : `${words} [${unit}]`;
}

const wordsOf = ({ asked, words }: ShownAnswer, language: Language): string =>
  asked === null ? words : localText(asked.text, language);

function byTemplate(one: Column, other: Column): number {
  if (one.template !== other.template) return one.template < other.template ? -1 : 1;
  return one.place - other.place || (one.key < other.key ? -1 : 1);
}

/** Photos and signatures by their digests; with a typed answer, behind it. */
function cellOf({ asked, answer, photos }: ShownAnswer, language: Language, say: Say): Cell {
  const digests = photos.join(' ');
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
  return option === undefined ? answer : localText(option.text, language);
}

/** A workshop writes its templates in English at least. */
export function localText(text: LocalText, language: Language): string {
  const own = text[language];
  return own === undefined || own === '' ? text.en : own;
}
