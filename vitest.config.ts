import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/runner/patience.ts';
import { quickStarts } from './test/runner/quick-starts.ts';
import { STEADY_WASM, steadyWasm } from './test/runner/steady-wasm.ts';

steadyWasm();

export default defineConfig({
  plugins: [quickStarts],
  test: {
    pool: 'forks',
    execArgv: [STEADY_WASM],
    // Files share a process and the modules that it has loaded: most of the CPU time of a test file would be loading.
    isolate: false,
    setupFiles: ['test/runner/patient-waits.ts', 'test/runner/announce-tests.ts'],
    // The library gives up after one second: that is a race with the machine and no statement about behaviour.
    expect: { poll: { timeout: PATIENCE_MS } },
    // More than cores: most tests wait for processes, servers and pages. More than this makes each test wait for the others.
    maxWorkers: 5,
    maxConcurrency: 3,
    // The watchdog of `npm test` ends what hangs (test/runner/run-suite.ts); no test is judged by a stopwatch.
    testTimeout: 0,
    hookTimeout: 0,
    coverage: {
      include: ['electron/**/*.ts', 'relay/**/*.ts', 'renderer/**/*.{ts,tsx}', 'shared/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'integration', include: ['test/integration/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'attacks',
          include: ['test/attacks/**/*.test.ts'],
          // Floods that take long are part of `npm run attacks` and of the long run.
          exclude: process.env['BOXWRIGHT_ALL_ATTACKS'] === '1' ? [] : ['test/attacks/heavy/**'],
        },
      },
      'test/window/vitest.config.ts',
    ],
  },
});
