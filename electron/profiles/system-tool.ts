import { execFile } from 'node:child_process';

/** A program of the operating system by its absolute path, and its first arguments. */
export type SystemTool = readonly [program: string, ...args: string[]];

/**
 * No reader of a working laptop takes this long: at login an old one may need many seconds to start a program, and a
 * policy that counts as unreadable too early stops the app's start.
 */
const DEADLINE_MS = 60_000;
const MOST_BYTES = 256 * 1024;

/**
 * The output of a system program, run without a shell and without this process's environment. Null if it did not
 * start, failed, took too long or wrote too much.
 */
export function outputOf([program, ...first]: SystemTool, args: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...first, ...args],
      {
        encoding: 'buffer',
        timeout: DEADLINE_MS,
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES,
        windowsHide: true,
        env: systemVariables(),
      },
      (failed, output) => resolve(failed === null ? output : null),
    );
    child.stdin?.end();
  });
}

/** Windows starts no program without `SystemRoot`. */
function systemVariables(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
