import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { z } from 'zod';
import { STEADY_WASM, steadyWasm } from '../runner/steady-wasm.ts';
import { QuickestFirst } from './quickest-first.ts';

steadyWasm();

/** Without its mutant each test of a run takes at most a tenth of this on an idle machine; a mutant that keeps a condition from coming true costs it once. */
const PATIENCE_MS = 20_000;

const THREADS = pathToFileURL(join(import.meta.dirname, 'threads-in-process.ts')).href;

/** The threads of the app and of the relay work in the process of the tests, where a mutant is active. */
const threadsInProcess: Plugin = {
  name: 'boxwright:threads-in-process',
  enforce: 'pre',
  transform: {
    filter: {
      id: /\/(?:relay\/store\/sqlite\/writer|electron\/(?:db\/file-worker|directory\/directory|supervision\/copies-file))\.ts$/,
    },
    handler: (code) => code.replace(/(["'])node:worker_threads\1/u, `'${THREADS}'`),
  },
};

/** Vitest for one mutated folder: `main.ts` names the tests that concern it, so that a mutant costs seconds. */
export default defineConfig({
  plugins: [threadsInProcess],
  test: {
    include: z.array(z.string()).parse(JSON.parse(process.env['MUTANTS_TESTS'] ?? '[]')),
    environment: 'node',
    pool: 'forks',
    // One process for all files of a run: starting one for each costs more than the tests. Each run begins a new process, so
    // that a mutant of a table at module level is active when its module is read.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    execArgv: [STEADY_WASM],
    setupFiles: ['test/runner/patient-waits.ts'],
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: PATIENCE_MS,
    hookTimeout: 30_000,
  },
});
