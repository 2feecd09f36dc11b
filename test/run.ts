import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './host/build.ts';
import { hostOfThisRun } from './host/choose-host.ts';
import { describeHost } from './host/chosen-host.ts';
import { projectRoot } from './host/electron/settings.ts';
import { runSuite } from './runner/run-suite.ts';
import { scratchFolder } from './runner/scratch-folder.ts';
import { filesOf, playwrightSuite, vitestSuite, windowSuite } from './runner/suites.ts';
import { describeVerdict, total, type Verdict } from './runner/tally.ts';

const USAGE = `npm test [-- PART...]

Runs every test, or those whose path holds one of the parts, and ends with one line, \`N passed, N failed\`.
The exit code is 1 when anything failed.`;

const say = (line: string): void => {
  console.log(line);
};

/** Null when done; otherwise a failed part, since tests that need it will fail without naming the cause. */
async function prepare(name: string, step: () => Promise<void>): Promise<Verdict | null> {
  try {
    await step();
    return null;
  } catch (cause) {
    const remark = cause instanceof Error ? cause.message : String(cause);
    return failedPart(name, remark);
  }
}

const failedPart = (name: string, remark: string): Verdict => ({
  name,
  passed: 0,
  failed: 1,
  remark,
  failures: [],
  lastWords: null,
});

/** All runners at once: most tests wait for processes and pages, so one runner alone leaves the cores idle. */
async function run(parts: readonly string[]): Promise<readonly Verdict[]> {
  const wanted = [vitestSuite, playwrightSuite, windowSuite]
    .map((suite) => ({ suite, files: filesOf(suite, projectRoot, parts) }))
    .filter(({ files }) => files === null || files.length > 0);
  if (wanted.length === 0) return [failedPart('tests', `no path holds ${parts.join(' or ')}`)];
  const needsApp = wanted.some(({ files }) => files?.every((file) => file.startsWith('test/unit/')) !== true);
  const prepared = needsApp
    ? [
        await prepare('host', async () => say(describeHost(await hostOfThisRun(say)))),
        // Before the tests: some of them run what is built.
        await prepare('build', () => ensureBuilt(say)),
      ]
    : [];
  const verdicts = await Promise.all(
    wanted.map(({ suite, files }) => runSuite(suite, { root: projectRoot, files, output: 'inherit' })),
  );
  return [...prepared.filter((part) => part !== null), ...verdicts];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) {
  say(USAGE);
} else {
  const scratch = scratchFolder();
  if (scratch !== null) process.env['TMPDIR'] = scratch;
  // Also when the run is interrupted.
  process.on(
    'exit',
    () => scratch !== null && rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }),
  );
  // Playwright keeps what it has compiled among the temporary files, which go with this run.
  process.env['PWTEST_CACHE_DIR'] ??= join(projectRoot, 'node_modules/.cache/boxwright/playwright');
  const verdicts = await run(positionals);
  const { passed, failed } = total(verdicts);
  say('');
  for (const verdict of verdicts) say(describeVerdict(verdict));
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
