import type { Instant } from '../../../shared/time.ts';

/** An event that happened once or several times in a row. */
export interface Happening {
  readonly words: string;
  readonly first: Instant;
  readonly last: Instant;
  readonly times: number;
}

/** Merges equal consecutive lines into one with a count. Equal lines with others between them stay apart. */
export function withoutRepeats(
  lines: readonly { readonly at: Instant; readonly words: string }[],
): readonly Happening[] {
  const reported: Happening[] = [];
  for (const { at, words } of lines) {
    const before = reported.at(-1);
    if (before?.words === words)
      reported[reported.length - 1] = { ...before, last: at, times: before.times + 1 };
    else reported.push({ words, first: at, last: at, times: 1 });
  }
  return reported;
}
