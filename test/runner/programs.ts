import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { projectRoot } from '../host/electron/settings.ts';
import { areFresh } from '../host/freshness.ts';
import { oneAtATime } from '../host/one-at-a-time.ts';
import { builtRelay } from './relay-bundle.ts';

/** Kept between runs, and safe to delete. One for each root: a copy of the project with changed sources may share the packages. */
const FOLDER = `node_modules/.cache/boxwright/programs-${createHash('sha256').update(projectRoot).digest('hex').slice(0, 8)}`;

const SOURCES = [
  'electron',
  'relay',
  'shared',
  'resources',
  'package-lock.json',
  'test/runner/programs.ts',
  'test/runner/kept-thread.ts',
];

/** The app without a window, the thread that it looks for beside itself, and the tests' own thread. */
const INPUT = {
  headless: 'electron/app/headless.ts',
  export: 'electron/app/export.ts',
  'authorities-thread': 'electron/base/network/authorities-thread.ts',
  'file-thread': 'electron/db/file-thread.ts',
  'directory-thread': 'electron/directory/directory-thread.ts',
  'supervision-thread': 'electron/supervision/supervision-thread.ts',
  'kept-thread': 'test/runner/kept-thread.ts',
};

/** Without it Node compiles each file twice to find out that it is a module. */
const modules: Plugin = {
  name: 'boxwright:modules',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: JSON.stringify({ type: 'module' }) });
  },
};

const pathOf = (name: keyof typeof INPUT): string => join(projectRoot, FOLDER, `${name}.js`);

/**
 * The programs that tests start again and again, each as one file: it starts in half the processor time that its hundreds of
 * modules take. The relay's are those that are deployed. `npm run headless` and `npm run relay` are proven by tests that start npm.
 */
interface Programs {
  readonly headless: string;
  readonly export: string;
  readonly relay: string;
  readonly tokenCli: string;
  readonly backupCli: string;
  /** The thread of the relay and of the app, for those in the process of a test. */
  readonly keptThread: string;
}

/** For a program that ends soon: most of what it loads lives to its end, so a small space for new objects is only copied again and again. */
export const SHORT_LIVED = '--min-semi-space-size=16';

/** The programs, built when one is missing or older than a source; of processes that want them at once one builds. */
export async function builtPrograms(): Promise<Programs> {
  const relay = await builtRelay();
  const products = Object.keys(INPUT).map((name) => `${FOLDER}/${name}.js`);
  if (!areFresh(products, SOURCES)) {
    await oneAtATime(join(projectRoot, `${FOLDER}.lock`), async () => {
      if (!areFresh(products, SOURCES)) await bundle();
    });
  }
  return {
    headless: pathOf('headless'),
    export: pathOf('export'),
    ...relay,
    keptThread: pathOf('kept-thread'),
  };
}

async function bundle(): Promise<void> {
  // Only when it is needed: a run of one test file finds the programs built.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: projectRoot,
    publicDir: false,
    logLevel: 'warn',
    plugins: [modules],
    ssr: { noExternal: true, external: ['better-sqlite3', 'supports-color', 'pg-native'] },
    build: {
      ssr: true,
      outDir: FOLDER,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { input: INPUT, output: { chunkFileNames: '[name]-[hash].js' } },
    },
  });
}
