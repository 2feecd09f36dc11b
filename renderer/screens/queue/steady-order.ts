/**
 * The order while a person's pointer or focus is in the list: every row keeps its place, even one that is sorted
 * elsewhere by now; new rows are appended.
 */
export function steadyOrder(shown: readonly number[], fresh: readonly number[]): readonly number[] {
  const known = new Set(shown);
  const added = fresh.filter((seq) => !known.has(seq));
  return added.length === 0 ? shown : [...shown, ...added];
}

/** Whether both lists have the same numbers in the same order. */
export function sameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((seq, index) => seq === other[index]);
}
