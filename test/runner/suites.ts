import { z } from 'zod';
import type { Count } from './tally.ts';

/** One runner: how to start it, so that people can read along and a report is left in `reportFile`, and how to read that. */
export interface Suite {
  readonly name: string;
  /** From the folder of installed packages. */
  readonly cli: string;
  readonly args: (reportFile: string, filters: readonly string[]) => readonly string[];
  readonly env: (reportFile: string) => Readonly<Record<string, string>>;
  /** Throws when the report is not in the runner's form. */
  readonly read: (report: unknown) => Count;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** Unit and integration tests. */
export const vitestSuite: Suite = {
  name: 'unit and integration',
  cli: 'vitest/vitest.mjs',
  args: (reportFile, filters) => [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...(filters.length > 0 ? ['--passWithNoTests', ...filters] : []),
  ],
  env: () => ({}),
  read: (report) => {
    const files = vitestReport.parse(report).testResults;
    const results = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
    const passed = results.filter((status) => status === 'passed').length;
    const failed = results.filter((status) => status === 'failed').length;
    // A file that does not load, or whose preparation fails, has no failed test of its own.
    const brokenFiles = files.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    ).length;
    return { passed, failed: failed + brokenFiles, leftOut: results.length - passed - failed };
  },
};

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.unknown()),
});

/** End-to-end tests, on whichever host is there. */
export const playwrightSuite: Suite = {
  name: 'end-to-end',
  cli: '@playwright/test/cli.js',
  args: (_reportFile, filters) => [
    'test',
    '--config=test/e2e/playwright.config.ts',
    '--reporter=list,json',
    ...(filters.length > 0 ? ['--pass-with-no-tests', ...filters] : []),
  ],
  env: (reportFile) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }),
  read: (report) => {
    const { stats, errors } = playwrightReport.parse(report);
    return {
      passed: stats.expected,
      // What passed at a second try only has found a fault; errors stand outside of any test.
      failed: stats.unexpected + stats.flaky + errors.length,
      leftOut: stats.skipped,
    };
  },
};
