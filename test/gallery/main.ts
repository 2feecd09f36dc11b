/** `npm run gallery`: every component of the window in its states, over a stand-in for main. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { answerHelp } from '../../relay/command-line.ts';
import { startWindowServer } from '../dev/window-server.ts';
import { projectRoot } from '../host/electron/settings.ts';

answerHelp(`npm run gallery

Serves the gallery on 127.0.0.1: every component of the window in its states, and places of the window, in each language and theme. A
saved file is exchanged in the open page. Ctrl+C ends it.

  --help  this text`);

try {
  parseArgs({ options: {} });
  const config = { root: import.meta.dirname, plugins: [react()] };
  const cache = join(projectRoot, 'node_modules/.cache/boxwright/gallery');
  console.log(`gallery at ${(await startWindowServer(config, cache)).origin}`);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
