import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSuite } from '../../runner/run-suite.ts';
import { writeFiles } from '../../runner/scratch-files.ts';
import { filesOf, playwrightSuite, type Suite, vitestSuite } from '../../runner/suites.ts';

const repository = join(import.meta.dirname, '../../..');
const vitestImports = "import { beforeAll, expect, it } from 'vitest';\nexpect(beforeAll).toBeDefined();\n";
const playwrightImports = "import { expect, test } from '@playwright/test';\n";
const PROJECTS = `export default { test: { projects: ['unit', 'integration', 'attacks'].map((name) => (
  { test: { name, include: ['test/' + name + '/**/*.test.ts'] } })) } };`;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'boxwright-suites-'));
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  await write({
    'vitest.config.ts': PROJECTS,
    'test/e2e/playwright.config.ts': "export default { testDir: '.', reporter: [['list']] };\n",
  });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): Promise<void> => writeFiles(root, files);

const run = (suite: Suite, files: readonly string[] | null = null) =>
  runSuite(suite, { root, files, output: 'ignore' });

describe('unit tests, integration tests and attacks', () => {
  it('count one by one', async () => {
    await write({
      'test/unit/good.test.ts': `${vitestImports}it('a', () => {}); it('b', () => {});`,
      'test/integration/bad.test.ts': `${vitestImports}it('c', () => {}); it('d', () => expect(1).toBe(2));`,
    });
    expect(await run(vitestSuite)).toMatchObject({ passed: 3, failed: 1, remark: null });
  });

  it('name each that failed, and each file that does not load, with the beginning of the reason', async () => {
    await write({
      'test/unit/bad.test.ts': `${vitestImports}it('c', () => {}); it('d', () => expect(1).toBe(2));`,
      'test/unit/unloadable.test.ts': "throw new Error('does not load');",
    });
    const { failures } = await run(vitestSuite);
    expect(failures.toSorted()).toEqual([
      expect.stringMatching(/^test\/unit\/bad\.test\.ts › d\n {2}.*expected 1 to be 2/),
      expect.stringMatching(/^test\/unit\/unloadable\.test\.ts\n {2}.*does not load/),
    ]);
  });

  it('count a file that does not load, and one whose preparation fails, as a failure @long', async () => {
    await write({
      'test/unit/good.test.ts': `${vitestImports}it('a', () => {});`,
      'test/unit/unloadable.test.ts': "throw new Error('does not load');",
      'test/unit/unprepared.test.ts': `${vitestImports}beforeAll(() => { throw new Error('no'); }); it('b', () => {});`,
    });
    expect(await run(vitestSuite)).toMatchObject({ passed: 1, failed: 2 });
  });

  it('fail for an error that belongs to no test', async () => {
    await write({
      'test/unit/lost.test.ts': `${vitestImports}it('a', () => { void Promise.reject(new Error('lost')); });`,
    });
    expect(await run(vitestSuite)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('repeat the reason of a process that aborted, which the runner writes far above the end', async () => {
    await write({
      'vitest.config.ts': PROJECTS.replace(
        'test: {',
        "test: { pool: 'forks', execArgv: ['--max-old-space-size=64'],",
      ),
      'test/unit/aborts.test.ts': `${vitestImports}it('a', () => {
        const kept = []; for (;;) kept.push(new Array(1000).fill({}));
      });`,
    });
    const { failed, lastWords } = await run(vitestSuite);
    expect(failed).toBeGreaterThan(0);
    expect(lastWords).toMatch(/^FATAL ERROR: .*heap out of memory\n[^]*node::/);
  });

  it('fail when there are none @long', async () => {
    expect(await run(vitestSuite)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('run the files that are asked for alone @long', async () => {
    await write({
      'test/unit/one.test.ts': `${vitestImports}it('a', () => {});`,
      'test/unit/other.test.ts': `${vitestImports}it('b', () => {});`,
      'test/integration/one.test.ts': "throw new Error('was not asked for');",
    });
    const files = filesOf(vitestSuite, root, ['unit/one']);
    expect(files).toEqual(['test/unit/one.test.ts']);
    expect(await run(vitestSuite, files)).toMatchObject({ passed: 1, failed: 0 });
  });
});

describe('end-to-end tests', () => {
  it('count one by one', async () => {
    const tests = "test('a', () => {}); test('b', () => {}); test('c', () => expect(1).toBe(2));";
    await write({ 'test/e2e/some.spec.ts': `${playwrightImports}${tests}` });
    expect(await run(playwrightSuite)).toMatchObject({ passed: 2, failed: 1, remark: null });
  });

  it('name each failed test, also within a group, with the beginning of the reason and its output', async () => {
    const tests = `test('a', () => {}); test.describe('group', () => { test('c', ({}, info) => {
      info.attach('trace', { path: 'package.json' }); expect(1).toBe(2); }); });`;
    await write({ 'test/e2e/some.spec.ts': `${playwrightImports}${tests}`, 'package.json': '{}' });
    const { failures } = await run(playwrightSuite);
    expect(failures).toEqual([
      expect.stringMatching(/^test\/e2e\/some\.spec\.ts › group › c\n {2}.*toBe\(expected\)[^]*kept: /),
    ]);
  });

  it('fail when a file does not load @long', async () => {
    await write({
      'test/e2e/good.spec.ts': `${playwrightImports}test('a', () => expect(1).toBe(1));`,
      'test/e2e/unloadable.spec.ts': "throw new Error('does not load');",
    });
    expect(await run(playwrightSuite)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('fail when there are none @long', async () => {
    expect(await run(playwrightSuite)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('run the files that are asked for alone @long', async () => {
    await write({
      'test/e2e/one.spec.ts': `${playwrightImports}test('a', () => {});`,
      'test/e2e/other-one.spec.ts': `${playwrightImports}test('b', () => {});`,
    });
    const files = filesOf(playwrightSuite, root, ['e2e/one']);
    expect(files).toEqual(['test/e2e/one.spec.ts']);
    expect(await run(playwrightSuite, files)).toMatchObject({ passed: 1, failed: 0 });
  });
});
