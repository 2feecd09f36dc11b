import { defineConfig } from '@playwright/test';
import { PATIENCE_MS } from '../runner/patience.ts';
import { steadyWasm } from '../runner/steady-wasm.ts';

steadyWasm();

export default defineConfig({
  testDir: '.',
  testMatch: 'record.walk.ts',
  outputDir: '../../test-results/screens',
  globalSetup: '../e2e/fixture/prepare.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list']],
});
