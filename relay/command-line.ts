/** Prints how a command is used and ends the process, where `--help` or `-h` is asked for. Call it before anything is opened. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

/** The relay cannot start as it is set up. The message is one plain sentence for the person who started it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Ends a refused command line: the sentence on stderr, exit code 2. Any other error is thrown again. */
export function exitRefused(reason: unknown): void {
  if (!(reason instanceof Refusal)) throw reason;
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 2;
}
