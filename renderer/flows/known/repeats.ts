import type { Instant } from '../../../shared/time.ts';

/** Something that happened once, or several times running. */
export interface Happening {
  readonly words: string;
  readonly first: Instant;
  readonly last: Instant;
  readonly times: number;
}

/** Lines that say the same one after another as one, with how often: what lies between others stays where it was. */
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
