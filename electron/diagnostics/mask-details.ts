import { maskSecrets } from '../base/mask.ts';
import { readJson } from '../../shared/parsing.ts';

/** The replacement of a word that may be a person's. */
export const MASKED = '•••';

/** Separators between words; they are kept. */
const PARTS = /([\s"'`’“”«»,;()[\]{}<>|=•…]+)/u;
/**
 * Longer runs of digits may be a serial or a telephone number; timestamps in milliseconds are shown by their leading
 * digits.
 */
const SHORT_NUMBER = /^[-+]?\d{1,6}(?:[.:]\d{1,6}){0,3}(?:%|ms|s|kb|mb)?$/i;
const MOMENT = /^(?:1[5-9]\d{11}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)$/;
const OUR_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** `TypeError`, `ERR_INVALID_ARG_TYPE`, `SQLITE_FULL`, `ECONNRESET`. */
const NAME_OF_ERROR = /^(?:[A-Z][A-Za-z]{0,40}(?:Error|Exception)|[A-Z]{2,12}_[A-Z0-9_]{2,60}|E[A-Z]{3,20})$/;
/** `main.js:120:9`, `queue.db`, `shared/ids.ts`. */
const PLACE_IN_CODE =
  /^(?:[a-z0-9.-]{1,40}\/){0,2}[a-z][a-z0-9.-]{0,40}\.(?:js|cjs|ts|tsx|db|json|log)(?::\d+){0,2}$/;
const PLAIN_WORD = /^-?[a-z]{1,30}(?:[-.][a-z]{1,30}){0,4}$/;
const BEGINNING_OF_A_SENTENCE: ReadonlySet<string> = new Set(
  (
    'Cannot Could Error Failed File HTTP Invalid Unexpected Expected Request Response The This No Not Nothing GET POST PUT ' +
    'PATCH DELETE JSON HTML TLS DNS IPC SQLite URL'
  ).split(' '),
);
/** Punctuation that ends a sentence and is not part of a word. */
const ENDING = '.:!?';

/**
 * Keeps the technical words of a text and masks all others. Technical are plain words of the language, short numbers,
 * times, error names and code locations; anything else may be a plate, a name or a serial. `known` are the words of
 * this laptop's own data, in lower case; they are always masked.
 */
export function maskDetails(text: string, known: ReadonlySet<string>): string {
  return maskSecrets(text)
    .split('\n')
    .map((line) =>
      line
        .split(PARTS)
        .map((part, index) => (index % 2 === 1 || part === '' || part === '***' ? part : masked(part, known)))
        .join(''),
    )
    .join('\n');
}

function masked(part: string, known: ReadonlySet<string>): string {
  let end = part.length;
  while (end > 0 && ENDING.includes(part.charAt(end - 1))) end -= 1;
  const word = part.slice(0, end);
  return isTechnical(word) && !wordsOf(word).some((one) => known.has(one))
    ? part
    : `${MASKED}${part.slice(end)}`;
}

const isTechnical = (word: string): boolean =>
  /^[-:./+*&?!#%\\\d]{0,3}$/.test(word) ||
  [SHORT_NUMBER, MOMENT, OUR_ID, NAME_OF_ERROR, PLACE_IN_CODE, PLAIN_WORD].some((form) => form.test(word)) ||
  BEGINNING_OF_A_SENTENCE.has(word);

/** The plain words and longer numbers of a name, a plate or a serial, as `maskDetails` looks for them. */
export function wordsOf(value: string): readonly string[] {
  return value.toLowerCase().match(/[a-z]{3,}|\d{4,}/g) ?? [];
}

/** A line of the log file with its words masked; a line in an unknown format is masked as a whole. */
export function maskLogLine(line: string, known: ReadonlySet<string>): string {
  const { at, level, event, detail } = readLine(line);
  if (at === undefined || level === undefined || event === undefined) return maskDetails(line, known);
  const said = detail === undefined ? {} : { detail: maskDetails(detail, known) };
  return JSON.stringify({ at, level, event, ...said });
}

interface LogLine {
  readonly at?: string;
  readonly level?: string;
  readonly event?: string;
  readonly detail?: string;
}

function readLine(line: string): LogLine {
  const read = readJson(line);
  if (typeof read !== 'object' || read === null) return {};
  const { at, level, event, detail }: Readonly<Record<string, unknown>> = { ...read };
  return {
    ...(typeof at === 'string' && MOMENT.test(at) ? { at } : {}),
    ...(level === 'info' || level === 'warn' || level === 'error' ? { level } : {}),
    ...(typeof event === 'string' && PLAIN_WORD.test(event) ? { event } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  };
}
