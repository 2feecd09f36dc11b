import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './electron/settings.ts';
import { areFresh } from './freshness.ts';
import { oneAtATime } from './one-at-a-time.ts';

const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'resources',
  'electron.vite.config.ts',
  'package-lock.json',
] as const;
const PRODUCTS = ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html'] as const;

/** Beside what is built into, which a build empties. */
const LOCK = join(projectRoot, 'node_modules/.cache/boxwright/build.lock');

/**
 * Builds `out/` when it is missing or older than a source. Of processes that want it at the same time one builds and the others wait:
 * two would empty each other's folder. Throws with the builder's own words when that fails.
 */
export function ensureBuilt(say: (line: string) => void): Promise<void> {
  // Looked at only when it is one's turn: what another one builds looks fresh before it is whole.
  return oneAtATime(LOCK, async () => {
    if (areFresh(PRODUCTS, SOURCES)) return;
    say('building');
    await build();
  });
}

function build(): Promise<void> {
  const cli = join(projectRoot, 'node_modules/electron-vite/bin/electron-vite.js');
  const builder = spawn(process.execPath, [cli, 'build'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk.toString();
  };
  builder.stdout.on('data', note);
  builder.stderr.on('data', note);
  return new Promise((resolve, reject) => {
    builder.on('error', reject);
    builder.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the build failed:\n${output}`));
    });
  });
}
