import type { DirectoryKey } from '../../shared/domain/directory.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';

/** The catalogue entries that share one key form: one picture, its variants below. */
export interface KeyForm {
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly variants: readonly DirectoryKey[];
}

/**
 * Catalogue entries by key form, the forms in the catalogue's order. Variants that cannot work by Bluetooth are last.
 */
export function keyForms(keys: readonly DirectoryKey[]): readonly KeyForm[] {
  const byName = Map.groupBy(keys, (key) => key.keyFormName);
  return [...byName].map(([name, variants]) => ({
    name,
    pictureUrl: variants.find((key) => key.pictureUrl !== null)?.pictureUrl ?? null,
    variants: [...variants].sort((one, other) => Number(one.outsideScope) - Number(other.outsideScope)),
  }));
}

/** The catalogue's spelling of a car's brand; null when the catalogue has none like it. */
export function catalogueBrand(brands: readonly string[], brand: string | null): string | null {
  if (brand === null) return null;
  return brands.find((known) => foldForSearch(known) === foldForSearch(brand)) ?? null;
}
