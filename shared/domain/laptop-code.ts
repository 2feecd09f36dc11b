import { z } from 'zod';

/*
 * The code by which colleagues name a laptop: eight characters of an alphabet without look-alikes; the last one is a
 * check character.
 */

export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FORM = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
/** Characters before the check. */
export const CODE_LENGTH = 7;

/** The check character detects every single wrong character. */
export function checkOf(letters: string): string {
  const sum = Array.from(letters).reduce(
    (total, letter, place) => total + CODE_LETTERS.indexOf(letter) * (2 * place + 1),
    0,
  );
  return CODE_LETTERS.charAt(sum % CODE_LETTERS.length);
}

/** A laptop's code with a valid check character. */
export const laptopCode = z
  .string()
  .regex(FORM)
  .refine((code) => checkOf(code.replace('-', '').slice(0, CODE_LENGTH)) === code.slice(-1))
  .brand<'LaptopCode'>();
export type LaptopCode = z.infer<typeof laptopCode>;

/** Parses a typed code: any case, O for 0, I and L for 1, with or without the dash. Null = invalid. */
export function typedLaptopCode(typed: string): LaptopCode | null {
  const letters = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  return laptopCode.safeParse(`${letters.slice(0, 4)}-${letters.slice(4)}`).data ?? null;
}
