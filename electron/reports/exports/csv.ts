import type { Language } from '../../../shared/domain/preferences.ts';

/** How spreadsheets set to a language read a file. */
export interface CsvDialect {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

export const csvDialect = (language: Language): CsvDialect =>
  language === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' };

/** Characters that a spreadsheet takes for the beginning of a formula, behind spaces too, which some of them skip. */
const FORMULA = /^\s*[=+\-@|%]|^[\t\r\n]/;

/** Excel takes the file for UTF-8 only with it. */
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
