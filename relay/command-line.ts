/**
 * Prints the usage and ends the process if the arguments contain `--help` or `-h`. Must be called before anything
 * is opened.
 */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

/** The relay cannot start with these settings. The message is one plain sentence for the person who started it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Exits with code 2 and the sentence of a `Refusal` on stderr. Any other error is thrown again. */
export function exitRefused(reason: unknown): void {
  if (!(reason instanceof Refusal)) throw reason;
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 2;
}
