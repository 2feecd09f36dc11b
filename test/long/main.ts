import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ensureBuilt } from '../host/build.ts';
import { hostOfThisRun } from '../host/choose-host.ts';
import { projectRoot } from '../host/electron/settings.ts';
import { type Piece, piecesOf } from './pieces.ts';

const USAGE = `npm run test:long -- [--part N/M] [--seed S] [--resume] [--only TEXT]
  --part    every M-th piece from the N-th, for several machines with the same seed
  --seed    decides what is made up; any when left out, and printed
  --resume  the seed of the last run, without the pieces that passed then
  --only    pieces whose name holds this
Ends with one line, \`N passed, N failed\`; the log of each piece is in test-results/long.`;

const LOGS = join(projectRoot, 'test-results', 'long');
const PROGRESS = join(LOGS, 'progress.json');
const progress = z.object({ seed: z.number(), passed: z.array(z.string()) });
type Progress = z.infer<typeof progress>;

/** The last run on this machine; null where there was none. */
function lastRun(): Progress | null {
  try {
    return progress.parse(JSON.parse(readFileSync(PROGRESS, 'utf8')));
  } catch {
    return null;
  }
}

/** Runs one piece to its end, its output in a log of its own. */
function run(piece: Piece): Promise<boolean> {
  const [program, ...args] = piece.command;
  const log = createWriteStream(logOf(piece));
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, PATH: path, ...piece.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      log.end();
      resolve(code === 0);
    });
  });
}

const logOf = ({ name }: Piece): string => join(LOGS, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.log`);

/** N of M, counted from one; null where the text says something else. */
function partOf(text: string): { readonly number: number; readonly count: number } | null {
  const [number = 0, count = 0] = text.split('/').map(Number);
  const fits = Number.isSafeInteger(number) && Number.isSafeInteger(count) && number >= 1 && number <= count;
  return fits ? { number, count } : null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', default: '1/1' },
      seed: { type: 'string' },
      resume: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const part = partOf(values.part);
  const before = values.resume ? lastRun() : null;
  const seed =
    before?.seed ?? (values.seed === undefined ? randomInt(1, 1_000_000_000) : Number(values.seed));
  if (values.help || part === null || !Number.isSafeInteger(seed)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  mkdirSync(LOGS, { recursive: true });
  const passed = new Set(before?.passed);
  const wanted = piecesOf(seed)
    .filter((_, index) => index % part.count === part.number - 1)
    .filter(({ name }) => name.includes(values.only));
  console.log(
    `seed ${seed}, ${wanted.length} pieces, ${wanted.filter(({ name }) => passed.has(name)).length} passed before`,
  );
  await hostOfThisRun(console.log);
  await ensureBuilt(console.log);

  const failed: Piece[] = [];
  for (const piece of wanted) {
    if (passed.has(piece.name)) continue;
    const started = performance.now();
    const good = await run(piece);
    console.log(
      `${good ? 'ok' : 'FAILED'}  ${piece.name} (${Math.round((performance.now() - started) / 1000)} s)`,
    );
    if (good) passed.add(piece.name);
    else failed.push(piece);
    writeFileSync(PROGRESS, JSON.stringify({ seed, passed: [...passed] } satisfies Progress));
  }
  for (const piece of failed) console.log(`failed: ${piece.name}, see ${logOf(piece)}`);
  const good = wanted.filter(({ name }) => passed.has(name)).length;
  console.log(`${good} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 && good > 0 ? 0 : 1;
}

await main();
