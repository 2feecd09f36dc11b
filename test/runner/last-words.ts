import { stripVTControlCharacters } from 'node:util';

/** How Node, V8, libuv and the C library begin when they end a process. */
const BEGINNING =
  /FATAL ERROR|# Fatal error|Assertion failed|Assertion `|Check failed|terminate called|double free|free\(\): |malloc\(|corrupted /;
/** The reason and its native stack. */
const MOST_LINES = 40;
const LONGEST_LINE = 300;

/**
 * The reason that an aborting process writes before its end. A runner reports such a process by its signal alone, and the reason is
 * thousands of lines above the end of the output.
 */
export class LastWords {
  #unfinished = '';
  readonly #lines: string[] = [];

  /** Takes output as it comes. */
  add(output: string): void {
    const lines = (this.#unfinished + output).split('\n');
    this.#unfinished = (lines.pop() ?? '').slice(-LONGEST_LINE);
    for (const line of lines) this.#keep(stripVTControlCharacters(line.slice(0, LONGEST_LINE)).trimEnd());
  }

  /** The lines from the first reason on, at most 40; null = no process has written one. */
  read(): string | null {
    return this.#lines.length === 0 ? null : this.#lines.join('\n  ');
  }

  #keep(line: string): void {
    if (line === '' || this.#lines.length >= MOST_LINES) return;
    if (this.#lines.length > 0 || BEGINNING.test(line)) this.#lines.push(line);
  }
}
