/*
 * Serial numbers, plates and VINs as people type, print and scan them. Looking up folds; the original is always kept.
 */

/** How a serial is compared: no spaces, dashes or dots, upper case, no leading zeros. */
export function foldSerial(text: string): string {
  const compact = text.toUpperCase().replace(/[\s\-._]/g, '');
  return compact.replace(/^0+(?=.)/, '');
}

/** How a serial is sent when the directory does not know it: as typed, without inner spaces, upper case. */
export function sendableSerial(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, '');
}

/** A serial that could be one: letters, digits, dashes, 3 to 40 characters once folded. */
export function looksLikeSerial(text: string): boolean {
  return /^[A-Z0-9]{3,40}$/.test(text.toUpperCase().replace(/[\s\-._]/g, ''));
}

/** How plates, VINs and names are compared: look-alikes O/0 and I/1 fold to the digit, accents and separators go. */
export function foldForSearch(text: string): string {
  if (isAscii.test(text)) return lookAlikes(text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/ß/g, 'SS')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return lookAlikes(plain);
}

/** Most plates, VINs and names: no accents to take off, and half the time. */
const isAscii = /^[\0-\x7f]*$/;
const lookAlikes = (text: string) => text.replace(/[OQ]/g, '0').replace(/[IL]/g, '1');

/** Which product a serial means, of those whose serial number or unique id may be meant. */
export type SerialMatch<Product> =
  | { readonly match: 'one'; readonly product: Product }
  | { readonly match: 'none' }
  /** Only a person can tell which one is meant. */
  | { readonly match: 'several'; readonly products: readonly Product[] };

/**
 * Matches a serial: the exact spelling decides; without one, the folded serial numbers and unique ids. Never guesses between
 * two products.
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
 * How the operator may have written a serial: as typed, without separators or leading zeros, and in pairs as on a label. A
 * filter compares exact text, so each is asked for.
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
