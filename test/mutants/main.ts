import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenFolders } from './chosen-folders.ts';
import { folders, type MutatedFolder } from './folders.ts';
import { fileNameOf, REPORTS, runFolder } from './run-folder.ts';
import { type Tally, tallyOf } from './tally.ts';
import { answerHelp } from '../../relay/help.ts';

const usage = `npm run mutants -- [--only FOLDER] [--part N/M] [--sample PERCENT] [--workers W]
  --only     the folder of this name, or each whose name holds this, such as operations
  --part     every M-th folder from the N-th, for several machines
  --sample   mutants of this percentage of all declarations; 100 when left out
  --workers  test processes; 1 when left out
The folders: ${folders.map(({ name }) => name).join(', ')}`;

/** `electron/operations/queue: 86.2 % of 1204 mutants killed, …`. */
function closingLine(
  { name, target }: MutatedFolder,
  { score, counted, equivalent }: Tally,
  percent: number,
): string {
  const met = score >= target ? 'target met' : 'TARGET MISSED';
  const part = percent === 100 ? '' : ` (a sample of ${percent} %)`;
  return `${name}: ${score.toFixed(1)} % of ${counted} mutants killed${part}, ${equivalent} equivalent; target ${target} %: ${met}`;
}

async function main(): Promise<void> {
  answerHelp(usage);
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      part: { type: 'string', default: '1/1' },
      sample: { type: 'string', default: '100' },
      workers: { type: 'string', default: '1' },
    },
  });
  const run = chosenFolders(values.only, values.part);
  const workers = Number(values.workers);
  const percent = Number(values.sample);
  if (!(percent > 0 && percent <= 100) || run === null || !Number.isSafeInteger(workers) || workers < 1) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  setPriority(15);
  // Tests sync their databases for every commit; in memory a run takes a fifth of the time.
  const scratch = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/boxwright-mutants-') : null;
  if (scratch !== null) process.env['TMPDIR'] = scratch;
  const results = join(import.meta.dirname, 'results');
  for (const place of [REPORTS, results]) mkdirSync(place, { recursive: true });
  const lines: string[] = [];
  try {
    for (const folder of run) {
      const tally = tallyOf(await runFolder(folder, workers, percent));
      const line = closingLine(folder, tally, percent);
      const day = new Date().toISOString().slice(0, 10);
      const file = join(results, `${fileNameOf(folder)}.txt`);
      writeFileSync(file, `${[`${day} ${line}`, '', ...tally.survivors].join('\n')}\n`);
      lines.push(line);
      if (tally.score < folder.target) process.exitCode = 1;
    }
  } finally {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
  for (const line of lines) console.log(line);
}

await main();
