import { join } from 'node:path';
import { defineConfig } from 'vite';

const folder = import.meta.dirname;

/**
 * The deployed form of the relay: each command is one file in `out/relay` that includes all packages except
 * SQLite's native module. Running the TypeScript sources would need a compiler at run time and 50 MiB more memory
 * (docs/decisions/0045-a-bundled-relay.md).
 */
export default defineConfig({
  root: join(folder, '..'),
  publicDir: false,
  logLevel: 'warn',
  // A native module, and three optional imports of packages: for a Cloudflare worker, for libpq, for a terminal.
  ssr: { noExternal: true, external: ['better-sqlite3', 'pg-cloudflare', 'pg-native', 'supports-color'] },
  build: {
    ssr: true,
    outDir: 'out/relay',
    emptyOutDir: true,
    minify: false,
    // For `npm run places`. With linked source maps, Node would hold 26 MiB more for as long as the relay runs.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: {
        main: join(folder, 'main.ts'),
        'token-cli': join(folder, 'token-cli.ts'),
        'backup-cli': join(folder, 'backup-cli.ts'),
        'quarantine-cli': join(folder, 'quarantine-cli.ts'),
        'writer-thread': join(folder, 'store/sqlite/writer-thread.ts'),
      },
      // One folder for all files, because the relay looks for its thread file there.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});
