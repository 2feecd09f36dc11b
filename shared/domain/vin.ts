/** An unusual property of a VIN. These are hints only: VIN rules differ between continents, so nothing blocks. */
export type VinHint =
  | { readonly hint: 'vin-length'; readonly length: number }
  | { readonly hint: 'vin-alphabet'; readonly characters: string }
  | { readonly hint: 'vin-check-digit' };

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const letterValues: Readonly<Record<string, number>> = {
  A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4,
  N: 5, P: 7, R: 9, S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9,
}; // prettier-ignore

/**
 * Checks a VIN (spaces and case are ignored) against the ISO 3779 length and alphabet and the North American check
 * digit.
 */
export function vinHints(text: string): readonly VinHint[] {
  const vin = text.toUpperCase().replace(/[\s-]/g, '');
  if (vin === '') return [];
  const strange = [
    ...new Set(Array.from(vin).filter((character) => !/[A-HJ-NPR-Z0-9]/.test(character))),
  ].join(' ');
  if (strange !== '') return [{ hint: 'vin-alphabet', characters: strange }];
  if (vin.length !== 17) return [{ hint: 'vin-length', length: vin.length }];
  // The check digit is mandatory only for VINs that start with 1 to 5 (North America) or L (China).
  if (!/^[1-5L]/.test(vin)) return [];
  return hasRightCheckDigit(vin) ? [] : [{ hint: 'vin-check-digit' }];
}

/** Tests the ninth of these 17 characters as the check digit. A match is strong evidence, a mismatch weak. */
function hasRightCheckDigit(vin: string): boolean {
  const sum = Array.from(vin).reduce(
    (total, character, index) =>
      total + (letterValues[character] ?? Number(character)) * (weights[index] ?? 0),
    0,
  );
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}

/**
 * Finds the VIN in a scanned or copied text; returns it in capitals, or null. A VIN has 17 letters and digits and
 * ends with digits. Removed: spaces, dashes, the stars of Code 39, the word VIN, and the data identifier "I" that
 * the car industry's labels put before it. A VIN has no letters I, O and Q, so they are read as 1 and 0. In a
 * longer text with separators, such as a link, the only word that is a VIN counts.
 */
export function readVin(text: string): string | null {
  const upper = text.toUpperCase();
  const whole = wordAsVin(upper.replace(/[\s\-*]/g, '').replace(/^VIN[:#.=]?/, ''));
  if (whole !== null) return whole;
  const words = new Set(
    upper
      .split(/[^A-Z0-9]+/)
      .map(wordAsVin)
      .filter((vin) => vin !== null),
  );
  const [only, ...others] = words;
  return only !== undefined && others.length === 0 ? only : null;
}

function wordAsVin(word: string): string | null {
  const bare = /^I[A-Z0-9]{17}$/.test(word) ? word.slice(1) : word;
  if (!/^[A-Z0-9]{17}$/.test(bare)) return null;
  const vin = bare.replace(/I/g, '1').replace(/[OQ]/g, '0');
  // A code of 17 digits is usually a parcel or invoice number; a code that ends with letters is an article number.
  return /[A-Z]/.test(vin) && /\d{3}$/.test(vin) ? vin : null;
}
