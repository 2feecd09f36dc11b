import { defineConfig } from 'vitest/config';
import { z } from 'zod';
import { PATIENCE_MS } from '../runner/patience.ts';
import { STEADY_WASM, steadyWasm } from '../runner/steady-wasm.ts';
import { QuickestFirst } from './quickest-first.ts';

steadyWasm();

/** Vitest for one mutated folder: `main.ts` names the tests that concern it, so that a mutant costs seconds. */
export default defineConfig({
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
    // A mutant that keeps a condition from coming true costs this once; a test that is fast enough for a run takes a second.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
