import type { ChildProcess } from 'node:child_process';

/** A child process whose words are kept. */
export interface WatchedProcess {
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  /** Resolves when the output matches; rejects when the process ends first or the deadline passes. */
  readonly printed: (pattern: RegExp, deadlineMs: number) => Promise<RegExpExecArray>;
}

/** Keeps what `child` writes from now on. */
export function watchProcess(child: ChildProcess): WatchedProcess {
  let output = '';
  const note = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', (cause) => {
      output += String(cause);
      resolve(null);
    });
    // 'close', not 'exit': by then everything written has arrived.
    child.once('close', (code) => resolve(code));
  });
  const printed = (pattern: RegExp, deadlineMs: number) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output);
        if (found !== null) finish(() => resolve(found));
      };
      const deadline = setTimeout(
        () => finish(() => reject(new Error(`nothing like ${String(pattern)} was printed`))),
        deadlineMs,
      );
      const finish = (end: () => void) => {
        clearTimeout(deadline);
        child.stdout?.off('data', look);
        child.stderr?.off('data', look);
        end();
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      void exited.then(() => finish(() => reject(new Error('the process ended'))));
      look();
    });
  return { output: () => output, exited, printed };
}
