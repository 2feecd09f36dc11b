import Papa from 'papaparse';
import { MOST_BATCH_ROWS } from '../../../shared/domain/batch.ts';

/** A parsed list: its headings and its lines, each with its line number in the file. */
export interface ReadList {
  readonly headings: readonly string[];
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Why a list cannot be read. */
export type Unreadable = 'empty' | 'only-headings' | 'too-long' | 'too-large' | 'quotes';

/** Upper bound of the file size in bytes, about 20 times that of a list with 5,000 cars. */
const MOST_BYTES = 20_000_000;

/** Reads the list of a file. */
export async function readFile(file: File): Promise<ReadList | Unreadable> {
  if (file.size > MOST_BYTES) return 'too-large';
  return readList(decodeText(new Uint8Array(await file.arrayBuffer())));
}

/**
 * The decoded text of a file. A byte order mark names its encoding. Without one it is UTF-8 where that is valid, else
 * the Windows code page that spreadsheets of Western Europe still write.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Parses a list. The delimiter is comma, semicolon, tab or bar, whichever fits all lines. */
export function readList(text: string): ReadList | Unreadable {
  if (text.length > MOST_BYTES) return 'too-large';
  const lines: { line: number; cells: readonly string[] }[] = [];
  const content = text.replace(/^\ufeff/, '');
  const { data, errors } = Papa.parse<string[]>(content, {
    delimiter: delimiterOf(content),
    preview: MOST_BATCH_ROWS * 2,
  });
  if (errors.some(({ type }) => type === 'Quotes')) return 'quotes';
  let line = 1;
  for (const cells of data) {
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells });
    // A quoted cell may contain line breaks.
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  const [first, ...rest] = lines;
  if (first === undefined) return 'empty';
  if (rest.length === 0) return 'only-headings';
  if (rest.length > MOST_BATCH_ROWS) return 'too-long';
  return { headings: first.cells.map((heading) => heading.trim()), lines: rest };
}

/** Guesses the delimiter from the first lines that are not empty, since an empty line fits none. */
function delimiterOf(content: string): string {
  const { meta } = Papa.parse<string[]>(content, {
    delimitersToGuess: [';', ',', '\t', '|'],
    skipEmptyLines: 'greedy',
    preview: 20,
  });
  return meta.delimiter;
}
