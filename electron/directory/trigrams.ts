/** The trigram index knows nothing shorter. */
export const TRIGRAM = 3;

/** All runs of three characters of a folded text, in order. */
export function trigramsOf(folded: string): readonly string[] {
  const characters = Array.from(folded);
  return characters
    .slice(0, Math.max(0, characters.length - TRIGRAM + 1))
    .map((_, index) => characters.slice(index, index + TRIGRAM).join(''));
}

/** A folded text as an FTS5 phrase, found anywhere inside. Folded text holds letters and digits only, so quotes suffice. */
export function phrase(folded: string): string {
  return `"${folded}"`;
}
