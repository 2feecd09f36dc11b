import { defineConfig } from '@playwright/test';
import { PATIENCE_MS } from '../runner/patience.ts';
import { steadyWasm } from '../runner/steady-wasm.ts';

steadyWasm();

export default defineConfig({
  testDir: '.',
  testMatch: 'scene.walk.ts',
  outputDir: '../../test-results/dev',
  workers: 1,
  retries: 0,
  // The window stays open for as long as a person looks at it.
  timeout: 0,
  expect: { timeout: PATIENCE_MS },
  reporter: [['line']],
});
