import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { findChromium, findHeadlessShell } from '../host/find-chromium.ts';
import { PATIENCE_MS, STALLED_AFTER_MS } from '../runner/patience.ts';

const root = join(import.meta.dirname, '../..');
const executablePath = findHeadlessShell() ?? findChromium();

/** Vite serves JSON as a module; with the import attribute that Node wants, the browser would refuse it. The build drops it as well. */
const jsonAsModule: Plugin = {
  name: 'boxwright:json-as-module',
  enforce: 'pre',
  transform: {
    filter: { id: /\/renderer\/i18n\/i18n\.ts$/ },
    handler: (code) => code.replaceAll(", { with: { type: 'json' } }", ''),
  },
};

/**
 * React as it is shipped: its development build takes three times as long to show a screen (220 ms instead of 65 ms of CPU time).
 */
const shipped = { 'process.env.NODE_ENV': JSON.stringify('production') };

/**
 * The window's screens in a real page: one Chromium, `maxWorkers` pages in it, each with a stand-in for `window.boxwright`.
 * A project of its own: `vitest run --config test/window/vitest.config.ts`, or named by another configuration's `projects`.
 */
export default defineConfig({
  root,
  plugins: [jsonAsModule],
  define: shipped,
  oxc: { jsx: { runtime: 'automatic', development: false, refresh: false } },
  // One page reloads when a package is found late, and its tests are lost: every package is found before the first page.
  optimizeDeps: {
    entries: ['renderer/main.tsx', 'test/window/**/*.test.tsx'],
    // The scan for packages does not follow workers.
    include: ['zod', 'react/jsx-runtime', 'zxing-wasm/reader'],
    rolldownOptions: { transform: { define: shipped } },
  },
  test: {
    name: 'window',
    include: ['test/window/**/*.test.tsx'],
    setupFiles: ['test/runner/patient-waits.ts', 'test/window/page/prepare-page.ts'],
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: STALLED_AFTER_MS,
    hookTimeout: STALLED_AFTER_MS,
    maxWorkers: 2,
    // Vitest wants projects with other numbers of workers in other groups; this one runs after them.
    sequence: { groupOrder: 1 },
    // A page reads the window's modules once, not once for each file; prepare-page.ts sets back what they remember.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // As small as the window may get, so that what fits here fits.
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: executablePath === null ? {} : { executablePath },
        contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' },
        actionTimeout: PATIENCE_MS,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
