import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, normalizePath, type Plugin, type UserConfig } from 'vite';
import { z } from 'zod';
import { projectRoot } from '../host/electron/settings.ts';

const shell = join(projectRoot, 'electron/shell');
const replaced = join(import.meta.dirname, 'replaced');
/** Modules of the shell that have another form here. The sources know nothing of a development server. */
const replacements: ReadonlyMap<string, string> = new Map(
  ['origin.ts', 'protocol.ts'].map((name) => [
    normalizePath(join(shell, name)),
    normalizePath(join(replaced, name)),
  ]),
);

/** Main and preload, built again whenever one of their sources changes. */
export interface Bundles {
  /** Resolves with the next build that succeeds from now on. */
  readonly changed: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The inputs of the bundles. */
export interface BundlesParts {
  readonly main: UserConfig;
  readonly preload: UserConfig;
  /** The folder of the app as a host gets it: package.json and `out`. */
  readonly folder: string;
  /** The origin of the development server. */
  readonly windowServer: string;
  readonly say: (line: string) => void;
}

/** Builds both and watches their sources. Resolves once both were built; a fault in a source is said, and waits for its repair. */
export async function watchBundles(parts: BundlesParts): Promise<Bundles> {
  const { main, preload, folder, windowServer, say } = parts;
  writeManifest(folder);
  let next = Promise.withResolvers<void>();
  const define = { BOXWRIGHT_WINDOW_SERVER: JSON.stringify(windowServer) };
  const watched = await Promise.all([
    watch('main', { ...main, define: { ...main.define, ...define } }, [replaceModules]),
    watch('preload', preload, []),
  ]);
  return {
    changed: () => next.promise,
    stop: async () => {
      await Promise.all(watched.map((watcher) => watcher.close()));
    },
  };

  async function watch(name: string, config: UserConfig, plugins: readonly Plugin[]) {
    const watcher = await build({
      ...config,
      configFile: false,
      clearScreen: false,
      logLevel: 'error',
      plugins: [...(config.plugins ?? []), ...plugins],
      build: {
        ...config.build,
        outDir: join(folder, 'out', name),
        sourcemap: true,
        minify: false,
        watch: {},
      },
    });
    if (!('on' in watcher)) throw new Error('the bundler does not watch');
    const built = Promise.withResolvers<void>();
    watcher.on('event', async (event) => {
      switch (event.code) {
        case 'BUNDLE_END':
          await event.result.close();
          say(`${name} built in ${event.duration} ms`);
          built.resolve();
          next.resolve();
          next = Promise.withResolvers();
          return;
        case 'ERROR':
          await event.result.close();
          say(`${name} is not built: ${event.error.message}`);
          return;
        case 'START':
        case 'BUNDLE_START':
        case 'END':
          return;
      }
    });
    await built.promise;
    return watcher;
  }
}

const replaceModules: Plugin = {
  name: 'boxwright:development-window',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/\/(?:origin|protocol)\.ts$/.test(source) || importer?.startsWith(normalizePath(replaced)))
      return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found === null ? null : (replacements.get(found.id) ?? null);
  },
};

/** Electron reads name, version and start file of an app from its folder; the app finds its demonstration beside `out`. */
function writeManifest(folder: string): void {
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version, type: 'module', main: './out/main/main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  rmSync(join(folder, 'test'), { force: true });
  symlinkSync(join(projectRoot, 'test'), join(folder, 'test'), 'junction');
}
