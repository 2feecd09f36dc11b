import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Every process and thread that a test starts runs TypeScript as written. Without a cache each of them brings a
// WebAssembly compiler up and down again; hundreds of such threads in one process have met a race in V8 that ends the
// process ("Check failed: jit_page.has_value()").
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'boxwright-compile-cache');

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    setupFiles: ['test/runner/patient-waits.ts'],
    maxWorkers: 2,
    // A backstop for what hangs, wide enough for a machine under load; no test waits for it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
