import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs the built main process under plain Node: `node test/host/run-main.ts [out/main/main.js [argument…]]`. Every `electron`, from
 * the app and from its packages, becomes the host module; the bundle is the very one that Electron runs.
 */
const hostModule = new URL('./electron/index.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron'
      ? { url: hostModule, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});

const [node = '', , main = join(import.meta.dirname, '../../out/main/main.js'), ...rest] = process.argv;
// As the app sees them in Electron: the program, the app, and what it was started with.
process.argv = [node, main, ...rest];
await import(pathToFileURL(main).href);
