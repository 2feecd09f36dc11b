/** What is unusual about a VIN. Hints only: VIN rules differ between continents, so nothing here blocks. */
export type VinHint =
  | { readonly hint: 'vin-length'; readonly length: number }
  | { readonly hint: 'vin-alphabet'; readonly characters: string }
  | { readonly hint: 'vin-check-digit' };

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const letterValues: Readonly<Record<string, number>> = {
  A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4,
  N: 5, P: 7, R: 9, S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9,
}; // prettier-ignore

/** Looks at a VIN (spaces and case do not matter) by ISO 3779 length and alphabet and the North American check digit. */
export function vinHints(text: string): readonly VinHint[] {
  const vin = text.toUpperCase().replace(/[\s-]/g, '');
  if (vin === '') return [];
  const strange = [
    ...new Set(Array.from(vin).filter((character) => !/[A-HJ-NPR-Z0-9]/.test(character))),
  ].join(' ');
  if (strange !== '') return [{ hint: 'vin-alphabet', characters: strange }];
  if (vin.length !== 17) return [{ hint: 'vin-length', length: vin.length }];
  // The check digit is compulsory only where the first character says North America or China (1-5, L).
  if (!/^[1-5L]/.test(vin)) return [];
  const sum = Array.from(vin).reduce(
    (total, character, index) =>
      total + (letterValues[character] ?? Number(character)) * (weights[index] ?? 0),
    0,
  );
  const expected = sum % 11 === 10 ? 'X' : String(sum % 11);
  return vin[8] === expected ? [] : [{ hint: 'vin-check-digit' }];
}
