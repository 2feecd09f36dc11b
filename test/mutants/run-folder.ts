import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { MutatedFolder } from './folders.ts';
import { type Sample, sourcesOf } from './sample.ts';

/** Everything that a run leaves behind; outside git. */
export const REPORTS = 'reports/mutants';

/** `electron/operations/queue/kinds` as a file name. */
export const fileNameOf = ({ name }: MutatedFolder): string => name.replaceAll('/', '-');

const nameOf = ({ percent, seed }: Sample): string => (percent === 100 ? '' : `-${percent}-${seed}`);

/**
 * Mutates a folder and runs the tests that concern it against each mutant. What has not changed since the last run, source
 * and tests, is taken from the incremental file.
 */
export async function runFolder(
  folder: MutatedFolder,
  concurrency: number,
  sample: Sample,
): Promise<readonly MutantResult[]> {
  process.env['MUTANTS_TESTS'] = JSON.stringify(folder.tests);
  const stryker = new Stryker({
    mutate: [...sourcesOf(folder, sample)],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Related tests by import are nearly all of them; the folder names its own.
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    // A mutant of a table or schema at module level costs all tests of the folder; rules are tables here, so it is paid.
    ignoreStatic: false,
    concurrency,
    incremental: true,
    // A sample has its own memory: a file of both would take the sample for the whole.
    incrementalFile: `${REPORTS}/${fileNameOf(folder)}${nameOf(sample)}.json`,
    reporters: ['progress-append-only'],
    tempDirName: '.stryker-tmp',
    ignorePatterns: [
      '/out',
      '/dist',
      '/test-results',
      '/playwright-report',
      '/reports',
      '/test/mutants/results',
    ],
    // TypeScript 7 has no programming interface yet with which Stryker would rewrite a tsconfig; the sandbox needs none.
    tsconfigFile: 'no-tsconfig.json',
    // Only a mutant that never ends is killed by time. Beside other work all tests of a folder take ten times as long.
    timeoutMS: 300_000,
    timeoutFactor: 10,
    thresholds: { high: folder.target, low: folder.target, break: null },
    allowConsoleColors: false,
  });
  return await stryker.runMutationTest();
}
