import { parseArgs } from 'node:util';
import { scenes } from '../screens/scenes.ts';

export const usage = `npm run dev [-- --scene NAME] [--debug]

Starts the operator simulator, the relay and the app, connected to a fleet of its own. A saved file of the window is exchanged
in the open window; a saved file of main or preload restarts the app. Ctrl+C, or closing the window, ends everything.

  --scene NAME  walks to a place of the screenshot run (npm run screens) and leaves the window there, with Chromium's
                locale and data of that scene; after a change of main it is walked to again
  --debug       main waits for a debugger's connection on port 9229, the window on port 9222 (.vscode/launch.json)
  --help        this text`;

/** The options of `npm run dev`. */
export interface DevArguments {
  readonly help: boolean;
  /** A place of the screenshot run; null = Home. */
  readonly scene: string | null;
  readonly debug: boolean;
}

/** Parses the arguments; throws one plain sentence for a wrong one. */
export function readDevArguments(argv: readonly string[]): DevArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      scene: { type: 'string' },
      debug: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { scene = null, debug, help } = values;
  const places = scenes.flatMap((each) => each.places.map(({ name }) => name));
  if (scene !== null && !places.includes(scene))
    throw new Error(`no place is called ${scene}. The places are: ${places.toSorted().join(' ')}`);
  return { help, scene, debug };
}
