import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerHelp } from '../../relay/command-line.ts';
import { BENCHES, type BenchName, OLD_BENCHES, SHORT_BENCHES } from './benches.ts';
import { losses, printedLoss, readHistory, runOf, writeHistory } from './frame/history.ts';
import { readOptions, usageOf } from './frame/options.ts';
import { report, shortfalls, type Measured } from './frame/report.ts';
import { rows } from './frame/rows.ts';
import { installOwnPackages } from '../runner/own-packages.ts';
import { describeMachine, isOnDisk } from './relay/machine.ts';

/**
 * `npm run bench -- [NAME…] [--short] [--old] [--json FILE] [--against FILE]`: each bench in a process of its own, one after the other, one table at the end.
 * Exit code 1 where a target is missed (the last line names it), 2 where the command line does not fit. With `--against` the
 * earlier runs in the file decide, not the targets: exit code 1 where a ratio lost more than 15 %.
 */
async function run(): Promise<number> {
  answerHelp(usageOf(BENCHES));
  const options = readOptions(process.argv.slice(2), {
    known: BENCHES,
    short: SHORT_BENCHES,
    old: OLD_BENCHES,
  });
  if (!options.ok) {
    console.error(options.error);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-'));
  try {
    if (!isOnDisk(folder)) {
      console.error(`${folder} is in memory, where a sync costs nothing: set TMPDIR to a folder on a disk.`);
      return 2;
    }
    installOwnPackages(join(import.meta.dirname, 'peers'));
    const machine = describeMachine(folder);
    const { names, json, against, old } = options.value;
    const all: Measured[] = [];
    for (const name of names) {
      console.error(`${name} …`);
      all.push(await measure(name, join(folder, `${name}.json`), old));
    }
    if (json !== null) writeFileSync(json, `${JSON.stringify({ machine, benches: all }, null, 2)}\n`);
    console.log(`${machine}; load ${loadavg()[0]?.toFixed(1) ?? '?'} after it\n`);
    console.log(report(all));
    if (against === null) return shortfalls(all).length === 0 ? 0 : 1;
    const lost = compare(against, all);
    for (const line of lost) console.log(line);
    return lost.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compares the figures with the runs in a file and adds them to it; returns a line for each loss and each bench that failed. */
function compare(file: string, all: readonly Measured[]): readonly string[] {
  const earlier = existsSync(file) ? readHistory(readFileSync(file, 'utf8')) : [];
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const now = runOf(commit, all);
  writeFileSync(file, writeHistory(earlier, now));
  const failed = all.flatMap(({ name, failed: why }) => (why === null ? [] : [`${name}: ${why}`]));
  return [...failed, ...losses(earlier, now).map(printedLoss)];
}

/** Its own output goes to stderr: the table alone is the answer. */
async function measure(name: BenchName, file: string, old: boolean): Promise<Measured> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, name, 'main.ts'), ...fileArgument(name, file), ...(old ? ['--old'] : [])],
    {
      stdio: ['ignore', 2, 2],
    },
  );
  await once(child, 'exit');
  const failed = existsSync(file) ? null : `ended with ${child.exitCode ?? child.signalCode} and no figures`;
  return { name, rows: failed === null ? rows.parse(JSON.parse(readFileSync(file, 'utf8'))) : [], failed };
}

/** The older benches have options of their own. */
function fileArgument(name: BenchName, file: string): readonly string[] {
  switch (name) {
    case 'relay':
      return ['--quick', '--json', file];
    case 'supervision':
      return ['--jobs', '10000', '--rounds', '20', '--json', file];
    default:
      return [file];
  }
}

process.exitCode = await run();
