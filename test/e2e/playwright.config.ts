import { defineConfig } from '@playwright/test';
import { PATIENCE_MS } from '../runner/patience.ts';
import { steadyWasm } from '../runner/steady-wasm.ts';

steadyWasm();

/** `BOXWRIGHT_FULL_TRACE=1` records the page before and after every action, to look at a failure again. */
const fullTrace = process.env['BOXWRIGHT_FULL_TRACE'] === '1';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './fixture/prepare.ts',
  // Each worker runs an app, a simulator and a relay of its own. More than cores: a page waits most of its time.
  workers: 2,
  fullyParallel: true,
  // A spec that passes at the second try has found a fault.
  retries: 0,
  forbidOnly: true,
  // The watchdog of `npm test` ends what hangs (test/runner/run-suite.ts); no spec is judged by a stopwatch.
  timeout: 0,
  expect: { timeout: PATIENCE_MS },
  use: {
    // A click on what never comes fails by itself and names it; without this a test of no deadline would wait for the watchdog.
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    screenshot: 'only-on-failure',
    // Actions, requests and console. Recording every page state as well costs half as much CPU as the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: fullTrace, snapshots: fullTrace, sources: true },
  },
  reporter: [['list']],
});
