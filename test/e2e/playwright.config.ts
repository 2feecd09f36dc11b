import { defineConfig } from '@playwright/test';
import { steadyWasm } from '../runner/steady-wasm.ts';

steadyWasm();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './fixture/prepare.ts',
  // Each worker runs an app, a simulator and a relay of its own.
  workers: 2,
  fullyParallel: true,
  // A spec that passes at the second try has found a fault.
  retries: 0,
  forbidOnly: true,
  // A backstop for what hangs, wide enough for a machine under load; no spec waits for it.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
});
