/*
 * Serial numbers, plates and VINs as people type, print and scan them. Comparisons use a folded form; the original
 * is always kept.
 */

/** The form in which serials are compared: upper case, without spaces, dashes, dots and leading zeros. */
export function foldSerial(text: string): string {
  const compact = text.toUpperCase().replace(/[\s\-._]/g, '');
  return compact.replace(/^0+(?=.)/, '');
}

/**
 * The form in which a serial is sent when the directory does not know it: as typed, without inner spaces, upper case.
 */
export function sendableSerial(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, '');
}

/** Tests for the form of a serial: letters, digits, dashes, 3 to 40 characters once folded. */
export function looksLikeSerial(text: string): boolean {
  return /^[A-Z0-9]{3,40}$/.test(text.toUpperCase().replace(/[\s\-._]/g, ''));
}

/**
 * The form in which plates, VINs and names are compared: the look-alikes O/Q and I/L become digits, accents and
 * separators are removed.
 */
export function foldForSearch(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = foldedAscii[text.charCodeAt(at)];
    if (character === undefined) return foldAny(text);
    folded += character;
  }
  return folded;
}

function foldAny(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/ß/g, 'SS')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[OQ]/g, '0')
    .replace(/[IL]/g, '1');
}

/**
 * The folded form of each ASCII character. A search of the Queue folds twenty thousand texts for each key, and a lookup
 * for each character takes less than half of the time.
 */
const foldedAscii = Array.from({ length: 128 }, (_, code) => foldAny(String.fromCharCode(code)));

/** The products that a serial may mean, matched by serial number or unique id. */
export type SerialMatch<Product> =
  | { readonly match: 'one'; readonly product: Product }
  | { readonly match: 'none' }
  /** The serial is ambiguous; a person must choose. */
  | { readonly match: 'several'; readonly products: readonly Product[] };

/**
 * Matches a serial. An exact spelling takes precedence; otherwise folded serial numbers and unique ids are
 * compared. Never chooses between two products.
 */
export function matchSerial<Product extends { readonly serialNumber: string; readonly uniqueId: string }>(
  products: readonly Product[],
  typed: string,
): SerialMatch<Product> {
  const bearing = (spelling: (text: string) => string) =>
    products.filter(({ serialNumber, uniqueId }) =>
      [serialNumber, uniqueId].some((text) => spelling(text) === spelling(typed)),
    );
  const exact = bearing(sendableSerial);
  const meant = exact.length > 0 ? exact : bearing(foldSerial);
  const [only, second] = meant;
  if (only === undefined) return { match: 'none' };
  return second === undefined ? { match: 'one', product: only } : { match: 'several', products: meant };
}

/**
 * The spellings that the operator may use for a serial: as typed, without separators or leading zeros, and in pairs as
 * on a label. A filter compares exact text, so each spelling is queried.
 */
export function serialSpellings(text: string): readonly [string, ...string[]] {
  const tidy = sendableSerial(text);
  const compact = tidy.replace(/[-._]/g, '');
  const pairs = compact.length === 8 ? [compact.replace(/..(?=.)/g, '$&-')] : [];
  const others = new Set([tidy, compact, foldSerial(text), ...pairs]);
  const typed = text.trim();
  others.delete(typed);
  return [typed, ...others];
}

/*
 * The comparison of two serials, character by character. Differences of notation (case, spaces, dashes, leading
 * zeros) do not count.
 */

/** One column: the character of each serial; null if it has none there. */
export interface SerialColumn {
  readonly one: string | null;
  readonly other: string | null;
  readonly same: boolean;
  /** Counted from 1 in the first serial; for a missing character, the position after which it would stand. */
  readonly place: number;
}

const compact = (serial: string): readonly string[] =>
  Array.from(serial.toUpperCase().replace(/[\s\-._]/g, ''));

/**
 * Aligns two serials with the fewest differences (edit distance), so that one missing character counts as one
 * difference. A missing leading zero counts as none.
 */
export function compareSerials(one: string, other: string): readonly SerialColumn[] {
  const [first, second] = [compact(one), compact(other)];
  const missing = missingCost(first, second);
  const cost = costs(first, second, missing);
  const at = (row: number, column: number): number => cost[row]?.[column] ?? Infinity;
  const columns: SerialColumn[] = [];
  let [row, column] = [first.length, second.length];
  // Traced back from the end, so that missing characters are placed at the front, where leading zeros are.
  while (row > 0 || column > 0) {
    const [left, right] = [first[row - 1] ?? null, second[column - 1] ?? null];
    const step = left === right ? 0 : 1;
    const isFree = missing(row, column) === 0;
    if (row > 0 && column > 0 && at(row, column) === at(row - 1, column - 1) + step) {
      columns.push({ one: left, other: right, same: step === 0, place: row });
      row -= 1;
      column -= 1;
    } else if (row > 0 && at(row, column) === at(row - 1, column) + missing(row, column)) {
      columns.push({ one: left, other: null, same: isFree, place: row });
      row -= 1;
    } else {
      columns.push({ one: null, other: right, same: isFree, place: row });
      column -= 1;
    }
  }
  return columns.toReversed();
}

type MissingCost = (row: number, column: number) => 0 | 1;

/** The cost of a missing character at the end of two prefixes: 0 while both consist of zeros. */
function missingCost(first: readonly string[], second: readonly string[]): MissingCost {
  const zerosOf = (characters: readonly string[]): number => {
    const end = characters.findIndex((character) => character !== '0');
    return end === -1 ? characters.length : end;
  };
  const [zeros, others] = [zerosOf(first), zerosOf(second)];
  return (row, column) => (row <= zeros && column <= others ? 0 : 1);
}

/** Edit distances between all prefixes of both, by their lengths. */
function costs(
  first: readonly string[],
  second: readonly string[],
  missing: MissingCost,
): readonly (readonly number[])[] {
  const rows: number[][] = [];
  for (const [row, left] of ['', ...first].entries()) {
    const above = rows[row - 1];
    const costsOfRow: number[] = [];
    for (const [column, right] of ['', ...second].entries()) {
      const diagonal = (above?.[column - 1] ?? Infinity) + (left === right ? 0 : 1);
      const fromAbove = (above?.[column] ?? Infinity) + missing(row, column);
      const fromLeft = (costsOfRow[column - 1] ?? Infinity) + missing(row, column);
      costsOfRow.push(row === 0 && column === 0 ? 0 : Math.min(diagonal, fromAbove, fromLeft));
    }
    rows.push(costsOfRow);
  }
  return rows;
}

/** Every letter and digit a serial can hold. */
const CHARACTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/**
 * Serials that differ from this one by one wrong character or two swapped neighbours; not folded, the serial itself
 * excluded.
 */
export function serialsOneSlipAway(serial: string): readonly string[] {
  const characters = compact(serial);
  const slips = characters.flatMap((character, place) => {
    const wrong = CHARACTERS.filter((other) => other !== character).map((other) =>
      characters.with(place, other).join(''),
    );
    const next = characters[place + 1];
    const swapped =
      next === undefined || next === character
        ? []
        : [
            characters
              .with(place, next)
              .with(place + 1, character)
              .join(''),
          ];
    return [...wrong, ...swapped];
  });
  return [...new Set(slips)];
}
