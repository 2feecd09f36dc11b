import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/runner/patience.ts';
import { STEADY_WASM, steadyWasm } from './test/runner/steady-wasm.ts';

steadyWasm();

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    execArgv: [STEADY_WASM],
    setupFiles: ['test/runner/patient-waits.ts'],
    // The library gives up after one second: that is a race with the machine and no statement about behaviour.
    expect: { poll: { timeout: PATIENCE_MS } },
    maxWorkers: 2,
    // A backstop for what hangs, wide enough for a machine under load; no test waits for it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
