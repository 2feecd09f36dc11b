import Papa from 'papaparse';
import { MOST_BATCH_ROWS } from '../../../shared/domain/batch.ts';

/** A list as it was read: its headings and its lines, each with its number in the file. */
export interface ReadList {
  readonly headings: readonly string[];
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Why a list cannot be read. */
export type Unreadable = 'empty' | 'only-headings' | 'too-long' | 'too-large' | 'quotes';

/** 5,000 cars take a twentieth of it. */
const MOST_BYTES = 20_000_000;

/** Reads the list of a file. */
export async function readFile(file: File): Promise<ReadList | Unreadable> {
  if (file.size > MOST_BYTES) return 'too-large';
  return readList(decodeText(new Uint8Array(await file.arrayBuffer())));
}

/**
 * The decoded text of a file: a byte order mark names its encoding; without one UTF-8 where it is valid, else
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

/** Reads a list; comma, semicolon, tab or bar between the cells, found out by what fits all lines. */
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
    // A cell in quotes may hold line ends of its own.
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  const [first, ...rest] = lines;
  if (first === undefined) return 'empty';
  if (rest.length === 0) return 'only-headings';
  if (rest.length > MOST_BATCH_ROWS) return 'too-long';
  return { headings: first.cells.map((heading) => heading.trim()), lines: rest };
}

/** The separator of the cells, judged by the first lines that are not empty: empty ones would speak against any. */
function delimiterOf(content: string): string {
  const { meta } = Papa.parse<string[]>(content, {
    delimitersToGuess: [';', ',', '\t', '|'],
    skipEmptyLines: 'greedy',
    preview: 20,
  });
  return meta.delimiter;
}
