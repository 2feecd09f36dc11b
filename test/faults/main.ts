import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bugNames } from './bugs.ts';
import { createLaptopFolders } from './laptop.ts';
import { catchBug } from './planted.ts';
import { simulate } from './run.ts';
import { shrink } from './shrink.ts';
import { summarise, type WorkerLine, workerLine } from './summary.ts';
import { answerHelp } from '../../relay/command-line.ts';

const usage = `npm run faults -- [--runs N] [--seed S] [--workers W] [--trace] [--bugs]
  --runs     simulated runs, with the seeds S, S+1, …; 200 when left out
  --seed     the first seed; any when left out, and printed
  --workers  processes; one for each core when left out
  --bugs     plant each known bug, and print on which day it is seen (one process)
  --trace    print what happened in each run (one run, one process)`;

/** A day makes some megabytes that end with it: in a small space much of it would be moved to the old one before. */
const YOUNG_SPACE = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** Runs seeds in worker processes until all are done. */
function runAll(first: number, runs: number, workers: number): Promise<readonly WorkerLine[]> {
  return new Promise((resolve, reject) => {
    const lines: WorkerLine[] = [];
    let next = 0;
    let working = Math.min(workers, runs);
    for (let index = 0; index < Math.min(workers, runs); index += 1) {
      const child = fork(join(import.meta.dirname, 'worker.ts'), {
        stdio: 'inherit',
        execArgv: [...process.execArgv, ...YOUNG_SPACE],
      });
      const more = () => {
        if (next < runs) {
          child.send({ seed: first + next });
          next += 1;
          return;
        }
        child.disconnect();
        working -= 1;
        if (working === 0) resolve(lines);
      };
      child.on('message', (message) => {
        const line = workerLine.parse(message);
        lines.push(line);
        if (line.violations.length > 0) console.log(`seed ${line.seed}: ${line.violations.join('\n  ')}`);
        more();
      });
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code !== 0) reject(new Error(`a worker ended with ${code}`));
      });
      more();
    }
  });
}

async function main(): Promise<void> {
  answerHelp(usage);
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string' },
      workers: { type: 'string', default: String(availableParallelism()) },
      trace: { type: 'boolean', default: false },
      bugs: { type: 'boolean', default: false },
    },
  });
  const [runs, workers] = [values.runs, values.workers].map(Number);
  const seed = values.seed === undefined ? randomInt(1, 2_000_000_000) : Number(values.seed);
  if (
    ![runs, workers, seed].every((value) => value !== undefined && Number.isSafeInteger(value) && value > 0)
  ) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  console.log(`faults: seed ${seed}, ${runs} runs`);
  if (values.bugs) return await printCatches(seed, runs ?? 1);
  if (values.trace) return await printTraces(seed, runs ?? 1);
  const began = performance.now();
  const lines = await runAll(seed, runs ?? 1, workers ?? 1);
  const broken = lines.filter(({ violations }) => violations.length > 0);
  const [worst] = broken.sort((left, right) => left.seed - right.seed);
  if (worst !== undefined) await printShrunk(worst.seed);
  console.log(summarise(lines, (performance.now() - began) / 1000));
  process.exitCode = worst === undefined ? 0 : 1;
}

async function printCatches(first: number, most: number): Promise<void> {
  const folders = createLaptopFolders();
  for (const bug of bugNames) {
    const seen = await catchBug(folders, bug, { first, most });
    if (seen === null) process.exitCode = 1;
    const day = seen === null ? `not within ${most} days` : `day ${seen.day}`;
    console.log(`${day.padEnd(22)}${bug}${seen === null ? '' : `\n${' '.repeat(22)}${seen.violation}`}`);
  }
  folders.close();
}

async function printTraces(first: number, runs: number): Promise<void> {
  const folders = createLaptopFolders();
  for (let seed = first; seed < first + runs; seed += 1) {
    const { lines, hash, violations } = await simulate(folders, { seed });
    console.log([...lines, ...violations, `seed ${seed}, trace ${hash}`].join('\n'));
    if (violations.length > 0) process.exitCode = 1;
  }
  folders.close();
}

async function printShrunk(seed: number): Promise<void> {
  const folders = createLaptopFolders();
  const { report, orders, tries } = await shrink(folders, { seed });
  folders.close();
  console.log(
    `\nseed ${seed}, shrunk to ${orders} orders and ${report.struck.length} faults in ${tries} runs:`,
  );
  console.log([...report.lines, ...report.violations].join('\n'));
  console.log(`\nthe whole of it again: npm run faults -- --seed ${seed} --runs 1 --trace\n`);
}

await main();
