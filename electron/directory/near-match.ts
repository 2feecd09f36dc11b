/**
 * Whether `text` holds `pattern` with at most one typo: a wrong, missing, extra or swapped character. Sellers'
 * algorithm (edit distance of the pattern to the best substring), with neighbouring swaps counted as one.
 */
export function holdsWithOneTypo(text: string, pattern: string): boolean {
  const wanted = Array.from(pattern);
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = wanted.map((_, index) => index + 1);
  if (wanted.length <= 1) return true;
  let previousCharacter = '';
  for (const character of text) {
    const current: number[] = [];
    for (const [index, expected] of wanted.entries()) {
      // Row 0 of the classic table is all zeros: the match may begin anywhere in the text.
      const diagonal = index === 0 ? 0 : (last[index - 1] ?? 0);
      const left = index === 0 ? 0 : (current[index - 1] ?? 0);
      let cost = Math.min(diagonal + (expected === character ? 0 : 1), left + 1, (last[index] ?? 0) + 1);
      if (index > 0 && expected === previousCharacter && wanted[index - 1] === character) {
        const beforeSwap = index === 1 ? 0 : (beforeLast[index - 2] ?? 0);
        cost = Math.min(cost, beforeSwap + 1);
      }
      current.push(cost);
    }
    if ((current.at(-1) ?? 2) <= 1) return true;
    beforeLast = last;
    last = current;
    previousCharacter = character;
  }
  return false;
}
