import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs the built main process under plain Node: `node test/host/run-main.ts [out/main/main.js]`. Every `electron`, from
 * the app and from its packages, becomes the host module; the bundle is the very one that Electron runs.
 */
const hostModule = new URL('./electron/index.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron'
      ? { url: hostModule, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});

const main = process.argv[2] ?? join(import.meta.dirname, '../../out/main/main.js');
await import(pathToFileURL(main).href);
