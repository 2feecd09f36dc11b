import { ensureBuilt } from './host/build.ts';
import { hostOfThisRun } from './host/choose-host.ts';
import { describeHost } from './host/chosen-host.ts';
import { projectRoot } from './host/electron/settings.ts';
import { runSuite } from './runner/run-suite.ts';
import { playwrightSuite, vitestSuite } from './runner/suites.ts';
import { describeVerdict, total, type Verdict } from './runner/tally.ts';

/** For each runner; both together stay below what continuous integration grants. */
const DEADLINE_MS = { vitest: 18 * 60_000, playwright: 18 * 60_000 };

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
    return { name, passed: 0, failed: 1, remark, failures: [] };
  }
}

/**
 * `npm test`: a host, the bundles, every test. Goes on after failures and ends with one line, `N passed, N failed`; the exit
 * code is 1 when anything failed. `npm test -- PART...` runs only files whose path holds a part.
 */
const filters = process.argv.slice(2);
const suiteRun = { root: projectRoot, filters, output: 'inherit' } as const;
const parts = [
  await prepare('host', async () => say(describeHost(await hostOfThisRun(say)))),
  // Before the tests: some of them run what is built.
  await prepare('build', () => ensureBuilt(say)),
  await runSuite(vitestSuite, { ...suiteRun, deadlineMs: DEADLINE_MS.vitest }),
  await runSuite(playwrightSuite, { ...suiteRun, deadlineMs: DEADLINE_MS.playwright }),
];
const verdicts = parts.filter((part) => part !== null);
const { passed, failed } = total(verdicts);
say('');
for (const verdict of verdicts) say(describeVerdict(verdict));
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
