import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { childEnvironment } from '../../runner/child-environment.ts';
import { builtPrograms, SHORT_LIVED } from '../../runner/programs.ts';

export const repository = join(import.meta.dirname, '../../..');
/** Node's arguments up to the program's own. */
export const headlessMain: readonly string[] = [SHORT_LIVED, (await builtPrograms()).headless];

/** One line of stdout: what every line has, and the fields tests look at. */
const line = z.looseObject({
  at: z.iso.datetime(),
  event: z.enum(['job', 'step', 'operation', 'waiting', 'bundle-file', 'end']),
  kind: z.string().optional(),
  state: z.string().optional(),
  step: z.string().optional(),
  job: z.uuid().optional(),
  attempt: z.number().optional(),
  confirmedBy: z.string().optional(),
  problem: z.string().nullish(),
  operatorMessage: z.string().nullish(),
  says: z.string().optional(),
  because: z.string().optional(),
  waitingFor: z.string().optional(),
  for: z.string().optional(),
  /** Of a bundle: a file and what is written into it. */
  name: z.string().optional(),
  text: z.string().optional(),
  code: z.number().optional(),
});
export type Line = z.infer<typeof line>;

/** A process that has ended and everything it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Every whole line of stdout, parsed; one that is no JSON object of ours fails the test. */
  readonly lines: readonly Line[];
}

/** A headless run under way. */
export interface HeadlessProcess {
  readonly child: ChildProcess;
  /** Resolves when its output is closed too: by then everything that was started with it has ended. */
  readonly ended: Promise<Ended>;
  /** The lines so far. */
  readonly lines: () => readonly Line[];
  /** Resolves as soon as a line satisfies `wanted`; rejects when the run ends without one. */
  readonly line: (wanted: (line: Line) => boolean) => Promise<Line>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** Any other signal is a crash, whose reason is on stderr. */
const SENT_BY_TESTS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGKILL', 'SIGTERM']);

/** Starts the real process and reads what it says. The caller ends it, see `surroundings`. */
export function startProcess(
  command: string,
  args: readonly string[],
  variables: Variables,
  options: { readonly ownGroup?: boolean } = {},
): HeadlessProcess {
  const child = spawn(command, args, {
    cwd: repository,
    // Nothing of this test's own environment but what finds programs: a BOXWRIGHT_ variable must not leak in.
    env: { ...childEnvironment(), HOME: process.env['HOME'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownGroup === true,
  });
  const output = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const lines = () => parsedLines(output.stdout);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then((): Ended => {
    const { signalCode: signal } = child;
    if (signal !== null && !SENT_BY_TESTS.has(signal))
      throw new Error(`ended by ${signal}: ${output.stderr}`);
    const whole = child.exitCode !== null && output.stdout !== '' && !output.stdout.endsWith('\n');
    if (whole) throw new Error(`stdout ends in half a line: ${output.stdout}`);
    return { code: child.exitCode, signal, ...output, lines: lines() };
  });
  return {
    child,
    ended,
    lines,
    line: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines().find(wanted);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        ended.then(
          () => reject(new Error(`ended without that line: ${output.stdout}${output.stderr}`)),
          reject,
        );
      }),
  };
}

function parsedLines(stdout: string): readonly Line[] {
  // A kill cut off the text after the last line end.
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((text) => line.parse(JSON.parse(text)));
}
