/**
 * The order while a person's pointer or focus is in the list: everything stays in its place, also rows that belong elsewhere
 * by now; what is new comes at the end.
 */
export function steadyOrder(shown: readonly number[], fresh: readonly number[]): readonly number[] {
  const known = new Set(shown);
  const added = fresh.filter((seq) => !known.has(seq));
  return added.length === 0 ? shown : [...shown, ...added];
}

/** Are they the same, in the same order? */
export function sameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((seq, index) => seq === other[index]);
}
