import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { inputsIn, passedBefore, type Reads } from './passed-before.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run check

Runs format, lint, types, regular expressions, imports, paths and prose of pages, workflows, styles, unused and duplicate code, and the
coverage of the API. Exit code 1 names those that failed. A check that has passed on the same files and packages is not repeated.`);

/** Kept between runs, and safe to delete. */
const CACHE = join('node_modules', '.cache', 'boxwright');

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Default: all. */
  readonly reads?: Reads;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Lint and types are programs in Go that read every type, and run beside each other: each has half of the cores. With more threads the
 * linter makes the same types several times.
 */
const HALF_OF_THE_CORES = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))) };

/** The slowest first, so that none of them is left for the end. */
const checks: readonly Check[] = [
  {
    name: 'lint',
    command: ['npm', 'run', '--silent', 'lint'],
    reads: 'all-but-prose',
    env: HALF_OF_THE_CORES,
  },
  {
    name: 'types',
    command: ['npm', 'run', '--silent', 'typecheck'],
    reads: 'all-but-prose',
    // Half as many collections of garbage: its types live to the end.
    env: { ...HALF_OF_THE_CORES, GOGC: '200' },
  },
  {
    name: 'format',
    command: [
      'prettier',
      '--check',
      '--log-level',
      'warn',
      '--cache',
      '--cache-location',
      join(CACHE, 'format'),
      // A rebase gives files of the same content new times.
      '--cache-strategy',
      'content',
      '.',
    ],
  },
  { name: 'patterns', command: ['npm', 'run', '--silent', 'patterns'] },
  { name: 'boundaries', command: ['npm', 'run', '--silent', 'boundaries'], reads: 'all-but-prose' },
  { name: 'API coverage', command: ['npm', 'run', '--silent', 'coverage:api'] },
  { name: 'unused', command: ['npm', 'run', '--silent', 'unused'] },
  { name: 'duplicates', command: ['npm', 'run', '--silent', 'duplicates'] },
  { name: 'styles', command: ['npm', 'run', '--silent', 'styles'] },
  { name: 'workflows', command: ['npm', 'run', '--silent', 'workflows'] },
  { name: 'guides', command: ['npm', 'run', '--silent', 'guides'] },
  { name: 'prose', command: ['npm', 'run', '--silent', 'prose'] },
];

/** Runs one check to its end; what it printed comes in one piece, because several run at once. */
function run({ name, command, env = {} }: Check): Promise<string | null> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      resolve(code === 0 ? null : name);
    });
  });
}

/** `npm run check`: every check, as many at once as there are cores. All run to their end; the exit code is 1 when one failed. */
await mkdir(join(projectRoot, CACHE), { recursive: true });
const inputs = inputsIn(projectRoot);
const before = passedBefore(join(projectRoot, CACHE, 'passed-checks.json'));
const isKnown = ({ name, reads = 'all' }: Check): boolean =>
  inputs !== null && before.has(name, inputs[reads]);
for (const { name } of checks.filter(isKnown)) console.log(`ok  ${name} (has passed on the same files)`);
const waiting = checks.filter((check) => !isKnown(check));
const passed: Check[] = [];
const failed: string[] = [];
const lane = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const name = await run(next);
    if (name === null) passed.push(next);
    else failed.push(name);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
// Files that were changed meanwhile may have been read before or after: such a run proves nothing for the next one.
const after = inputsIn(projectRoot);
for (const { name, reads = 'all' } of passed)
  if (inputs !== null && inputs[reads] === after?.[reads]) before.note(name, inputs[reads]);
console.log(failed.length === 0 ? `${checks.length} checks passed` : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
