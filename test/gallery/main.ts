/** `npm run gallery`: every component of the window in its states, over a stand-in for main. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { answerHelp } from '../../relay/command-line.ts';
import { startWindowServer } from '../dev/window-server.ts';
import { serveScreens } from './pictures.ts';
import { projectRoot } from '../host/electron/settings.ts';

answerHelp(`npm run gallery [-- --pictures DIR]

Serves the gallery on 127.0.0.1: every component of the window in its states, and every place of the window, in each language and
theme. A saved file is exchanged in the open page. Ctrl+C ends it.

  --pictures DIR  the pictures that npm run screens -- --out DIR took of the places
  --help          this text`);

try {
  const { pictures } = parseArgs({ options: { pictures: { type: 'string' } } }).values;
  const folder = pictures === undefined ? null : resolve(pictures);
  const config = { root: import.meta.dirname, plugins: [react(), serveScreens(folder)] };
  const cache = join(projectRoot, 'node_modules/.cache/boxwright/gallery');
  console.log(`gallery at ${(await startWindowServer(config, cache)).origin}`);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
