import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `npm run demo [-- --yes] [-- --auto --out DIR [--visible]]

Starts a simulated operator and a relay on this machine and opens the app, connected to a fleet of its own. Ctrl+C ends it.
Nothing of it is kept.

  --yes      installs Chromium by apt-get without a question where no host is there (as root)
  --auto     does a whole installation without a person; screenshots and the report are in DIR
  --out      the folder for --auto
  --visible  shows the window of --auto`;

/** The options of `npm run demo`. */
export type DemoArguments =
  | { readonly mode: 'help' }
  | { readonly mode: 'by-hand'; readonly mayInstall: boolean }
  | {
      readonly mode: 'auto';
      readonly mayInstall: boolean;
      readonly outDir: string;
      readonly visible: boolean;
    };

/** Parses the arguments; throws one plain sentence for a wrong one. */
export function readDemoArguments(argv: readonly string[]): DemoArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      auto: { type: 'boolean', default: false },
      out: { type: 'string' },
      visible: { type: 'boolean', default: false },
      yes: { type: 'boolean', short: 'y', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { mode: 'help' };
  const mayInstall = values.yes;
  if (!values.auto) return { mode: 'by-hand', mayInstall };
  if (values.out === undefined || values.out === '') {
    throw new Error('--auto needs a folder for screenshots and the report: --out DIR');
  }
  return { mode: 'auto', mayInstall, outDir: resolve(values.out), visible: values.visible };
}
