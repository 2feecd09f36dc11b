import { z } from 'zod';
import { makeProblem, ProblemError } from '../problem.ts';

/* Texts that people type, copy or scan, and the values that they mean: names, VINs, addresses, places. */

/** The app's own cap for names; the operator's is not known (spec part 8) and answers 400 beyond it. */
export const LONGEST_NAME = 200;

/** A typed text: trimmed, inner runs of blanks collapsed to one; null when nothing is left. */
export function typedText(text: string): string | null {
  const tidy = text.trim().replace(/\s+/g, ' ');
  return tidy === '' ? null : tidy;
}

/** A required name. Throws ProblemError `name-missing` or `name-too-long`. */
export function requiredName(text: string, field: 'car' | 'group' | 'signature' | 'key'): string {
  const name = typedText(text);
  if (name === null) throw new ProblemError(makeProblem('name-missing', { field }));
  return boundedText(name, field);
}

/** Throws ProblemError `name-too-long`. */
export function boundedText(text: string, field: string, longest = LONGEST_NAME): string {
  if (text.length > longest) {
    throw new ProblemError(makeProblem('name-too-long', { field, length: text.length, longest }));
  }
  return text;
}

/** The app's own cap for descriptions; the operator's is not known. */
export const LONGEST_DESCRIPTION = 2000;

/** A typed description: unlike a name, it keeps its line breaks. Null when nothing is left; ProblemError `name-too-long`. */
export function typedDescription(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : boundedText(trimmed, 'description', LONGEST_DESCRIPTION);
}

/**
 * A typed VIN in upper case, without blanks and dashes. Unusual VINs are accepted (product.md: warn, never block).
 * Only characters that no VIN standard permits are refused: ProblemError `vin-malformed`.
 */
export function typedVin(text: string): string | null {
  const vin = text.toUpperCase().replace(/[\s-]/g, '');
  if (vin === '') return null;
  const strange = vin.match(/[^A-Z0-9]/u)?.[0];
  if (strange !== undefined) {
    throw new ProblemError(makeProblem('vin-malformed', { character: strange }));
  }
  return boundedText(vin, 'vin');
}

/** The longest e-mail address by the mail standards. */
const LONGEST_ADDRESS = 254;

/** Tests for the form of an e-mail address: one `@` with text on both sides, no blanks. */
export function looksLikeAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && /^[^\s@]+@[^\s@]+$/u.test(text);
}

/** An e-mail address as typed, without outer blanks. Throws ProblemError `address-malformed`. */
export function typedAddress(text: string): string {
  const address = text.trim();
  if (!looksLikeAddress(address)) throw new ProblemError(makeProblem('address-malformed'));
  return address;
}

/** An unusual property of a VIN. These are hints only: VIN rules differ between continents, so nothing blocks. */
export type VinHint =
  | { readonly hint: 'vin-length'; readonly length: number }
  | { readonly hint: 'vin-alphabet'; readonly characters: string }
  | { readonly hint: 'vin-check-digit' };

const checkDigitWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const vinLetterValues: Readonly<Record<string, number>> = {
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
      total + (vinLetterValues[character] ?? Number(character)) * (checkDigitWeights[index] ?? 0),
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

/** A place on the map, in degrees. */
export const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Place = z.infer<typeof place>;

const coordinatePairs = [
  /^([+-]?\d{1,2}(?:\.\d{1,10})?)(?: ?[,;] ?| )([+-]?\d{1,3}(?:\.\d{1,10})?)$/,
  // With decimal commas, a comma cannot separate the two numbers.
  /^([+-]?\d{1,2}(?:,\d{1,10})?)(?: ?; ?| )([+-]?\d{1,3}(?:,\d{1,10})?)$/,
];

/** Parses coordinates as maps show them, latitude first. Null: the text is empty. Undefined: it is not a place. */
export function typedPlace(typed: string): Place | null | undefined {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  for (const pair of coordinatePairs) {
    const [, latitude, longitude] = pair.exec(text) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const degrees = (part: string) => Number(part.replace(',', '.'));
    const read = place.safeParse({ latitude: degrees(latitude), longitude: degrees(longitude) });
    if (read.success) return read.data;
  }
  return undefined;
}
