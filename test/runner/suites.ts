import { stripVTControlCharacters } from 'node:util';
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
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Enough of a message to know what to look for; the whole of it stands further up in the run's output. */
const LINES_OF_A_MESSAGE = 8;

/** A failure for people: where, and the beginning of why, without a terminal's colours. */
function tell(where: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [where, ...lines.slice(0, LINES_OF_A_MESSAGE).map((line) => `  ${line}`)].join('\n');
}

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
    const results = files.flatMap((file) =>
      file.assertionResults.map((result) => ({ ...result, file: file.name })),
    );
    const passed = results.filter(({ status }) => status === 'passed');
    const failed = results.filter(({ status }) => status === 'failed');
    // A file that does not load, or whose preparation fails, has no failed test of its own.
    const brokenFiles = files.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return {
      passed: passed.length,
      failed: failed.length + brokenFiles.length,
      leftOut: results.length - passed.length - failed.length,
      failures: [
        ...failed.map((test) => tell(`${test.file} › ${test.fullName}`, test.failureMessages?.[0])),
        ...brokenFiles.map((file) => tell(file.name, file.message)),
      ],
    };
  },
};

/** A spec of Playwright's report: its title, and what each try of it ended with. */
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
/** Suites stand in suites: `describe` within a file. */
const playwrightSuites = z.array(
  z.object({
    specs: z.array(playwrightSpec),
    get suites() {
      return playwrightSuites.optional();
    },
  }),
);
const specsOf = (suites: z.infer<typeof playwrightSuites>): readonly z.infer<typeof playwrightSpec>[] =>
  suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);

const playwrightReport = z.object({
  suites: playwrightSuites,
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.object({ message: z.string().optional() })),
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
    const { suites, stats, errors } = playwrightReport.parse(report);
    return {
      passed: stats.expected,
      // What passed at a second try only has found a fault; errors stand outside of any test.
      failed: stats.unexpected + stats.flaky + errors.length,
      leftOut: stats.skipped,
      failures: [
        ...specsOf(suites)
          .filter(({ ok }) => !ok)
          .map(({ file, title, tests }) =>
            tell(
              `${file} › ${title}`,
              tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
            ),
          ),
        ...errors.map(({ message }) => tell('outside of any test', message)),
      ],
    };
  },
};
