/** A catalogue of texts, or a part of it. */
type Tree = { readonly [key: string]: string | Tree };

/** The texts of a catalogue with their dotted keys. */
export function leaves(tree: Tree, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : leaves(value, `${path}${key}.`),
  );
}
