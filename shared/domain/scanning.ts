import { z } from 'zod';
import { looksLikeSerial } from './serial.ts';
import { readVin } from './typed-text.ts';

/** The content of a scanned code, without its wrapping. `text` is shown and used unchanged. */
export type Scanned =
  /** `text` is the VIN in capitals, 17 characters. */
  | { readonly kind: 'vin'; readonly text: string }
  /** Has the form of a serial; a plate without spaces has it too. */
  | { readonly kind: 'serial'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** Upper bound of a scanned code; a longer one, such as a page of text in a QR code, has no meaning here. */
const LONGEST_CODE = 500;
const GROUP_SEPARATOR = '\u001d';

/**
 * Parses a scanned code. Removed: the symbology identifier that some scanners send first (`]C1`), control characters,
 * GS1 wrapping (only the serial, AI 21, is kept) and the stars of Code 39. Null when nothing is left.
 */
export function readScanned(raw: string): Scanned | null {
  const { text: bare, gs1 } = withoutIdentifier(raw);
  const serialInside = gs1Serial(bare, gs1);
  const text = visible(serialInside ?? bare).slice(0, LONGEST_CODE);
  if (text === '') return null;
  const vin = readVin(text);
  if (vin !== null) return { kind: 'vin', text: vin };
  return looksLikeSerial(text) ? { kind: 'serial', text } : { kind: 'text', text };
}

/** Identifiers of ISO/IEC 15424: `]`, a letter, a digit or letter. Some of them mark the following data as GS1. */
function withoutIdentifier(raw: string): { readonly text: string; readonly gs1: boolean } {
  const identifier = /^\s*(\][A-Za-z][0-9A-Za-z])/.exec(raw);
  if (identifier?.[1] === undefined) return { text: raw, gs1: raw.includes(GROUP_SEPARATOR) };
  const gs1 = [']C1', ']d2', ']Q3', ']e0', ']J1'].includes(identifier[1]);
  return { text: raw.slice(identifier[0].length), gs1 };
}

/** Lengths of the GS1 elements of fixed length; the others end at a group separator. */
const FIXED_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['00', 18], ['01', 14], ['02', 14], ['11', 6], ['12', 6], ['13', 6], ['15', 6], ['16', 6], ['17', 6], ['20', 2],
]); // prettier-ignore
const OPEN_ENDED = ['10', '21', '22', '30', '37', '240', '241', '250', '8004'];

/** The serial number (AI 21) inside of GS1 data; null when the text is no GS1 data or has none. */
function gs1Serial(text: string, gs1: boolean): string | null {
  const shown = /\(21\)([^()]{1,20})/.exec(text);
  if (/^\(\d{2,4}\)/.test(text)) return shown?.[1] ?? null;
  // Without a GS1 marker, a text counts as GS1 only if it starts with a whole GTIN with a valid check digit, followed
  // by a serial.
  const unsaid = /^01(\d{14})21./.exec(text);
  if (!gs1 && (unsaid?.[1] === undefined || !isGtin(unsaid[1]))) return null;
  return elementOf('21', text);
}

/** The value of one element of GS1 data, read from the front; null when it is not reached. */
function elementOf(wanted: string, data: string): string | null {
  let rest = data.replace(new RegExp(`^${GROUP_SEPARATOR}+`), '');
  while (rest !== '') {
    const at = rest;
    const fixed = FIXED_LENGTHS.get(at.slice(0, 2));
    const open = OPEN_ENDED.find((identifier) => at.startsWith(identifier));
    if (fixed !== undefined) {
      rest = at.slice(2 + fixed);
    } else if (open !== undefined) {
      const end = at.indexOf(GROUP_SEPARATOR);
      const value = at.slice(open.length, end < 0 ? undefined : end);
      if (open === wanted) return value === '' ? null : value;
      rest = end < 0 ? '' : at.slice(end);
    } else {
      return null;
    }
    rest = rest.replace(new RegExp(`^${GROUP_SEPARATOR}+`), '');
  }
  return null;
}

function isGtin(digits: string): boolean {
  const sum = Array.from(digits.slice(0, -1)).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** Removes control characters, surrounding spaces, and the start and stop stars of Code 39. */
function visible(text: string): string {
  const trimmed = text.replace(/\p{Cc}/gu, '').trim();
  return (/^\*(.+)\*$/.exec(trimmed)?.[1] ?? trimmed).trim();
}

/** A keyboard layout by its top letter row: American and British, German, French. */
export const keyboardLayout = z.enum(['qwerty', 'qwertz', 'azerty']);
export type KeyboardLayout = z.infer<typeof keyboardLayout>;

/** The settings by which a keyboard-wedge scanner is recognised and read. */
export const scannerSettings = z.object({
  /** Upper bound of the gap between a scanner's keystrokes, in milliseconds; a person types more slowly. */
  maxGapMs: z.number().int().min(10).max(200),
  /** Lower bound of a code's length in characters. */
  minLength: z.number().int().min(3).max(30),
  /** The end of a code: Enter or Tab, or a pause. */
  end: z.enum(['key', 'pause']),
  /** Characters that the scanner puts before and after every code; they are removed. Empty for none. */
  prefix: z.string().max(20),
  suffix: z.string().max(20),
  /** The keyboard the scanner imitates; `computer` = the one the laptop is set to. */
  layout: z.union([z.literal('computer'), keyboardLayout]),
});
export type ScannerSettings = z.infer<typeof scannerSettings>;

/** The default settings of scanners. Hands on a keyboard stay above 50 ms over six keys in a row; scanners below 20. */
export const standardScanner: ScannerSettings = {
  maxGapMs: 50,
  minLength: 6,
  end: 'key',
  prefix: '',
  suffix: '',
  layout: 'computer',
};
