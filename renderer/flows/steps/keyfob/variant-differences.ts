import type { DirectoryKey } from '../../../../shared/domain/directory.ts';

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
