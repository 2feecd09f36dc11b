import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Suite } from './suites.ts';
import { type Count, type Ending, judge, type Verdict } from './tally.ts';

/** Where and how long. */
export interface SuiteRun {
  /** The project: its packages, its configuration, its tests. */
  readonly root: string;
  /** Parts of file names; empty = everything. */
  readonly filters: readonly string[];
  readonly deadlineMs: number;
  /** `inherit` for people; `ignore` where nobody reads. */
  readonly output: 'inherit' | 'ignore';
}

/** After the deadline the runner is asked to end; after this it is not asked any more. */
const GRACE_MS = 10_000;
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one suite to its end, whatever happens, with the Node that runs this process. */
export async function runSuite(suite: Suite, run: SuiteRun): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'boxwright-run-'));
  try {
    const reportFile = join(folder, 'report.json');
    const ending = await runToEnd(suite, run, reportFile);
    return judge(suite.name, await readReport(suite, reportFile), ending, run.filters.length > 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runToEnd(suite: Suite, run: SuiteRun, reportFile: string): Promise<Ending> {
  const cli = join(run.root, 'node_modules', suite.cli);
  const runner = spawn(process.execPath, [cli, ...suite.args(reportFile, run.filters)], {
    cwd: run.root,
    stdio: ['ignore', run.output, run.output],
    env: { ...process.env, ...suite.env(reportFile) },
    // A process group of its own, so that a test that never ends can be ended with its runner.
    detached: true,
  });
  const interrupted = (signal: NodeJS.Signals): void => {
    signalGroup(runner, signal);
    process.exit(1);
  };
  for (const signal of INTERRUPTIONS) process.once(signal, interrupted);
  let overdue = false;
  let insist: NodeJS.Timeout | undefined;
  const deadline = setTimeout(() => {
    overdue = true;
    signalGroup(runner, 'SIGTERM');
    insist = setTimeout(() => signalGroup(runner, 'SIGKILL'), GRACE_MS);
  }, run.deadlineMs);
  return new Promise((resolve, reject) => {
    runner.on('error', reject);
    runner.on('exit', (code, signal) => {
      clearTimeout(deadline);
      clearTimeout(insist);
      for (const interruption of INTERRUPTIONS) process.off(interruption, interrupted);
      if (overdue) signalGroup(runner, 'SIGKILL');
      if (overdue) resolve({ kind: 'overdue', afterMs: run.deadlineMs });
      else if (code === null) resolve({ kind: 'killed', signal: signal ?? 'a signal' });
      else resolve({ kind: 'exited', code });
    });
  });
}

/** The runner and everything it started that stayed in its group; nothing when all of it is gone. */
function signalGroup(runner: ChildProcess, signal: NodeJS.Signals): void {
  if (runner.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? runner.pid : -runner.pid, signal);
  } catch {
    // Nobody there: that is the goal.
  }
}

async function readReport(suite: Suite, reportFile: string): Promise<Count | null> {
  try {
    return suite.read(JSON.parse(await readFile(reportFile, 'utf8')));
  } catch {
    // No report, half a report, or one in another form: the verdict says that there is none.
    return null;
  }
}
