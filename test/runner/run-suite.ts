import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LastWords } from './last-words.ts';
import { STALLED_AFTER_MS } from './patience.ts';
import type { Suite } from './suites.ts';
import { type Ending, judge, Tally, type Verdict } from './tally.ts';
import { EVENTS_VARIABLE, eventReader } from './test-events.ts';

/** Where, and what of it. */
export interface SuiteRun {
  /** The project: its packages, its configuration, its tests. */
  readonly root: string;
  /** Its test files that are wanted; null = everything. */
  readonly files: readonly string[] | null;
  /** `inherit` for people; `ignore` where no one reads. */
  readonly output: 'inherit' | 'ignore';
}

/** Events are read from the disk this often. */
const POLL_MS = 250;
/** A stalled runner is asked to end; after this it is killed. */
const GRACE_MS = 10_000;
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one suite to its end, whatever happens, with the Node that runs this process. */
export async function runSuite(suite: Suite, run: SuiteRun): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'boxwright-run-'));
  try {
    const tally = new Tally();
    const events = join(folder, 'events.jsonl');
    const read = eventReader(events);
    const lastWords = new LastWords();
    const ending = await runToEnd(suite, run, { events, lastWords }, () =>
      read()
        .map((event) => tally.add(event))
        .includes(true),
    );
    return judge(suite.name, tally.count(), ending, lastWords.read());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `progress` takes what was reported since the last call and answers whether a test finished. */
function runToEnd(
  suite: Suite,
  run: SuiteRun,
  { events, lastWords }: { readonly events: string; readonly lastWords: LastWords },
  progress: () => boolean,
): Promise<Ending> {
  const cli = join(run.root, 'node_modules', suite.cli);
  const runner = spawn(process.execPath, [cli, ...suite.args(run.files)], {
    cwd: run.root,
    stdio: ['ignore', run.output, 'pipe'],
    env: { ...process.env, [EVENTS_VARIABLE]: events },
    // A process group of its own, so that a test that never ends can be ended with its runner.
    detached: true,
  });
  runner.stderr.setEncoding('utf8').on('data', (output: string) => {
    lastWords.add(output);
    if (run.output === 'inherit') process.stderr.write(output);
  });
  let stalled = false;
  let insist: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals): void => {
    signalGroup(runner, signal);
    insist ??= setTimeout(() => signalGroup(runner, 'SIGKILL'), GRACE_MS);
  };
  // A runner that is asked to end may finish its tests first.
  for (const signal of INTERRUPTIONS) process.on(signal, end);
  const giveUp = (): void => {
    stalled = true;
    // The tests under way are named as they are now: a runner that ends reports them as over.
    clearInterval(poll);
    end('SIGTERM');
  };
  let watchdog = setTimeout(giveUp, STALLED_AFTER_MS);
  const poll = setInterval(() => {
    if (!progress()) return;
    clearTimeout(watchdog);
    watchdog = setTimeout(giveUp, STALLED_AFTER_MS);
  }, POLL_MS);

  return new Promise((resolve, reject) => {
    runner.on('error', reject);
    runner.on('exit', (code, signal) => {
      clearTimeout(watchdog);
      clearTimeout(insist);
      clearInterval(poll);
      for (const interruption of INTERRUPTIONS) process.off(interruption, end);
      if (stalled) signalGroup(runner, 'SIGKILL');
      else progress();
      if (stalled) resolve({ kind: 'stalled', afterMs: STALLED_AFTER_MS });
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
    // The group is gone: that is the goal.
  }
}
