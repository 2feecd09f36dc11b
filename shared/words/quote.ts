const LONGEST = 100;

/** Words from elsewhere as they fit into a sentence: on one line, without half characters, not longer than it. */
export function quote(words: string): string {
  return words
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST)
    .toWellFormed();
}
