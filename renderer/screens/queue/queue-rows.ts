/* The order of the rows of the Queue, the rows to render, and the steps between rows by keys. */

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

/** Fixed row height in pixels, so that a row's position follows from its index. */
export const LINE_HEIGHT = 76;
/** Rows are read in blocks, so that scrolling does not call main for every row. */
const BLOCK = 20;

/** The rows to read: the rendered ones, both ends included, and one block around them. `from` inclusive, `to` exclusive. */
export function blocksOf(
  { first, last }: { readonly first: number; readonly last: number },
  count: number,
): { readonly from: number; readonly to: number } {
  const from = Math.floor(first / BLOCK) * BLOCK - BLOCK;
  const to = Math.ceil((last + 1) / BLOCK) * BLOCK + BLOCK;
  return { from: Math.min(Math.max(0, from), count), to: Math.min(Math.max(0, to), count) };
}

/** The target row of an arrow, Page, Home or End key; null = another key. */
export function stepOf(key: string, at: number, count: number, height: number): number | null {
  const page = Math.max(1, Math.floor(height / LINE_HEIGHT) - 1);
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.min(Math.max(wanted, 0), count - 1);
}
