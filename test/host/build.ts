import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './electron/settings.ts';
import { areFresh } from './freshness.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** One builder and its part of `out/`. Paths in the project. */
export interface Built {
  readonly products: readonly string[];
  readonly sources: readonly string[];
  /** The builder's program and its arguments. */
  readonly builder: readonly [string, ...string[]];
  /** Beside what is built into, which a build empties. */
  readonly lock: string;
}

const APP: Built = {
  products: ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html'],
  sources: ['electron', 'renderer', 'shared', 'resources', 'electron.vite.config.ts', 'package-lock.json'],
  builder: ['node_modules/electron-vite/bin/electron-vite.js', 'build'],
  lock: 'node_modules/.cache/boxwright/build.lock',
};

/**
 * Builds a part of `out/`, the app unless another is named, when it is missing or older than a source. Of processes that want it at the
 * same time one builds and the others wait: two would empty each other's folder. Throws with the builder's own words when that fails.
 */
export function ensureBuilt(say: (line: string) => void, built = APP): Promise<void> {
  // Looked at only when it is one's turn: what another one builds looks fresh before it is whole.
  return oneAtATime(join(projectRoot, built.lock), async () => {
    if (areFresh(built.products, built.sources)) return;
    say('building');
    await build(built.builder);
  });
}

function build([program, ...args]: Built['builder']): Promise<void> {
  const builder = spawn(process.execPath, [join(projectRoot, program), ...args], {
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
