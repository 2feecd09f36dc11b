import { makeProblem, ProblemError } from '../problem.ts';

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
