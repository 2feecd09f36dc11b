import { defineConfig } from 'vitest/config';
import { STEADY_WASM, steadyWasm } from './test/runner/steady-wasm.ts';

steadyWasm();

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    execArgv: [STEADY_WASM],
    setupFiles: ['test/runner/patient-waits.ts'],
    maxWorkers: 2,
    // A backstop for what hangs, wide enough for a machine under load; no test waits for it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
