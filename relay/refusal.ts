/** The relay cannot start as it is set up. The message is one plain sentence for the person who started it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The end of a command line that was refused: the sentence on stderr, exit code 2. Anything else is thrown on. */
export function exitRefused(reason: unknown): void {
  if (!(reason instanceof Refusal)) throw reason;
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 2;
}
