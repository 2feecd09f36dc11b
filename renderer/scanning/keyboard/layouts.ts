import type { KeyboardLayout, ScannerSettings } from '../../../shared/domain/scanning.ts';
import type { KeyPress } from './burst.ts';

/** The characters of a key without and with Shift; null for a dead key or a key without a character. */
type KeyFace = readonly [plain: string | null, shifted: string | null];
type Layout = Readonly<Record<string, KeyFace>>;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lettersWhere = (moved: Readonly<Record<string, string>>): Layout =>
  Object.fromEntries(
    Array.from(letters).map((printed) => {
      const letter = moved[printed] ?? printed;
      return [`Key${printed}`, [letter.toLowerCase(), letter]];
    }),
  );
const digitsWhere = (faces: readonly (readonly [string, string])[]): Layout =>
  Object.fromEntries(faces.map((face, index) => [`Digit${(index + 1) % 10}`, face]));
const faces = (row: string): readonly (readonly [string, string])[] =>
  row.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]);

/**
 * The keys of each layout by position (`KeyboardEvent.code`): those in which the three layouts differ, and those that
 * occur in codes.
 */
const layouts: Readonly<Record<KeyboardLayout, Layout>> = {
  qwerty: {
    ...lettersWhere({}),
    ...digitsWhere(faces('1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0)')),
    Minus: ['-', '_'],
    Equal: ['=', '+'],
    BracketLeft: ['[', '{'],
    BracketRight: [']', '}'],
    Backslash: ['\\', '|'],
    Semicolon: [';', ':'],
    Quote: ["'", '"'],
    Comma: [',', '<'],
    Period: ['.', '>'],
    Slash: ['/', '?'],
  },
  qwertz: {
    ...lettersWhere({ Y: 'Z', Z: 'Y' }),
    ...digitsWhere(faces('1! 2" 3§ 4$ 5% 6& 7/ 8( 9) 0=')),
    Minus: ['ß', '?'],
    Equal: [null, null],
    BracketLeft: ['ü', 'Ü'],
    BracketRight: ['+', '*'],
    Backslash: ['#', "'"],
    Semicolon: ['ö', 'Ö'],
    Quote: ['ä', 'Ä'],
    Comma: [',', ';'],
    Period: ['.', ':'],
    Slash: ['-', '_'],
  },
  azerty: {
    ...lettersWhere({ Q: 'A', A: 'Q', W: 'Z', Z: 'W' }),
    KeyM: [',', '?'],
    ...digitsWhere(faces('&1 é2 "3 \'4 (5 -6 è7 _8 ç9 à0')),
    Minus: [')', '°'],
    Equal: ['=', '+'],
    BracketLeft: [null, null],
    BracketRight: ['$', '£'],
    Backslash: ['*', 'µ'],
    Semicolon: ['m', 'M'],
    Quote: ['ù', '%'],
    Comma: [';', '.'],
    Period: [':', '/'],
    Slash: ['!', '§'],
  },
};

/** The character of a key in the scanner's layout; null if it has none, undefined if it is the same in all layouts. */
export function characterIn(
  layout: KeyboardLayout,
  press: { readonly code: string; readonly shift: boolean },
): string | null | undefined {
  const face = layouts[layout][press.code];
  return face === undefined ? undefined : face[press.shift ? 1 : 0];
}

/** The key that produces this character in a layout; null when there is none. */
export function keyFor(layout: KeyboardLayout, character: string): { code: string; shift: boolean } | null {
  for (const [code, [plain, shifted]] of Object.entries(layouts[layout])) {
    if (plain === character) return { code, shift: false };
    if (shifted === character) return { code, shift: true };
  }
  return null;
}

/** The characters of a burst: as the computer read them, or translated from the scanner's layout. */
export function textOf(keys: readonly KeyPress[], layout: ScannerSettings['layout']): string {
  return keys.map((press) => characterOf(press, layout)).join('');
}

function characterOf(press: KeyPress, layout: ScannerSettings['layout']): string {
  const meant = layout === 'computer' ? undefined : characterIn(layout, press);
  if (meant !== undefined) return meant ?? '';
  return Array.from(press.key).length === 1 ? press.key : '';
}

/** A code without the prefix and suffix that the scanner is set to add. */
export function unwrapped(
  text: string,
  { prefix, suffix }: Pick<ScannerSettings, 'prefix' | 'suffix'>,
): string {
  const bare = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return suffix !== '' && bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare;
}
