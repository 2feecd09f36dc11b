import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenFolders } from './chosen-folders.ts';
import { folders, type MutatedFolder } from './folders.ts';
import { fileNameOf, REPORTS, runFolder } from './run-folder.ts';
import type { Sample } from './sample.ts';
import { type Tally, tallyOf } from './tally.ts';
import { answerHelp } from '../../relay/command-line.ts';

const usage = `npm run mutants -- [--only FOLDER] [--part N/M] [--sample PERCENT] [--seed S] [--workers W]
  --only     the folder of this name, or each whose name holds this, such as operations
  --part     every M-th folder from the N-th, for several machines
  --sample   mutants of this percentage of all declarations; 100 when left out
  --seed     another seed, another sample; 1 when left out
  --workers  test processes; 4 when left out, because tests wait more than they compute
The folders: ${folders.map(({ name }) => name).join(', ')}`;

/** `electron/operations/queue: 86.2 % of 1204 mutants killed, …`. */
function closingLine(
  { name, target }: MutatedFolder,
  { score, counted, timedOut, equivalent }: Tally,
  { percent, seed }: Sample,
): string {
  const met = score >= target ? 'target met' : 'TARGET MISSED';
  const part = percent === 100 ? '' : ` (a sample of ${percent} %, seed ${seed})`;
  return `${name}: ${score.toFixed(1)} % of ${counted} mutants killed${part}, ${timedOut} of them by time, ${equivalent} equivalent; target ${target} %: ${met}`;
}

async function main(): Promise<void> {
  answerHelp(usage);
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      part: { type: 'string', default: '1/1' },
      sample: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '4' },
    },
  });
  const run = chosenFolders(values.only, values.part);
  const workers = Number(values.workers);
  const sample: Sample = { percent: Number(values.sample), seed: Number(values.seed) };
  const { percent, seed } = sample;
  const areNumbers = percent > 0 && percent <= 100 && Number.isSafeInteger(seed);
  if (!areNumbers || run === null || !Number.isSafeInteger(workers) || workers < 1) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  // Tests sync their databases for every commit; in memory a run takes a fifth of the time.
  const scratch = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/boxwright-mutants-') : null;
  if (scratch !== null) process.env['TMPDIR'] = scratch;
  const results = join(import.meta.dirname, 'results');
  for (const place of [REPORTS, results]) mkdirSync(place, { recursive: true });
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const lines: string[] = [];
  try {
    for (const folder of run) {
      const tally = tallyOf(await runFolder(folder, workers, sample));
      const line = closingLine(folder, tally, sample);
      const day = new Date().toISOString().slice(0, 10);
      const file = join(results, `${fileNameOf(folder)}.txt`);
      writeFileSync(file, `${[`${day} ${commit} ${line}`, '', ...tally.survivors].join('\n')}\n`);
      lines.push(line);
      if (tally.score < folder.target) process.exitCode = 1;
    }
  } finally {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
  for (const line of lines) console.log(line);
}

await main();
