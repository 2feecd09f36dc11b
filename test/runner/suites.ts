import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { LONG } from './long.ts';

/** One runner, and how to start it so that it reports its events (`test-events.ts`). */
export interface Suite {
  readonly name: string;
  /** From the folder of installed packages. */
  readonly cli: string;
  /** Its test files, by their paths in the project. */
  readonly owns: RegExp;
  /** Files null = everything. */
  readonly args: (files: readonly string[] | null) => readonly string[];
}

const reporter = (file: string): string => join(import.meta.dirname, file);

/** Unit tests, integration tests and the attacks that do not take long: three projects of `vitest.config.ts`. */
export const vitestSuite: Suite = {
  name: 'unit, integration and attacks',
  cli: 'vitest/vitest.mjs',
  owns: /^test\/(unit|integration|attacks)\/.*\.test\.ts$/,
  args: (files) => [
    'run',
    '--reporter=default',
    `--reporter=${reporter('vitest-events.ts')}`,
    ...(files === null
      ? ['--project=unit', '--project=integration', '--project=attacks', `--testNamePattern=^(?!.*${LONG})`]
      : new Set(files.map((file) => `--project=${file.split('/')[1]}`))),
    ...(files ?? []),
  ],
};

/** The window's tests. A run of its own: as a project of the other run it would begin when that one is over. */
export const windowSuite: Suite = {
  name: 'window',
  cli: 'vitest/vitest.mjs',
  owns: /^test\/window\/.*\.test\.tsx?$/,
  args: (files) => [
    'run',
    '--config=test/window/vitest.config.ts',
    '--reporter=default',
    `--reporter=${reporter('vitest-events.ts')}`,
    ...(files ?? []),
  ],
};

/** End-to-end tests, on whichever host is there. */
export const playwrightSuite: Suite = {
  name: 'end-to-end',
  cli: '@playwright/test/cli.js',
  owns: /^test\/e2e\/.*\.spec\.ts$/,
  args: (files) => [
    'test',
    '--config=test/e2e/playwright.config.ts',
    `--reporter=list,${reporter('playwright-events.ts')}`,
    ...(files === null ? [`--grep-invert=${LONG}`] : []),
    // Playwright takes an expression, matched against the whole path.
    ...(files ?? []).map((file) => `/${file.replaceAll('.', '\\.')}$`),
  ],
};

/** The files of a suite whose path holds one of the parts; no parts = null, everything. */
export function filesOf(suite: Suite, root: string, parts: readonly string[]): readonly string[] | null {
  if (parts.length === 0) return null;
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.split(sep).join('/')}`)
    .filter((path) => suite.owns.test(path) && parts.some((part) => path.includes(part)))
    .toSorted();
}
