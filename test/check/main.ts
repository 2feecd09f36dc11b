import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/help.ts';

answerHelp(`npm run check

Runs format, lint, types, regular expressions, imports, paths and prose of pages, workflows, unused and duplicate code, and the
coverage of the API. Exit code 1 names those that failed.`);

/** Kept between runs, and safe to delete. */
const CACHE = join('node_modules', '.cache', 'boxwright');

/** The slowest first, so that none of them is left for the end. */
const checks: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
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
  { name: 'boundaries', command: ['npm', 'run', '--silent', 'boundaries'] },
  { name: 'API coverage', command: ['npm', 'run', '--silent', 'coverage:api'] },
  { name: 'unused', command: ['npm', 'run', '--silent', 'unused'] },
  { name: 'duplicates', command: ['npm', 'run', '--silent', 'duplicates'] },
  { name: 'workflows', command: ['npm', 'run', '--silent', 'workflows'] },
  { name: 'guides', command: ['npm', 'run', '--silent', 'guides'] },
  { name: 'prose', command: ['npm', 'run', '--silent', 'prose'] },
];

/** Runs one check to its end; what it printed comes in one piece, because several run at once. */
function run({ name, command }: (typeof checks)[number]): Promise<string | null> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, PATH: path },
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
const waiting = [...checks];
const failed: string[] = [];
const lane = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const name = await run(next);
    if (name !== null) failed.push(name);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
console.log(failed.length === 0 ? `${checks.length} checks passed` : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
