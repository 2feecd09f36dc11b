import { join } from 'node:path';
import { defineConfig } from 'vite';

const folder = import.meta.dirname;

/**
 * The relay as it is deployed: each command is one file in `out/relay`, with all packages but SQLite's, a native module. A relay that
 * brings up a compiler for TypeScript and loads each module by itself needs 50 MiB more (docs/decisions/0045-a-bundled-relay.md).
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
    // For `npm run places`. Referenced source maps would cost Node 26 MiB for as long as the relay runs.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: {
        main: join(folder, 'main.ts'),
        'token-cli': join(folder, 'token-cli.ts'),
        'backup-cli': join(folder, 'backup-cli.ts'),
        'quarantine-cli': join(folder, 'quarantine-cli.ts'),
        'writer-thread': join(folder, 'store/sqlite/writer-thread.ts'),
      },
      // One folder for all files, because the relay looks for its thread beside itself.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});
