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

/** The fields in which a variant differs from others of the same name, in the catalogue's order. */
export function variantDifferences(
  { otherFields }: Pick<DirectoryKey, 'otherFields'>,
  alike: readonly Pick<DirectoryKey, 'otherFields'>[],
): readonly { readonly name: string; readonly value: string }[] {
  const names = new Set([otherFields, ...alike.map((other) => other.otherFields)].flatMap(Object.keys));
  return [...names].flatMap((name) => {
    const own = new Map(Object.entries(otherFields)).get(name) ?? '–';
    const differs = alike.some(
      (other) => (new Map(Object.entries(other.otherFields)).get(name) ?? '–') !== own,
    );
    return differs ? [{ name: spoken(name), value: own }] : [];
  });
}

/** A field name in words: KPC, IXL and CAN are acronyms, `retrofitSet` becomes two words. */
function spoken(name: string): string {
  if (name.length <= 3) return name.toUpperCase();
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
