/** Which host runs the bundles, and why, in words for one line. */
export type ChosenHost =
  | { readonly host: 'electron'; readonly executable: string; readonly why: string }
  | { readonly host: 'chromium'; readonly executable: string; readonly why: string };

/** Nothing can run here; `message` names the exact command that helps. */
export class NoHostError extends Error {
  override readonly name = 'NoHostError';
}

/** The one line every run prints. */
export function describeHost(chosen: ChosenHost): string {
  return `host: ${chosen.host === 'electron' ? 'Electron' : 'Chromium'} (${chosen.why})`;
}
