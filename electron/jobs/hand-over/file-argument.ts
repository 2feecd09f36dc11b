/* Apart from opened-file.ts, because main reads its arguments before the window is created. */

/** The end of a hand-over file's name. */
export const HAND_OVER_ENDING = '.boxwright-job';

/**
 * The hand-over file among the command-line arguments; null = none. Options are skipped even with its file extension,
 * because Chromium adds some. Only the first file is opened.
 */
export function fileAmong(args: readonly string[]): string | null {
  return args.find((arg) => !arg.startsWith('-') && arg.toLowerCase().endsWith(HAND_OVER_ENDING)) ?? null;
}
